"""Every kind of virtual device at one table, each with a plug, and the configuration that names them.

ptys under fixed links      framed in all its roles, angel_eye_ii, line (three descriptions), alpha_sign, cd5220,
                            matrix_orbital
USB on the emulated bus     framed over bulk, ultimarc_usbbutton, xkeys as button and as keypad, delcom
nodes of the same bus       evdev as button and as keypad, hid_barcode; modem_line
in the daemon's process     gpio (`tabled_with_gpio`)
no plug at all              mqtt
"""

import asyncio
import socket
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from drivers.protocols.base.driver import Role
from drivers.protocols.line.shape import LineShape, read_shape
from drivers.protocols.shoes.hid_barcode import PUBLIC_CODES
from drivers.virtual.framed.button import VirtualButton
from drivers.virtual.framed.console import VirtualConsole
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.framed.shuffler import VirtualShuffler
from drivers.virtual.kernel.node_bed import InputNode, ModemNode
from drivers.virtual.kernel.usb_bed import UsbBed
from drivers.virtual.kernel.usb_device import (
    VirtualBulkDevice,
    VirtualDelcom,
    VirtualUsbButton,
    VirtualUsbDevice,
    VirtualXkeys,
)
from drivers.virtual.meters.alpha_sign import VirtualAlphaSign
from drivers.virtual.meters.pole_display import VirtualCd5220, VirtualMatrixOrbital
from drivers.virtual.pty_port import PtyPort
from drivers.virtual.shoes.angel_eye_ii import VirtualAngelEye
from drivers.virtual.shoes.line_shoe import VirtualLineShuffler, VirtualNumericShoe, VirtualTwoLetterShoe
from tests.pulls import tabled_with_gpio as gpio
from tests.table.table_bench import ROOT
from tests.torture.devices import REPEAT_S, WritingMeter

SHOES: Final = ROOT / "config" / "shoes"
KEY: Final = 3
"""The key of the X-keys that is the button."""
CODE_OF: Final = {card: code for code, card in PUBLIC_CODES.items()}
KEYPAD: Final = ("bets.open", "bets.closed")
"""What the first two keys of each keypad say."""


@dataclass(slots=True)
class Thing:
    """A device as the configuration names it, and its plug; `recalls`: it says again what nobody took."""

    name: str
    role: Role
    driver: str
    port: str
    plug_in: Callable[[], None]
    pull: Callable[[], None]
    options: dict[str, Any] = field(default_factory=dict)
    recalls: bool = False
    more: str = ""
    """Further lines of its entry."""
    plugged: bool = True
    pulls: int = 0
    pulled_at: float = 0.0
    """On the loop's clock."""


class FarButton:
    """The GPIO button in the daemon's process, and its lamp."""

    def __init__(self, near: socket.socket) -> None:
        self.lit = False
        self._near = near

    def say(self, letter: bytes) -> None:
        self._near.send(letter)

    def watch(self) -> None:
        """Follow the lamp in the running loop."""
        self._near.setblocking(False)
        asyncio.get_running_loop().add_reader(self._near, self._told)

    def _told(self) -> None:
        letters = self._near.recv(4096)
        if letters:
            self.lit = letters[-1:] == gpio.LIT
        else:
            asyncio.get_running_loop().remove_reader(self._near)


class Things:
    """The twins by their own names, and all of them with their plugs in `all`."""

    def __init__(self, folder: Path, bed: UsbBed, near: socket.socket) -> None:
        self.all: list[Thing] = []
        self._folder = folder
        self._bed = bed
        self._lives: list[Callable[[], Coroutine[Any, Any, None]]] = []
        self._make_shoes()
        self._make_buttons(near)
        self._make_meters()
        self._make_consoles()

    async def run(self) -> None:
        """Plugged in and alive until cancelled."""
        self.gpio.watch()
        for thing in self.all:
            thing.plug_in()
        async with asyncio.TaskGroup() as group:
            for life in self._lives:
                group.create_task(life(), name=f"life of {life.__self__}")  # type: ignore[attr-defined]

    def named(self, name: str) -> Thing:
        return next(thing for thing in self.all if thing.name == name)

    def entries(self) -> str:
        """The devices' part of the configuration."""
        topic = '[[devices]]\nname = "meter_topic"\nrole = "meter"\ndriver = "mqtt"\n'
        return "".join(_entry(thing) for thing in self.all) + topic

    # --- shoes and shufflers --------------------------------------------------------------------------------------

    def _make_shoes(self) -> None:
        self.shoe = VirtualShoe(self._pty("shoe", "shoe", "framed", recalls=True), repeat_s=REPEAT_S)
        bulk = VirtualBulkDevice(serial="SHOE")
        port = self._on_bus("shoe_usb", "shoe", "framed", bulk, "1-1", recalls=True, plug=(bulk.plug_in, bulk.unplug))
        bulk.on_plug, bulk.on_unplug = (lambda: self._bed.plug(bulk, port)), (lambda: self._bed.pull(port))
        self.shoe_usb = VirtualShoe(bulk, repeat_s=REPEAT_S)  # type: ignore[arg-type]
        self.angel = VirtualAngelEye(self._pty("shoe_angel", "shoe", "angel_eye_ii"))
        self.two_letter = VirtualTwoLetterShoe(
            self._line("shoe_line", "shoe", "two-letter", recalls=True), _shape("two-letter")
        )
        self.numeric = VirtualNumericShoe(self._line("shoe_numeric", "shoe", "numeric"), _shape("numeric"))
        self.barcode = self._input("shoe_barcode", "shoe", "hid_barcode", "1-2", 2)
        self.shuffler = VirtualShuffler(self._pty("shuffler", "shuffler", "framed", recalls=True), repeat_s=REPEAT_S)
        self.line_shuffler = VirtualLineShuffler(
            self._line("shuffler_line", "shuffler", "poker-shuffler"), _shape("poker-shuffler")
        )
        self._lives += [
            twin.run
            for twin in (
                self.shoe, self.shoe_usb, self.angel, self.two_letter, self.numeric, self.shuffler, self.line_shuffler
            )
        ]  # fmt: skip

    # --- buttons --------------------------------------------------------------------------------------------------

    def _make_buttons(self, near: socket.socket) -> None:
        self.button = VirtualButton(self._pty("button", "button", "framed", recalls=True), repeat_s=REPEAT_S)
        self._lives.append(self.button.run)
        self.ultimarc, self.delcom = VirtualUsbButton(), VirtualDelcom()
        self.xkeys = VirtualXkeys(serial="BUTTON")
        self._on_bus("button_ultimarc", "button", "ultimarc_usbbutton", self.ultimarc, "1-3")
        self._on_bus("button_delcom", "button", "delcom", self.delcom, "1-4")
        self._on_bus("button_xkeys", "button", "xkeys", self.xkeys, "1-5", options={"key": f"XK{KEY}"})
        self.evdev = self._input("button_evdev", "button", "evdev", "1-6", 6, {"key": "KEY_ENTER"})
        self.modem = ModemNode(self._bed, "/dev/ttyS7")
        self._add(Thing("button_modem", "button", "modem_line", "/dev/ttyS7", self.modem.plug_in, self.modem.pull))
        self.gpio = far = FarButton(near)
        plug = (lambda: far.say(gpio.PLUG)), (lambda: far.say(gpio.PULL))
        self._add(Thing("button_gpio", "button", "gpio", gpio.PORT, *plug))

    # --- meters ---------------------------------------------------------------------------------------------------

    def _make_meters(self) -> None:
        self.meter = WritingMeter(self._pty("meter", "meter", "framed", recalls=True))
        self.sign = VirtualAlphaSign(self._pty("meter_sign", "meter", "alpha_sign"))
        self.pole = VirtualCd5220(self._pty("meter_pole", "meter", "cd5220"))
        self.lcd = VirtualMatrixOrbital(self._pty("meter_lcd", "meter", "matrix_orbital", options={"answers": True}))
        self._lives += [self.meter.run, self.sign.run, self.pole.run, self.lcd.run]

    # --- consoles -------------------------------------------------------------------------------------------------

    def _make_consoles(self) -> None:
        self.console = VirtualConsole(self._pty("console", "console", "framed", recalls=True), repeat_s=REPEAT_S)
        port = self._pty("keypad", "console", "framed", recalls=True, options=_keys("F1", "F2"))
        self.keypad = VirtualConsole(port, repeat_s=REPEAT_S)
        self._lives += [self.console.run, self.keypad.run]
        self.keypad_xkeys = VirtualXkeys(serial="PAD")
        self._on_bus("keypad_xkeys", "console", "xkeys", self.keypad_xkeys, "1-7", options=_keys("XK0", "XK1"))
        self.keypad_evdev = self._input("keypad_evdev", "console", "evdev", "1-8", 8, _keys("KEY_F1", "KEY_F2"))

    # --- plugs ----------------------------------------------------------------------------------------------------

    def _add(self, thing: Thing) -> None:
        self.all.append(thing)

    def _pty(
        self, name: str, role: Role, driver: str, *, recalls: bool = False, options: dict[str, Any] | None = None
    ) -> PtyPort:
        port = PtyPort(self._folder / name)
        more = "roll_s = 0.05\nshow_s = 0.02\n" if role == "meter" else ""
        self._add(Thing(name, role, driver, str(port.path), port.plug_in, port.unplug, options or {}, recalls, more))
        return port

    def _line(self, name: str, role: Role, shape: str, *, recalls: bool = False) -> PtyPort:
        return self._pty(name, role, "line", recalls=recalls, options={"file": str(SHOES / f"{shape}.toml")})

    def _on_bus(
        self, name: str, role: Role, driver: str, twin: VirtualUsbDevice, port: str, *, recalls: bool = False,
        plug: tuple[Callable[[], None], Callable[[], None]] | None = None, options: dict[str, Any] | None = None,
    ) -> str:  # fmt: skip
        identity = f"usb:{twin.ids[0]:04x}:{twin.ids[1]:04x}{f'/{twin.serial}' if twin.serial else ''}@{port}"
        ways = plug or ((lambda: self._bed.plug(twin, port)), (lambda: self._bed.pull(port)))
        self._add(Thing(name, role, driver, identity, *ways, options or {}, recalls))
        return port

    def _input(
        self, name: str, role: Role, driver: str, port: str, number: int, options: dict[str, Any] | None = None
    ) -> InputNode:
        node = InputNode(self._bed, port=port, number=number, ids=(0x1234, 0x5670 + number), serial=name.upper())
        identity = f"input:1234:{0x5670 + number:04x}/{name.upper()}"
        self._add(Thing(name, role, driver, identity, node.plug_in, node.pull, options or {}))
        return node


def _shape(name: str) -> LineShape:
    return read_shape((SHOES / f"{name}.toml").read_text(), file=name)


def _keys(*names: str) -> dict[str, Any]:
    return {"keys": {name: {"type": meaning} for name, meaning in zip(names, KEYPAD, strict=True)}}


def _entry(thing: Thing) -> str:
    """A lost card is entered at the console, also while another shoe is connected: that needs a pit supervisor."""
    more = {"shoe": "card_interval_s = 0\n", "console": 'rank = "pit_supervisor"\n'}.get(thing.role, "")
    options = f"options = {_toml(thing.options)}\n" if thing.options else ""
    return (
        f'[[devices]]\nname = "{thing.name}"\nrole = "{thing.role}"\ndriver = "{thing.driver}"\n'
        f'port = "{thing.port}"\n{more}{thing.more}{options}'
    )


def _toml(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "{" + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + "}"
    return f'"{value}"'
