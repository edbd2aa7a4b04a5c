"""`evdev` as the dealer's keypad: every key that goes down is looked up in the configuration's map of keys."""

from collections.abc import Mapping
from typing import Any

from drivers.protocols.input_events import DOWN, Dropped, InputStream, KeyEvent
from drivers.protocols.keypad import Keypad
from drivers.protocols.keys import code_of, name_of
from drivers.protocols.protocol import DeviceProtocol, Outgoing, Received
from drivers.protocols.suspicions import InputLost


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
