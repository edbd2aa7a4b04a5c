"""The numbers of messages that a reader has not got, as stretches: what comes late is one of them."""

from typing import Final

MOST: Final = 1000
"""Stretches kept, the newest: who loses more has to ask for what he lacks."""


class Missing:
    """Of one table."""

    def __init__(self) -> None:
        self._stretches: list[tuple[int, int]] = []

    def note(self, first: int, last: int) -> None:
        """These have not come."""
        self._stretches = [*self._stretches[1 - MOST :], (first, last)]

    def fill(self, number: int) -> bool:
        """This one has come; whether it was missing."""
        for at, (first, last) in enumerate(self._stretches):
            if first <= number <= last:
                left = ((first, number - 1), (number + 1, last))
                self._stretches[at : at + 1] = [one for one in left if one[0] <= one[1]]
                return True
        return False

    def forget(self, number: int) -> None:
        """From this number on all is given out anew."""
        self._stretches = [(first, min(last, number - 1)) for first, last in self._stretches if first < number]
