"""An instant for people: the clock on the wall first, UTC beside it, and how long ago it was.

    2026-01-31 21:15:00 CET (20:15:00 UTC), 3 min ago

The one form in which commands print a time. Where the table PC keeps UTC it is not said twice.
"""

import time
from typing import Final

_UNITS: Final = ((86_400, "d"), (3600, "h"), (60, "min"))


def instant(utc_ns: int) -> str:
    """Date and time as the clock of this machine shows it, with UTC."""
    seconds = utc_ns // 1_000_000_000
    here, utc = time.localtime(seconds), time.gmtime(seconds)
    shown = time.strftime("%Y-%m-%d %H:%M:%S %Z", here)
    if here.tm_zone in {"UTC", "GMT"}:
        return shown
    same_day = (here.tm_year, here.tm_yday) == (utc.tm_year, utc.tm_yday)
    return f"{shown} ({time.strftime('%H:%M:%S' if same_day else '%Y-%m-%d %H:%M:%S', utc)} UTC)"


def when(utc_ns: int) -> str:
    """The same, and how long ago it was."""
    return f"{instant(utc_ns)}, {ago(utc_ns)}"


def ago(utc_ns: int) -> str:
    """How long ago it was."""
    return f"{span((time.time_ns() - utc_ns) / 1e9)} ago"


def span(seconds: float) -> str:
    """A length of time in the unit that fits."""
    for unit_s, unit in _UNITS:
        if seconds >= 2 * unit_s:
            return f"{seconds / unit_s:.0f} {unit}"
    return f"{max(0.0, seconds):.0f} s"
