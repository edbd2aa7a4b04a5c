"""The Under 13 bet: the initial two cards, an Ace as 1, come to less than 13 (Blackjack 3.13.2)."""

from typing import Final

from controller.core.money import EVENS, Cents
from controller.games.twenty_one.clauses import Clauses
from controller.games.twenty_one.hands import POINTS
from controller.games.twenty_one.state import Area, Round, Side
from controller.games.twenty_one.wagers.side_wager import Bound, SideWager, Verdict, opening_cards

EXACTLY_13: Final = "3.13.2.c"
"""The clause by which both Under 13 and Over 13 lose."""


def points(area: Area) -> int:
    """The sum of the initial two cards with every Ace as 1."""
    return sum(POINTS[card[0]] for card in opening_cards(area))


def initial_bet(area: Area, player: str) -> Cents:
    """The player's Initial Bet, else the largest on the box (I19)."""
    own = next((one.original for one in area.mains if one.player == player), None)
    return own if own is not None else max(one.original for one in area.mains)


AT_MOST_INITIAL_BET: Final = Bound(most=initial_bet, of="the Initial Bet", clause="3.13.2.d")
"""Of each Under 13 and Over 13 bet."""


def verdict(clauses: Clauses, _round: Round, area: Area, _side: Side) -> Verdict:
    """One to one."""
    total = points(area)
    clause = EXACTLY_13 if total == 13 else "3.13.2.a"
    return (EVENS if total < 13 else None), (clause, clauses.pays)


UNDER13: Final = SideWager(kind="under13", verdict=verdict, bound=AT_MOST_INITIAL_BET)
