"""Runs in the guest: USB devices of the table on the kernel's own bus (`vhci`), worked from outside over the broker.

    do    {"n": 7, "device": "button", "do": "press"}     done    {"n": 7, "error": null}
    lamp  {"device": "button", "lit": true}               whenever it changes
    ready                                                 retained: there is somebody to obey

| device   | what it is                                                      | what it does                       |
|----------|-----------------------------------------------------------------|------------------------------------|
| `button` | Ultimarc's button D209:1200/B1, for libusb                      | press, release                     |
| `key`    | a keyboard encoder 1209:0002/K1, left to usbhid and so to evdev | press, release                     |
| `shoe`   | a vendor's shoe 1209:7453/S1, `framed` over bulk endpoints      | deal, cut_card, new_shoe, drained  |

All of them: plug, pull.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any, Final, cast

import aiomqtt

from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.kernel.usb_device import VirtualBulkDevice, VirtualUsbButton, VirtualUsbDevice
from drivers.virtual.pty_port import PtyPort
from tests.table_pc.guest.plug.vhci import VhciBus

TOPIC: Final = "usb"
"""Beside the table's topics."""
KEY: Final = "KEY_F1"


class Button(VirtualUsbButton):
    """Ultimarc's; `lamp_changed` is called in the bus's thread."""

    def __init__(self, lamp_changed: Callable[[bool], None]) -> None:
        super().__init__(serial="B1")
        self._lamp_changed = lamp_changed

    def set_report(self, report: int, data: bytes) -> bool:
        taken = super().set_report(report, data)
        if taken:
            self._lamp_changed(self.colour != (0, 0, 0))
        return taken

    def lose_power(self) -> None:
        super().lose_power()
        self.colour = (0, 0, 0)
        self._lamp_changed(False)


class Key(VirtualUsbButton):
    """A keyboard with one key, and no lamp."""

    ids = (0x1209, 0x0002)
    product = "keyboard encoder"

    def __init__(self) -> None:
        super().__init__(serial="K1", key=KEY)


class UsbDevices:
    """The devices and the bus; `run` obeys until cancelled."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self._client = client
        self._bus = VhciBus()
        loop = asyncio.get_running_loop()
        self._lamp: asyncio.Queue[bool] = asyncio.Queue()
        self._button = Button(lambda lit: self._light(loop, lit))
        self._bulk = VirtualBulkDevice(serial="S1")
        self._shoe = VirtualShoe(cast(PtyPort, self._bulk))  # a line for a twin, as a pty is
        self._devices: dict[str, VirtualUsbDevice] = {"button": self._button, "key": Key(), "shoe": self._bulk}

    async def run(self) -> None:
        """Obey."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._shoe.run(), name="shoe")
            group.create_task(self._tell_lamp(), name="lamp")
            await self._client.subscribe(f"{TOPIC}/do", qos=1)
            await self._client.publish(f"{TOPIC}/ready", "{}", qos=1, retain=True)
            async for message in self._client.messages:
                assert isinstance(message.payload, bytes)
                order = json.loads(message.payload)
                group.create_task(self._obey(order), name=f"order {order['n']}")

    def _light(self, loop: asyncio.AbstractEventLoop, lit: bool) -> None:
        loop.call_soon_threadsafe(self._lamp.put_nowait, lit)

    async def _tell_lamp(self) -> None:
        while True:
            lit = await self._lamp.get()
            await self._client.publish(f"{TOPIC}/lamp", json.dumps({"device": "button", "lit": lit}), qos=1)

    async def _obey(self, order: dict[str, Any]) -> None:
        error = None
        try:
            await self._do(order["device"], order["do"], order)
        except (OSError, TimeoutError, KeyError, ValueError) as failed:
            error = f"{type(failed).__name__}: {failed}"
        await self._client.publish(f"{TOPIC}/done", json.dumps({"n": order["n"], "error": error}), qos=1)

    async def _do(self, name: str, what: str, order: dict[str, Any]) -> None:
        device = self._devices[name]
        match what:
            case "plug":
                await asyncio.to_thread(self._bus.plug, device)
            case "pull":
                self._bus.pull(device)
            case "press" if isinstance(device, VirtualUsbButton):
                device.press()
            case "release" if isinstance(device, VirtualUsbButton):
                device.release()
            case "deal":
                self._shoe.deal(order["card"])
            case "cut_card":
                self._shoe.cut_card()
            case "new_shoe":
                self._shoe.new_shoe(order["decks"])
            case "drained":
                await self._shoe.drained()
            case _:
                raise ValueError(f"{name} cannot {what}")


async def main() -> None:
    """The program."""
    async with aiomqtt.Client("127.0.0.1", identifier="usb-devices") as client:
        await UsbDevices(client).run()


if __name__ == "__main__":
    asyncio.run(main())
