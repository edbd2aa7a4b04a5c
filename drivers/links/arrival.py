"""How late the loop may have read what came to a port.

Some protocols know a copy from a new card by the time between them. What counts is when both came to the port; a loop
that was held up reads the second one late, and a copy would be taken for a card. So each chunk is read with
its uncertainty:

    found ready at once     it came at any time since the last look, at which it was not there yet
    waited for              it came now
"""

import asyncio
import selectors
import time


class StampingSelector(selectors.DefaultSelector):
    """`since` is the earliest time at which what it has just found ready can have become so."""

    def __init__(self) -> None:
        super().__init__()
        self.since = self._looked_at = time.monotonic()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """As the system's; it looks before it waits."""
        ready = super().select(0)
        now = time.monotonic()
        self.since = self._looked_at
        if not ready and timeout != 0:
            ready = super().select(timeout)
            self.since = now = time.monotonic()
        self._looked_at = now
        return ready


class ArrivalLoop(asyncio.SelectorEventLoop):
    """The daemon's loop; `arrived` is for callbacks of readers."""

    def __init__(self) -> None:
        self._looks = StampingSelector()
        super().__init__(self._looks)

    def arrived(self) -> float:
        """The earliest time, on this loop's clock, at which what a reader finds now can have come."""
        return self._looks.since


def arrived(loop: asyncio.AbstractEventLoop, at: float) -> float:
    """The same for what is found at `at` on any loop; one that keeps no record of its looks cannot know better."""
    return loop.arrived() if isinstance(loop, ArrivalLoop) else at
