"""What the last commits took: the journal's disk as the table feels it."""

from collections import deque
from typing import Final

COMMITS: Final = 512
"""How many are remembered by their time."""


class CommitTimes:
    """In milliseconds; None before the first."""

    def __init__(self) -> None:
        self._times_s: deque[float] = deque(maxlen=COMMITS)

    def add(self, took_s: float) -> None:
        """One more."""
        self._times_s.append(took_s)

    @property
    def p50_ms(self) -> float | None:
        """Half of them took no longer."""
        return self._longest_ms(50)

    @property
    def p99_ms(self) -> float | None:
        """99 of 100 took no longer."""
        return self._longest_ms(99)

    def _longest_ms(self, of_100: int) -> float | None:
        """What so many of a hundred took at most."""
        if not self._times_s:
            return None
        return round(sorted(self._times_s)[len(self._times_s) * of_100 // 100] * 1000, 2)
