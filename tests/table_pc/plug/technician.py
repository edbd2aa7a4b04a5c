"""Who pulls, puts back and swaps the adapters of shoe and sign while rounds run, and brings a stranger's shoe.

shoe, sign   pulled: the table says which is lost; put back: it says so, and play goes on
swapped      the sign where the shoe should be and the other way round: both are named by what they say themselves,
             and the card that the shoe has to tell waits until it is back at its place
usb_shoe     the vendor's shoe of the other table, pulled and put back
stranger     another shoe in the sign's place says cards: it is named, and none of them is taken
"""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

from drivers.virtual.framed.shoe import VirtualShoe
from tests.table_pc.plug.alerts import Alerts
from tests.table_pc.plug.places import MovablePort, WaitingShoe
from tests.table_pc.plug.usb_hand import UsbHand
from tests.torture.dealer import Dealer

AT_ADAPTERS: Final = ("shoe", "sign", "swapped", "stranger")
AT_USB: Final = ("usb_shoe", "sign")
BETWEEN_S: Final = (0.0, 3.0)
OUT_S: Final = (0.3, 3.0)
WRONG_S: Final = 3.0
"""How long a device stays where it does not belong, talking, once it has been named."""
CARDS: Final = ("2C", "KH", "7D", "AS", "9H")
ACTS: Final = 3
"""So many acts of the dealer show that play goes on."""
STUCK_S: Final = 300.0


class Technician:
    """`done` counts his works, `offered` the cards said by a shoe that is not the table's or not in its place."""

    def __init__(
        self, works: tuple[str, ...], *, shoe: WaitingShoe, ports: dict[str, MovablePort], hand: UsbHand,
        alerts: Alerts, dealer: Dealer, chance: random.Random, times: int, told: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.done: Counter[str] = Counter(dict.fromkeys(works, 0))
        self.offered = 0
        self.findings: list[str] = []
        self._works = works
        self._shoe = shoe
        self._hand = hand
        self._ports = ports
        self._places = {name: port.path for name, port in ports.items()}
        self._alerts = alerts
        self._dealer = dealer
        self._chance = chance
        self._times = times
        self._told = told

    async def run(self) -> None:
        """All works in random order. Raises NeverSaidError, TimeoutError."""
        works: dict[str, Callable[[], Awaitable[None]]] = {
            "shoe": lambda: self._pull("shoe"), "sign": lambda: self._pull("sign"),
            "swapped": self._swap, "stranger": self._bring_a_stranger, "usb_shoe": self._pull_usb_shoe,
        }  # fmt: skip
        todo = list(self._works * self._times)
        self._chance.shuffle(todo)
        for work in todo:
            await asyncio.sleep(self._chance.uniform(*BETWEEN_S))
            await works[work]()
            self.done[work] += 1
            async with asyncio.timeout(STUCK_S):
                for _ in range(ACTS):
                    await self._dealer.next_act()
            self._told(f"{work}: play goes on after {len(self._dealer.outcomes)} rounds")

    async def _pull(self, name: str) -> None:
        before = self._alerts.now
        self._ports[name].pull()
        await self._alerts.wait("device_lost", name, after=before)
        await asyncio.sleep(self._chance.uniform(*OUT_S))
        await self._put_back(name)

    async def _pull_usb_shoe(self) -> None:
        before = self._alerts.now
        await self._hand.do("shoe", "pull")
        await self._alerts.wait("device_lost", "shoe", after=before)
        await asyncio.sleep(self._chance.uniform(*OUT_S))
        await self._hand.do("shoe", "plug")
        await self._alerts.wait("device_lost", "shoe", after=before, cleared=True)

    async def _swap(self) -> None:
        await self._out("shoe", "sign")
        before = self._alerts.now
        self._ports["shoe"].put(self._places["sign"])
        self._ports["sign"].put(self._places["shoe"])
        for name, other in (("shoe", "meter"), ("sign", "shoe")):
            self._is_named(await self._alerts.wait("wrong_device", name, after=before), name, other)
        async with asyncio.timeout(STUCK_S):
            await self._shoe.needed()
        self.offered += 1
        await asyncio.sleep(WRONG_S)
        if not self._shoe.has_a_card_to_tell():
            self.findings.append("a card of the shoe at the sign's place was taken")
        for port in self._ports.values():
            port.pull()
        await self._put_back("shoe", "sign")

    async def _bring_a_stranger(self) -> None:
        await self._out("sign")
        port = MovablePort(self._places["sign"])
        stranger = VirtualShoe(port)
        before = self._alerts.now
        async with asyncio.TaskGroup() as group:
            running = group.create_task(stranger.run(), name="a stranger's shoe")
            for card in CARDS:
                stranger.deal(card)
            self._is_named(await self._alerts.wait("wrong_device", "sign", after=before), "sign", "shoe")
            await asyncio.sleep(WRONG_S)
            running.cancel()
        self.offered += len(CARDS)
        port.pull()
        await self._put_back("sign")

    async def _out(self, *names: str) -> None:
        before = self._alerts.now
        for name in names:
            self._ports[name].pull()
        for name in names:
            await self._alerts.wait("device_lost", name, after=before)

    async def _put_back(self, *names: str) -> None:
        before = self._alerts.now
        for name in names:
            self._ports[name].put(self._places[name])
        for name in names:
            await self._alerts.wait("device_lost", name, after=before, cleared=True)

    def _is_named(self, alert: dict[str, str | None], name: str, other: str) -> None:
        """The alert names what is there, not only that something is wrong."""
        if other not in (alert["text"] or ""):
            self.findings.append(f"a {other} at the place of the {name} is not named in: {alert['text']}")
