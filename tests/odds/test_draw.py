"""The draw: each ticket stands for one multiplier, in the shares of the weights."""

from collections import Counter

import pytest

from controller.games.twenty_one.wagers.pandemonium import MULTIPLIERS
from controller.odds.draw import Weights, drawing


def test_every_ticket_stands_for_its_multiplier() -> None:
    """Counting all tickets gives the weights back exactly: there is no bias to measure."""
    tickets = (5, 1, 7, 2, 9, 3, 4, 6)
    weights = Weights(tickets)
    counted = Counter(weights.share(ticket) for ticket in range(weights.total))
    assert counted == dict(zip(MULTIPLIERS, tickets, strict=True))
    with pytest.raises(ValueError, match="no ticket 37"):
        weights.share(weights.total)


def test_a_draw_is_a_multiplier() -> None:
    """What is drawn is one of the eight."""
    draw = drawing(Weights((1,) * 8))
    assert {draw() for _ in range(200)} <= set(MULTIPLIERS)


@pytest.mark.parametrize("tickets", [(1,) * 7, (1,) * 9, (0, 1, 1, 1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1, 1, -1)])
def test_weights_are_of_all_eight(tickets: tuple[int, ...]) -> None:
    """A multiplier without a ticket, or one too many, is refused."""
    with pytest.raises(ValueError, match="expected a weight"):
        Weights(tickets)
