"""What time it is, in three ways: UTC for people, monotonic for order, and whether the UTC can be believed.

A record carries all three beside the boot's identity, so that a stepped or unset clock breaks no order: within a boot
the monotonic time decides, between boots the record's number does. Nothing in the controller waits on UTC.
"""

import ctypes
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
_TIME_ERROR: Final = 5
"""What adjtimex(2) returns while the kernel's clock is not synchronised."""
_TIMEX_BYTES: Final = 208
"""The size of struct timex on 64-bit Linux; zeroed it has no mode bits, so the call only reads."""
TOLD: Final = Path("/run/table-clock/synchronised")
"""Where table-clock.service writes down when the kernel last said so, for who may not ask: nanoseconds, monotonic."""
_TOLD_FOR_NS: Final = 6_000_000_000
"""That is written every two seconds."""
_SYNCHRONISED_FOR_NS: Final = 1_000_000_000
"""The kernel is asked once a second; time servers change their mind far more slowly."""


class Moment(NamedTuple):
    """An instant: nanoseconds of UTC since 1970, nanoseconds since boot, and whether a time server vouches for UTC."""

    utc_ns: int
    monotonic_ns: int
    synchronised: bool


Clock = Callable[[], Moment]


class SystemClock:
    """The kernel's clocks; an instance is a Clock."""

    def __init__(self, told: Path = TOLD) -> None:
        self._told = told
        self._adjtimex = getattr(ctypes.CDLL(None), "adjtimex", None)
        self._asked_ns = -_SYNCHRONISED_FOR_NS
        self._synchronised = False

    def __call__(self) -> Moment:
        monotonic_ns = time.monotonic_ns()
        if monotonic_ns - self._asked_ns >= _SYNCHRONISED_FOR_NS:
            self._asked_ns = monotonic_ns
            self._synchronised = self._ask(monotonic_ns)
        return Moment(time.time_ns(), monotonic_ns, self._synchronised)

    def _ask(self, monotonic_ns: int) -> bool:
        answer = -1 if self._adjtimex is None else self._adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
        return was_told(self._told, monotonic_ns) if answer < 0 else bool(answer < _TIME_ERROR)


def was_told(file: Path, monotonic_ns: int) -> bool:
    """Whether the file says that the clock is synchronised; one that is old says nothing."""
    try:
        return 0 <= monotonic_ns - int(file.read_text(encoding="ascii")) < _TOLD_FOR_NS
    except (OSError, ValueError):
        return False


def boot_id() -> str:
    """The kernel's name for this boot; "unknown" where there is none."""
    try:
        return BOOT_ID.read_text().strip()
    except OSError:
        return "unknown"


def rfc3339(utc_ns: int) -> str:
    """UTC with microseconds, as in `2026-01-31T20:15:00.000001Z`."""
    seconds, rest = divmod(utc_ns, 1_000_000_000)
    return f"{_to_the_second(seconds)}.{rest // 1000:06d}Z"


@lru_cache(maxsize=1)
def _to_the_second(seconds: int) -> str:
    """Asked many times within one."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}"


def utc_ns_of(text: str) -> int:
    """The instant that `rfc3339` wrote; raises ValueError."""
    at = datetime.fromisoformat(text)
    return int(at.timestamp()) * 1_000_000_000 + at.microsecond * 1000
