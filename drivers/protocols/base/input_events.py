"""The stream of `/dev/input/event*`: struct input_event of this machine, as the kernel writes it (input.h).

The link opens a stream with the keys that are down at that moment, marked by the time zero, which the kernel never
gives, and closes that list with a SYN_REPORT of time zero: levels, not edges. So a key that is held while the device is
plugged in is known to be held. `SYN_DROPPED`: the kernel has thrown events away.
"""

import struct
from typing import Final, NamedTuple

EVENT: Final = struct.Struct("@llHHi")
EV_SYN: Final = 0
EV_KEY: Final = 1
SYN_REPORT: Final = 0
SYN_DROPPED: Final = 3
UP: Final = 0
DOWN: Final = 1
AUTOREPEAT: Final = 2


class KeyEvent(NamedTuple):
    """A key's edge, or with `level` how it was found at opening; `value` 0 up, 1 down, 2 repeated by the kernel."""

    code: int
    value: int
    level: bool = False


class Dropped(NamedTuple):
    """Events were lost before they could be read."""


class LevelsKnown(NamedTuple):
    """All keys that were down at opening have come."""


def pack(code: int, value: int, *, kind: int = EV_KEY, seconds: int = 1) -> bytes:
    """One event as the kernel writes it; `seconds` 0 for the levels that the link puts ahead."""
    return EVENT.pack(seconds, 0, kind, code, value)


class InputStream:
    """Takes bytes in any cut, gives keys; what else a device sends (EV_MSC, lamps, axes) is passed over."""

    def __init__(self) -> None:
        self._rest = b""

    def clear(self) -> None:
        self._rest = b""

    def __len__(self) -> int:
        """Bytes held."""
        return len(self._rest)

    def feed(self, data: bytes) -> list[KeyEvent | Dropped | LevelsKnown]:
        data = self._rest + data
        whole = len(data) - len(data) % EVENT.size
        self._rest = data[whole:]
        found: list[KeyEvent | Dropped | LevelsKnown] = []
        for seconds, microseconds, kind, code, value in EVENT.iter_unpack(data[:whole]):
            level = seconds == microseconds == 0
            if kind == EV_KEY:
                found.append(KeyEvent(code, value, level))
            elif kind == EV_SYN and code == SYN_DROPPED:
                found.append(Dropped())
            elif kind == EV_SYN and level:
                found.append(LevelsKnown())
        return found
