"""The hand at the guest's USB devices (`guest/plug/usb_devices.py`), over the guest's broker; a shoe in that hand."""

import asyncio
import json
from itertools import count
from typing import Any, Final

import aiomqtt

from tests.table_pc.guest.plug.usb_devices import TOPIC

DONE_S: Final = 60.0


class UsbHand:
    """Plug, pull and work the devices; `run` has to run."""

    def __init__(self, *, host: str, port: int) -> None:
        self.lit = False
        """Ultimarc's lamp."""
        self.lamp_changed = asyncio.Event()
        self.ready = asyncio.Event()
        """The devices are there."""
        self._host = host
        self._port = port
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[None]] = {}
        self._client: aiomqtt.Client | None = None

    async def run(self) -> None:
        """Hear what the devices say, until cancelled."""
        async with aiomqtt.Client(self._host, self._port, identifier="usb-hand") as client:
            await client.subscribe(f"{TOPIC}/#", qos=1)
            self._client = client
            async for message in client.messages:
                assert isinstance(message.payload, bytes)
                self._heard(message.topic.value.removeprefix(f"{TOPIC}/"), json.loads(message.payload))

    async def do(self, device: str, what: str, within_s: float = DONE_S, **more: Any) -> None:
        """Done when it returns; raises RuntimeError with what the guest says, TimeoutError when it says nothing."""
        assert self._client is not None
        number = next(self._numbers)
        done = self._waiting[number] = asyncio.get_running_loop().create_future()
        order = {"n": number, "device": device, "do": what, **more}
        await self._client.publish(f"{TOPIC}/do", json.dumps(order), qos=1)
        async with asyncio.timeout(within_s):
            await done

    def _heard(self, topic: str, body: dict[str, Any]) -> None:
        if topic == "ready":
            self.ready.set()
        elif topic == "lamp":
            self.lit = body["lit"]
            self.lamp_changed.set()
        elif topic == "done" and (done := self._waiting.pop(body["n"], None)) is not None and not done.done():
            if body["error"] is None:
                done.set_result(None)
            else:
                done.set_exception(RuntimeError(f"the guest's USB devices: {body['error']}"))


class UsbShoe:
    """The vendor's shoe, as the dealer works it: what he draws goes to the guest when he waits for it."""

    def __init__(self, hand: UsbHand, *, longest_s: float) -> None:
        self._hand = hand
        self._longest_s = longest_s
        self._orders: list[dict[str, Any]] = []

    def deal(self, card: str) -> None:
        self._orders.append({"what": "deal", "card": card})

    def cut_card(self) -> None:
        self._orders.append({"what": "cut_card"})

    def new_shoe(self, decks: int | None = None) -> None:
        self._orders.append({"what": "new_shoe", "decks": decks})

    async def drained(self) -> None:
        """Wait until the table has taken everything."""
        orders, self._orders = self._orders, []
        for order in orders:
            await self._hand.do("shoe", **order)
        await self._hand.do("shoe", "drained", within_s=self._longest_s)
