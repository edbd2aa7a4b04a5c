"""`gpio`: a push button and a lamp on lines of a GPIO chip, through libgpiod.

The link hands in one record for each reading or edge: one byte with the line's level (0 or 1), then four bytes with
the kernel's number of the edge on this line (`line_seqno`, from 1; 0 for a reading that is no edge), high one first.
A number that is left out is an edge lost: the level is unknown then, until the button is seen up. The link takes one
byte, the level of the lamp's line.

The button closes the line to ground, the link sets the pull-up; so 0 is down, unless `active_high`.
"""

from typing import Final

from drivers.protocols.base.driver import BUTTON, Driver, Role
from drivers.protocols.base.protocol import DeviceEvent, DeviceProtocol, LineSettings, Received
from drivers.protocols.base.suspicions import InputLost
from drivers.protocols.buttons.protocol import ButtonProtocol

RECORD: Final = 5


def record(level: int, number: int = 0) -> bytes:
    """The link's record of a reading (number 0) or an edge."""
    return b"%c%b" % (level, number.to_bytes(4, "big"))


class Gpio(ButtonProtocol):
    """The button and its lamp."""

    def __init__(self, *, active_high: bool = False, lamp_active_low: bool = False) -> None:
        super().__init__()
        self._active_high = active_high
        self._lamp_active_low = lamp_active_low
        self._buffer = b""
        self._number = 0

    def opened(self, at: float) -> None:
        super().opened(at)
        self._buffer = b""
        self._number = 0

    def feed(self, data: bytes, at: float) -> list[Received]:
        self._buffer += data
        received: list[Received] = []
        while len(self._buffer) >= RECORD:
            one, self._buffer = self._buffer[:RECORD], self._buffer[RECORD:]
            self.counters.frames += 1
            taken = [Received(event) for event in self._take(one, at)]
            self.trace(one, taken)
            received += taken
        return received

    def lamp(self, *, lit: bool) -> list[bytes]:
        return [b"%c" % (lit is not self._lamp_active_low)]

    def _take(self, one: bytes, at: float) -> list[DeviceEvent]:
        down, number = bool(one[0]) is self._active_high, int.from_bytes(one[1:], "big")
        if not number:
            return self._latch.sample(down, at)
        expected, self._number = self._number + 1, number
        if number == expected:
            return self._latch.edge(down, at)
        self.counters.gaps += 1
        self._latch.forget()
        return [InputLost(), *self._latch.edge(down, at)]


def _build(*, role: Role, active_high: bool = False, lamp_active_low: bool = False) -> DeviceProtocol:
    del role
    return Gpio(active_high=active_high, lamp_active_low=lamp_active_low)


DRIVER = Driver("gpio", BUTTON, LineSettings(), _build, transports=frozenset(("gpio",)))
