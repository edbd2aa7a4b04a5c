"""The multiplier's weights and its draw (4.2): the kernel's generator, integer weights, no bias, no second draw.

`secrets.randbelow` draws from getrandom(2) and throws away what would favour the low numbers, so each ticket of the
`total` is equally likely; the ticket falls into one multiplier's share. When the player presses has no say in it.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Self

from controller.core.dataclass import dataclass
from controller.games.twenty_one.wagers.pandemonium import MULTIPLIERS


@dataclass(frozen=True, slots=True)
class Weights:
    """How many tickets each of the eight multipliers has; `tickets` in the order of MULTIPLIERS.

    Raises ValueError where one is missing, unknown or without a ticket.
    """

    tickets: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.tickets) != len(MULTIPLIERS):
            raise ValueError(f"expected a weight for each of {len(MULTIPLIERS)} multipliers, got {len(self.tickets)}")
        for multiplier, tickets in zip(MULTIPLIERS, self.tickets, strict=True):
            if tickets < 1:
                raise ValueError(f"expected a weight of at least 1 for the multiplier {multiplier}, got {tickets}")

    @classmethod
    def of(cls, given: Mapping[str, int]) -> Self:
        """Of tickets by multiplier, as a file has them; raises ValueError."""
        for name in given:
            if name not in map(str, MULTIPLIERS):
                raise ValueError(f"expected one of {', '.join(map(str, MULTIPLIERS))}, got `{name}`")
        return cls(tuple(given.get(str(multiplier), 0) for multiplier in MULTIPLIERS))

    @property
    def total(self) -> int:
        return sum(self.tickets)

    def share(self, ticket: int) -> int:
        """The multiplier that ticket number `ticket`, 0 to total - 1, stands for."""
        beyond = 0
        for multiplier, tickets in zip(MULTIPLIERS, self.tickets, strict=True):
            beyond += tickets
            if ticket < beyond:
                return multiplier
        raise ValueError(f"there is no ticket {ticket}, only 0 to {self.total - 1}")


Draw = Callable[[], int]
"""Gives one multiplier."""


def drawing(weights: Weights) -> Draw:
    """A draw by these weights from the kernel's generator."""
    return lambda: weights.share(secrets.randbelow(weights.total))
