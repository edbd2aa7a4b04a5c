"""One table of the emulated PC from start to end: rounds, trials with its button, work at its adapters, the audit."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from controller.core.tables import TwentyOneTable
from drivers.virtual.framed.console import VirtualConsole
from tests.journal.journals import readable
from tests.table_pc.pc import TablePc
from tests.table_pc.plug.alerts import Alerts
from tests.table_pc.plug.button import TriedButton
from tests.table_pc.plug.places import PLACES, MovablePort, WaitingShoe, WritingSign
from tests.table_pc.plug.technician import AT_ADAPTERS, AT_USB, Technician
from tests.table_pc.plug.usb_hand import UsbHand, UsbShoe
from tests.torture.audit import findings, tool_findings
from tests.torture.dealer import Dealer
from tests.torture.devices import Devices
from tests.torture.record import replay
from tests.torture.subscriber import Subscriber

TABLE: Final = TwentyOneTable(game="pontoon-pandemonium", areas=5, decks=8)
START_S: Final = 300.0
"""Emulated, and on a machine that has other things to do."""
STUCK_S: Final = 900.0
HEARD_S: Final = 120.0
RECORD: Final = """
set -e
systemctl stop tabled@{name}
rm -rf /run/copy /mnt/host/record-{name} && mkdir /run/copy /mnt/host/record-{name}
tablectl backup /run/copy/journal.db --config /etc/tabled/{name}.toml
cp /run/copy/* /var/lib/tabled/{name}/journal.db.key /var/lib/tabled/{name}/journal.db.seal /mnt/host/record-{name}/
chmod 600 /mnt/host/record-{name}/*.key /mnt/host/record-{name}/*.seal
"""
"""Stops the table and copies its record out."""


@dataclass(frozen=True, slots=True)
class Report:
    """What was done at one table and found; `ignored` are presses that the record says were none."""

    table: str
    rounds: int
    records: int
    draws: int
    works: Counter[str]
    offered: int
    trials: Counter[str]
    ignored: int
    findings: list[str]


class AtTheTable(Devices):
    """What the dealer works with at one table."""

    def __init__(self, *, shoe: object, button: object, sign: WritingSign, console: VirtualConsole) -> None:
        self.shoe = cast(Any, shoe)
        self.button = cast(Any, button)
        self.meter = cast(Any, sign)
        self.console = console


class Doom:
    """Told of each act of the dealer; nobody dies here. `enough` is set by who has seen enough."""

    def __init__(self) -> None:
        self.enough = asyncio.Event()
        self.act = ""
        self.button: TriedButton | None = None

    def about_to(self, phase: str, *, ends: bool) -> None:
        """Who holds the button takes hold of it when the cards come."""
        del ends
        self.act = phase
        if self.button is not None and phase == "dealing":
            self.button.round_begins()
        elif self.button is not None and phase in ("idle", "betting"):
            self.button.round_ends()


class House:
    """What both tables have in common: the adapters and what is in them, the hand at the USB devices."""

    def __init__(self, *, pc: TablePc, mqtt_port: int, chance: random.Random, told: Callable[[str], None]) -> None:
        places = [pc.home / f"{place}.sock" for place in PLACES]
        self.pc = pc
        self.mqtt_port = mqtt_port
        self.chance = chance
        self.told = told
        self.hand = UsbHand(host="127.0.0.1", port=mqtt_port)
        self.ports = {"shoe": MovablePort(places[0]), "sign": MovablePort(places[1])}
        self.shoe = WaitingShoe(self.ports["shoe"])
        self.sign = WritingSign(self.ports["sign"])
        self.console = VirtualConsole(MovablePort(places[2]))

    async def run(self) -> None:
        """All of it alive, until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.hand.run(), name="hand")
            for twin in (self.shoe, self.sign, self.console):
                group.create_task(twin.run(), name=f"virtual {twin.role}")


async def sit(house: House, name: str, *, times: int, running: Callable[[], Awaitable[None]]) -> Report:
    """Play at table `name`, each work and trial `times` times, and audit it.

    Table `pc` has its shoe on an adapter and Ultimarc's button, at table `key` both are other USB devices. `running` is
    awaited at the beginning and at the end of play. Raises NeverSaidError, TimeoutError, TablePcError.
    """
    listening = asyncio.Event()
    doom = Doom()
    subscriber = Subscriber(
        host="127.0.0.1", port=house.mqtt_port, prefix=f"casino/house/{name}", came=listening.set, went=listening.clear
    )
    alerts = Alerts(subscriber)
    plain = name == "pc"
    button = doom.button = TriedButton(
        "button" if plain else "key", hand=house.hand, alerts=alerts, subscriber=subscriber, sign=house.sign,
        times=times, has_lamp=plain, told=house.told,
    )  # fmt: skip
    shoe = house.shoe if plain else UsbShoe(house.hand, longest_s=STUCK_S)
    dealer = Dealer(
        table=TABLE, devices=AtTheTable(shoe=shoe, button=button, sign=house.sign, console=house.console),
        subscriber=subscriber, killer=doom, chance=random.Random(house.chance.random()), stuck_s=STUCK_S,
    )  # fmt: skip
    technician = Technician(
        AT_ADAPTERS if plain else AT_USB, shoe=house.shoe, ports=house.ports, hand=house.hand, alerts=alerts,
        dealer=dealer, chance=house.chance, times=times, told=house.told,
    )  # fmt: skip
    async with asyncio.TaskGroup() as table:
        hearing = table.create_task(subscriber.run(), name="subscriber")
        await listening.wait()
        await house.pc.asks(f"systemctl start tabled@{name}", START_S)
        house.told(f"table {name} runs")
        playing = table.create_task(dealer.play(), name="dealer")
        await dealer.next_act()
        await running()
        await technician.run()
        await button.finished.wait()
        await running()
        doom.enough.set()
        await playing
        await house.pc.asks(RECORD.format(name=name), START_S)
        record = house.pc.share / f"record-{name}" / "journal.db"
        replayed = await asyncio.to_thread(replay, record, TABLE, head_is_last=False)
        async with asyncio.timeout(HEARD_S):
            while subscriber.gapless_to < replayed.published:
                subscriber.news.clear()
                await subscriber.news.wait()
        hearing.cancel()
    found = [
        *technician.findings, *button.findings,
        *findings(dealer=dealer, heard=subscriber.heard, replayed=replayed, shown=[]),
        *await asyncio.to_thread(lambda: tool_findings(record, dealer=dealer, heard=subscriber.heard)),
    ]  # fmt: skip
    ignored = _ignored(record)
    if ignored < button.done["held"]:
        found.append(f"the record tells of {ignored} presses that were none, but {button.done['held']} were held")
    return Report(
        table=name, rounds=len(dealer.outcomes), records=replayed.last,
        draws=sum(step.drawn is not None for step in replayed.steps), works=technician.done,
        offered=technician.offered, trials=button.done, ignored=ignored,
        findings=[f"table {name}: {text}" for text in found],
    )  # fmt: skip


def _ignored(record: Path) -> int:
    """How many reports of the record say that the button was down and that was no press."""
    connection = readable(record)
    try:
        query = "SELECT count(*) FROM records WHERE kind != 'event' AND body LIKE '%\"press_ignored\"%'"
        count: int = connection.execute(query).fetchone()[0]
        return count
    finally:
        connection.close()
