"""How much of a noisy line is reported: so many rejected or repeated frames in a window. The counters count all."""

from typing import Final

NOISE_LIMIT: Final = 10
NOISE_WINDOW_S: Final = 10.0


class NoiseLimit:
    """Counts the reports of one device."""

    def __init__(self) -> None:
        self._reported = 0
        self._since = float("-inf")

    def passed(self, at: float) -> bool:
        """Whether one more report at this time is one too many."""
        if at - self._since >= NOISE_WINDOW_S:
            self._since, self._reported = at, 0
        self._reported += 1
        return self._reported > NOISE_LIMIT
