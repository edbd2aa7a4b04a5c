"""The numbers of the outbox's lanes: each is given out once, in order and one more each time, with one exception.

Where an older copy of the journal was put back, numbers that it has not given out yet were given out by the one that
it took the place of. The broker's lane then goes on above them. That is a notice of its own in the journal, so that the
numbers follow from the records and a gap without it is found.
"""

from collections.abc import Mapping
from typing import Final

MARGIN: Final = 100_000
"""How far above the last number seen we go on: what was sent after it is not known. Some thousand rounds, or a day of
a device that comes and goes each second; readers count to 2**53."""


class Numbering:
    """Goes on after `last`, by lane."""

    def __init__(self, last: Mapping[str, int]) -> None:
        self._last = dict(last)

    def next(self, lane: str) -> int:
        """The number of the lane's next row."""
        self._last[lane] = seq = self._last.get(lane, 0) + 1
        return seq

    def skip(self, lane: str, used_to: int) -> None:
        """Numbers up to `used_to` were given out elsewhere."""
        self._last[lane] = max(self._last.get(lane, 0), used_to)

    def shift(self, lane: str, by: int) -> None:
        """All numbers of the lane were given out so many further on."""
        self._last[lane] = self._last.get(lane, 0) + by

    def last(self) -> dict[str, int]:
        """The last number given out in each lane."""
        return dict(self._last)


def used_to(*, seen: int, n: int, last: int) -> int:
    """Up to where numbers may be used, where another journal of ours gave out `seen` by its record `n`, ours `last`.

    `n` was signed, `seen` was not: it is believed as far as so many records can have brought it. None brings as many
    messages as the margin.
    """
    return min(seen, last + n * MARGIN) + MARGIN
