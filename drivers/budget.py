"""How much of something there may be: so much a second on average, and what was saved at once. A token bucket.

Times are the caller's, in seconds; nothing here waits.
"""


class Budget:
    """`rate` a second, never more than `burst` saved; it is full at first."""

    def __init__(self, *, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._saved = burst
        self._at: float | None = None

    def take(self, at: float, count: float = 1) -> bool:
        """Spend `count` where so much is saved; whether it was."""
        enough = self._fill(at) >= count
        if enough:
            self._saved -= count
        return enough

    def owe_s(self, at: float, count: float = 1) -> float:
        """Spend `count` in any case; how many seconds to wait until that is paid."""
        self._fill(at)
        self._saved -= count
        return max(0.0, -self._saved / self._rate)

    def share(self, at: float) -> float:
        """How full it is, from 0 to 1."""
        return max(0.0, self._fill(at) / self._burst)

    def _fill(self, at: float) -> float:
        if self._at is not None and at > self._at:
            self._saved = min(self._burst, self._saved + (at - self._at) * self._rate)
        self._at = at
        return self._saved
