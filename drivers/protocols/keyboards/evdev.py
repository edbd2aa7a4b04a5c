"""`evdev`: a keyboard encoder, arcade board or foot switch: one key as the jackpot button, or the dealer's keypad.

The device is grabbed, so its keys reach nobody else, and bound by what it is and where it is plugged in: an unknown
keyboard is never a button. Other keys of the button's device mean nothing. There is no lamp on this way.

The kernel repeats a key that is held some thirty times a second: of a button the first of these is recorded, the rest
are not. Of a keypad every key that goes down is looked up in the configuration's map of keys; a Shift that comes with
it, where it has no meaning of its own, is passed over.
"""

from collections.abc import Mapping
from typing import Any, Final

from drivers.protocols.base.driver import BUTTON_OR_CONSOLE, INPUT, Driver, Role
from drivers.protocols.base.input_events import AUTOREPEAT, DOWN, Dropped, InputStream, KeyEvent
from drivers.protocols.base.keys import code_of, name_of
from drivers.protocols.base.protocol import DeviceEvent, DeviceProtocol, LineSettings, Outgoing, Received
from drivers.protocols.base.suspicions import InputLost, PressIgnored
from drivers.protocols.buttons.protocol import ButtonProtocol
from drivers.protocols.consoles.keypad import Keypad, Keys
from drivers.protocols.keyboards.options import needed

SHIFTS: Final = frozenset(("KEY_LEFTSHIFT", "KEY_RIGHTSHIFT"))


class EvdevButton(ButtonProtocol):
    """The key named `key`. Raises ValueError for a name that no key has."""

    def __init__(self, *, key: str) -> None:
        super().__init__()
        self._code = code_of(key)
        self._stream = InputStream()
        self._down_at_open = False
        self._repeat_reported = False

    def opened(self, at: float) -> None:
        super().opened(at)
        self._stream.clear()
        self._down_at_open = self._repeat_reported = False

    def feed(self, data: bytes, at: float) -> list[Received]:
        received: list[Received] = []
        for event in self._stream.feed(data):
            taken = [Received(one) for one in self._take(event, at)]
            if isinstance(event, KeyEvent) and (taken or event.value != AUTOREPEAT):
                self.counters.frames += 1
                self.trace(f"{name_of(event.code)}={event.value}".encode("ascii"), taken)
            received += taken
        return received

    def mask(self, frame: bytes) -> str:
        return frame.decode("ascii")

    def lamp(self, *, lit: bool) -> list[bytes]:
        del lit
        return []

    def _take(self, event: object, at: float) -> list[DeviceEvent]:
        if isinstance(event, Dropped):
            self._latch.forget()
            return [InputLost()]
        if not isinstance(event, KeyEvent):
            return self._latch.level(self._down_at_open, at)
        if event.code != self._code:
            return []
        if event.level:
            self._down_at_open = True
            return []
        if event.value == AUTOREPEAT:
            before, self._repeat_reported = self._repeat_reported, True
            return [] if before else [PressIgnored("repeated")]
        self._repeat_reported = False
        return self._latch.edge(event.value == DOWN, at)


class EvdevKeypad(DeviceProtocol):
    """Raises ValueError for a key that does not exist, or a meaning that is none."""

    def __init__(self, *, keys: Mapping[str, Mapping[str, Any]]) -> None:
        super().__init__()
        self._keypad = Keypad(keys)
        for name in self._keypad.names():
            code_of(name)
        self._stream = InputStream()

    def opened(self, at: float) -> None:
        del at
        self._stream.clear()
        self._keypad.forget()

    def feed(self, data: bytes, at: float) -> list[Received]:
        received: list[Received] = []
        for event in self._stream.feed(data):
            if isinstance(event, Dropped):
                self._keypad.forget()
                received.append(Received(InputLost()))
            elif isinstance(event, KeyEvent) and event.value == DOWN and not event.level:
                self.counters.frames += 1
                name = name_of(event.code)
                if name in SHIFTS and name not in self._keypad.names():
                    continue
                taken = [Received(one) for one in self._keypad.pressed(name, at)]
                self.trace(name.encode("ascii"), taken)
                received += taken
        return received

    def mask(self, frame: bytes) -> str:
        return frame.decode("ascii")

    def encode(self, command: object) -> list[Outgoing]:
        """A keypad shows nothing: answers go nowhere, and the other consoles have them."""
        del command
        return []


def _build(*, role: Role, key: str | None = None, keys: Keys | None = None) -> DeviceProtocol:
    if role == "console":
        return EvdevKeypad(keys=needed("keys", keys, key))
    return EvdevButton(key=needed("key", key, keys))


DRIVER = Driver("evdev", BUTTON_OR_CONSOLE, LineSettings(), _build, transports=INPUT)
