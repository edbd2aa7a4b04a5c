"""`evdev`: one key of a keyboard encoder, arcade board or foot switch as the jackpot button.

The device is grabbed, so its keys reach nobody else, and bound by what it is and where it is plugged in: an unknown
keyboard is never a button. Other keys of the same device mean nothing. There is no lamp on this way.

The kernel repeats a key that is held some thirty times a second: the first of these is recorded, the rest say nothing.
"""

from drivers.protocols.button_protocol import ButtonProtocol
from drivers.protocols.input_events import AUTOREPEAT, DOWN, Dropped, InputStream, KeyEvent
from drivers.protocols.keys import code_of, name_of
from drivers.protocols.protocol import DeviceEvent, Received
from drivers.protocols.suspicions import InputLost, PressIgnored


class EvdevButton(ButtonProtocol):
    """The key named `key`. Raises ValueError for a name that no key has."""

    def __init__(self, *, key: str) -> None:
        super().__init__()
        self._code = code_of(key)
        self._stream = InputStream()
        self._down_at_open = False
        self._repeats_told = False

    def opened(self, at: float) -> None:
        super().opened(at)
        self._stream.clear()
        self._down_at_open = self._repeats_told = False

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
            told, self._repeats_told = self._repeats_told, True
            return [] if told else [PressIgnored("repeated")]
        self._repeats_told = False
        return self._latch.edge(event.value == DOWN, at)
