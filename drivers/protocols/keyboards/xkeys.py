"""`xkeys`: keys, foot switches and switch interfaces of P.I. Engineering, as the jackpot button or the dealer's keypad.

Input report (the report's id is not part of it):

    byte 0    unit id
    byte 1    bit 0 the program switch, bit 1 set in the answer to GenerateData; 214: the answer to a version request
    byte 2…   the keys, one bit each; byte 2 bit 0 is XK0, byte 3 bit 0 is XK8
    byte 10   the firmware's version, where byte 1 is 214

Output reports: 177 GenerateData, 214 version, 181 index state (backlight of a key: 0 off, 1 on, 2 flashing).

Source: SuperFlyTV/xkeys (3016c1b), `products.ts` and `xkeys.ts`. After opening GenerateData is asked for the present
state; until its answer comes nothing counts: what a device still had to send from before is stale.
"""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, Final

from drivers.protocols.base.driver import BUTTON_OR_CONSOLE, USB, Driver, Role
from drivers.protocols.base.protocol import DeviceEvent, DeviceProtocol, LineSettings, Outgoing, Received, earliest
from drivers.protocols.base.reports import DeviceReady, DeviceSilent, FrameRejected
from drivers.protocols.base.suspicions import PressIgnored
from drivers.protocols.base.usb_shape import HID, UsbShape
from drivers.protocols.buttons.protocol import ButtonProtocol
from drivers.protocols.consoles.keypad import Keypad, Keys
from drivers.protocols.keyboards.options import needed

VENDOR_ID: Final = 0x05F3
SHAPE: Final = UsbShape(interface_class=HID, report_length=36)

GENERATE_DATA: Final = 177
VERSION: Final = 214
BACKLIGHT: Final = 181
OUT_LENGTH: Final = 35
KEY_BYTES: Final = 4
"""24 keys in columns of up to eight; behind them an XK-24 puts a time stamp."""
KEYS: Final = KEY_BYTES * 8
ASK_S: Final = 1.0
ASKED_LIMIT: Final = 3


def command(number: int, *arguments: int) -> bytes:
    """An output report."""
    return bytes((number, *arguments)).ljust(OUT_LENGTH, b"\x00")


def key_number(name: str) -> int:
    """The bit of a key named as in XK0. Raises ValueError."""
    number = name.removeprefix("XK")
    if not (
        name.startswith("XK") and number.isascii() and number.isdecimal() and len(number) <= 3 and int(number) < KEYS
    ):
        raise ValueError(f"expected a key from XK0 to XK{KEYS - 1}, got {name!r}")
    return int(number)


class Reports(DeviceProtocol):
    """What the button and the keypad share: asking for the state, and telling the reports apart."""

    def __init__(self) -> None:
        super().__init__()
        self._state_known = False
        self._ask_at = 0.0
        self._asked = 0
        self._opened_at = 0.0
        self._out = b""

    @property
    def ready(self) -> bool:
        return self._state_known

    def opened(self, at: float) -> None:
        self._state_known, self._asked, self._opened_at = False, 0, at
        self._ask(at)

    def feed(self, data: bytes, at: float) -> list[Received]:
        taken = [Received(event) for event in self._report(data, at)]
        self.trace(data, taken)
        return taken

    def next_tick(self) -> float | None:
        return None if self._state_known else self._ask_at

    def tick(self, at: float) -> list[Received]:
        if self._state_known or at < self._ask_at:
            return []
        if self._asked >= ASKED_LIMIT:
            self._asked = 0
            self._ask_at = at + ASK_S
            return [Received(DeviceSilent(at - self._opened_at))]
        self._ask(at)
        return []

    def mask(self, frame: bytes) -> str:
        return frame.hex().upper()

    def data_to_send(self) -> bytes:
        data, self._out = self._out, b""
        return data

    @abstractmethod
    def keys(self, pressed: int, at: float, *, level: bool) -> list[DeviceEvent]:
        """The keys that are down, one bit each; `level`: as the answer to the question for the state."""

    @abstractmethod
    def early(self, pressed: int) -> list[DeviceEvent]:
        """The same from before that answer."""

    def _report(self, data: bytes, at: float) -> list[DeviceEvent]:
        if len(data) > 10 and data[1] == VERSION:
            self.counters.frames += 1
            self.firmware = f"X-keys firmware {data[10]}"
            return [DeviceReady(self.firmware)]
        if len(data) < 2 + KEY_BYTES or data[1] > 3:
            self.counters.rejected += 1
            return [FrameRejected("expected a report of an X-keys device", data[:16].hex().upper())]
        self.counters.frames += 1
        pressed = int.from_bytes(data[2 : 2 + KEY_BYTES], "little")
        if data[1] & 2:
            first, self._state_known = not self._state_known, True
            self._out = command(VERSION) if first else b""
            return self.keys(pressed, at, level=first)
        return self.keys(pressed, at, level=False) if self._state_known else self.early(pressed)

    def _ask(self, at: float) -> None:
        self._asked += 1
        self._ask_at = at + ASK_S
        self._out = command(GENERATE_DATA)


class XkeysButton(Reports, ButtonProtocol):
    """The key named `key`, lit from behind where the device can."""

    def __init__(self, *, key: str = "XK0") -> None:
        super().__init__()
        self._key = key_number(key)

    def opened(self, at: float) -> None:
        Reports.opened(self, at)
        self._latch.forget()

    def next_tick(self) -> float | None:
        return earliest(Reports.next_tick(self), self._latch.next_tick())

    def tick(self, at: float) -> list[Received]:
        return [*Reports.tick(self, at), *(Received(event) for event in self._latch.tick(at))]

    def keys(self, pressed: int, at: float, *, level: bool) -> list[DeviceEvent]:
        down = bool(pressed >> self._key & 1)
        return self._latch.level(down, at) if level else self._latch.sample(down, at)

    def early(self, pressed: int) -> list[DeviceEvent]:
        return [PressIgnored("stale")] if pressed >> self._key & 1 else []

    def lamp(self, *, lit: bool) -> list[bytes]:
        return [command(BACKLIGHT, self._key, int(lit))]


class XkeysKeypad(Reports):
    """The dealer's keypad; the keys' names are XK0 and up."""

    def __init__(self, *, keys: Mapping[str, Mapping[str, Any]]) -> None:
        super().__init__()
        self._keypad = Keypad(keys)
        for name in self._keypad.names():
            key_number(name)
        self._pressed = 0

    def opened(self, at: float) -> None:
        super().opened(at)
        self._keypad.forget()

    def keys(self, pressed: int, at: float, *, level: bool) -> list[DeviceEvent]:
        fresh, self._pressed = 0 if level else pressed & ~self._pressed, pressed
        names = [f"XK{number}" for number in range(KEYS) if fresh >> number & 1]
        return [event for name in names for event in self._keypad.pressed(name, at)]

    def early(self, pressed: int) -> list[DeviceEvent]:
        del pressed
        return []

    def encode(self, command: object) -> list[Outgoing]:
        """A keypad shows nothing: answers go nowhere, and the other consoles have them."""
        del command
        return []


def _build(*, role: Role, key: str | None = None, keys: Keys | None = None) -> DeviceProtocol:
    if role == "console":
        return XkeysKeypad(keys=needed("keys", keys, key))
    return XkeysButton(key=needed("key", key, keys))


DRIVER = Driver("xkeys", BUTTON_OR_CONSOLE, LineSettings(), _build, transports=USB, usb=SHAPE)
