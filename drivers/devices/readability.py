"""Whether what a device sends can be read: frames rejected in a row, none accepted between, are no noise any more.

    readable --ROW rejected in a row--> unreadable --the first good frame--> readable

Then speed, parity or protocol are wrong, or the cable is bad. A row goes on when the port is opened anew.
"""

from typing import Final

from drivers.protocols.base.protocol import Counters
from drivers.protocols.base.reports import DeviceReadable, DeviceUnreadable

ROW: Final = 5
APART_S: Final = 60.0
"""A line that is bad now and then is reported not more often than this."""


class Readability:
    """Looks at the counters of one device; `unreadable` where it was when the table was stopped."""

    def __init__(self, *, unreadable: bool = False) -> None:
        self.unreadable = unreadable
        self.heard = False
        """Whether a good frame has come since the port was opened."""
        self.noise = 0
        """Frames rejected since the last good one, or since the port was opened."""
        self._row = 0
        self._frames = self._rejected = 0
        self._again_at = float("-inf")

    def opened(self) -> None:
        """The port has been opened (again)."""
        self.heard, self.noise = False, 0

    def look(self, counters: Counters, at: float) -> DeviceUnreadable | DeviceReadable | None:
        """What has changed since the last look, to be reported."""
        accepted, rejected = counters.frames > self._frames, counters.rejected - self._rejected
        self._frames, self._rejected = counters.frames, counters.rejected
        if accepted:
            self.heard, self.noise, self._row = True, 0, 0
            if self.unreadable:
                self.unreadable, self._again_at = False, at + APART_S
                return DeviceReadable()
        else:
            self.noise += rejected
            self._row += rejected
            if not self.unreadable and self._row >= ROW and at >= self._again_at:
                self.unreadable = True
                return DeviceUnreadable(self._row)
        return None
