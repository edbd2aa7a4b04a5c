"""When to try again, and what to report of it: one outage, one line in the log, however many attempts it takes.

Where it goes on for another reason there is one line more.

Attempts back off exponentially to a cap, with jitter so that the devices of a hall do not knock in step after a power
cut. The wait begins anew only after a connection has held for a while; so a device that comes and goes is tried at
the cap, not in a storm.
"""

import random
from collections import deque
from typing import Final

FIRST_S: Final = 0.2
CAP_S: Final = 5.0
"""A dealer who pushed the plug back in looks at the table for about that long."""
STEADY_S: Final = 10.0
"""A connection that held this long ends the outage for good."""
HELD_S: Final = 60.0
"""Another reason that has held this long is told: what comes and goes between two is not."""
FLAPPING_LOSSES: Final = 5
FLAPPING_WINDOW_S: Final = 60.0


class Outage:
    """The outages of one device; times are the loop's, in seconds."""

    def __init__(self, *, first_s: float = FIRST_S, cap_s: float = CAP_S, jitter: random.Random | None = None) -> None:
        self._first_s = first_s
        self._cap_s = cap_s
        self._jitter = jitter or random.Random()  # noqa: S311 - it spreads attempts, it guards nothing
        self._attempts = 0
        self._up_since: float | None = None
        self._losses: deque[float] = deque(maxlen=FLAPPING_LOSSES)
        self._flapping_reported_at = float("-inf")
        self.reason: str | None = None
        """What was told of the outage last; None while there is none."""
        self._other = "", 0.0

    def tells(self, reason: str, at: float) -> bool:
        """Whether to log it, with this reason: once for each outage, and again where another one has held."""
        since = self._other[1] if reason == self._other[0] else at
        self._other = reason, since
        if self.reason is not None and (reason == self.reason or at - since < HELD_S):
            return False
        self.reason = reason
        return True

    def ends(self, at: float) -> bool:
        """The device is there; true when an outage was logged that is now over."""
        self._up_since = at
        before, self.reason = self.reason, None
        return before is not None

    def delay_s(self, at: float) -> float:
        """How long to wait before the next attempt."""
        if self._up_since is not None and at - self._up_since >= STEADY_S:
            self._attempts = 0
        self._up_since = None
        delay_s = min(self._first_s * 2.0**self._attempts, self._cap_s)
        self._attempts = min(self._attempts + 1, 16)
        return delay_s * self._jitter.uniform(0.75, 1.25)

    def flapping(self, at: float) -> bool:
        """Count a loss; true when it comes too often, at most once in a window."""
        self._losses.append(at)
        often = len(self._losses) == FLAPPING_LOSSES and at - self._losses[0] <= FLAPPING_WINDOW_S
        if not often or at - self._flapping_reported_at < FLAPPING_WINDOW_S:
            return False
        self._flapping_reported_at = at
        return True
