"""The house edge of the pandemonium wager: exact, and what dealing every pair of cards gives."""

from fractions import Fraction
from itertools import permutations

import pytest

from controller.games.twenty_one.wagers.pandemonium import MULTIPLIERS
from controller.odds.edge import mean_multiplier, pandemonium_edge, percent, pontoon_probability

EQUAL = (1,) * len(MULTIPLIERS)


def test_the_chance_of_a_pontoon_by_counting() -> None:
    """Dealing every ordered pair of one deck of 48 gives the same chance as the formula."""
    deck = [rank for rank in "A23456789JQK" for _ in range(4)]
    pairs = list(permutations(range(48), 2))
    pontoons = sum({deck[a], deck[b]} in ({"A", "J"}, {"A", "Q"}, {"A", "K"}) for a, b in pairs)
    assert pontoon_probability(1) == Fraction(pontoons, len(pairs))


def test_the_known_figures() -> None:
    """On eight decks P is 16/383; a mean of 21.02 leaves 8 %, equal weights would pay the players 116 %."""
    assert pontoon_probability(8) == Fraction(16, 383)
    assert mean_multiplier(EQUAL) == Fraction(26875, 1000)
    assert percent(pandemonium_edge(EQUAL, 8)) == "-16.45 %"
    assert percent(1 - pandemonium_edge(EQUAL, 8)) == "116.45 %"


@pytest.mark.parametrize(("decks", "edge"), [(4, "7.77 %"), (6, "7.93 %"), (8, "8.01 %")])
def test_the_weights_that_come_with_the_program(decks: int, edge: str) -> None:
    """The example weights leave the house near 8 % with any number of decks that the rules allow."""
    tickets = (135, 135, 135, 140, 146, 134, 110, 65)
    assert mean_multiplier(tickets) == Fraction(2102, 100)
    assert percent(pandemonium_edge(tickets, decks)) == edge


@pytest.mark.parametrize(
    ("fraction", "text"),
    [
        (Fraction(1, 3), "33.33 %"),
        (Fraction(-1, 3), "-33.33 %"),
        (Fraction(0), "0.00 %"),
        (Fraction(1, 20000), "0.01 %"),
    ],
)
def test_percent_for_people(fraction: Fraction, text: str) -> None:
    """Two decimals, the sign in front."""
    assert percent(fraction) == text
