"""Money is an integer of minor units (cents); odds are exact pairs of integers. No floats anywhere."""

from typing import NamedTuple

Cents = int
"""An amount in minor units of the table's currency."""


class Odds(NamedTuple):
    """`gain` to `stake`, as in 3 to 2."""

    gain: int
    stake: int = 1

    def pay(self, amount: Cents) -> Cents:
        """The winnings of `amount`, exact because stakes are multiples of an even chip; rounds down otherwise."""
        return amount * self.gain // self.stake

    def __str__(self) -> str:
        return f"{self.gain}:{self.stake}"


EVENS = Odds(1)
