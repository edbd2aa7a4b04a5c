"""The Over 13 bet: the initial two cards, an Ace as 1, come to more than 13 (Blackjack 3.13.2)."""

from typing import Final

from controller.core.money import EVENS
from controller.games.twenty_one.clauses import Clauses
from controller.games.twenty_one.state import Area, Round, Side
from controller.games.twenty_one.wagers.side_wager import SideWager, Verdict
from controller.games.twenty_one.wagers.under13 import AT_MOST_INITIAL_BET, EXACTLY_13, points


def verdict(clauses: Clauses, _round: Round, area: Area, _side: Side) -> Verdict:
    """One to one."""
    total = points(area)
    clause = EXACTLY_13 if total == 13 else "3.13.2.b"
    return (EVENS if total > 13 else None), (clause, clauses.pays)


OVER13: Final = SideWager(kind="over13", verdict=verdict, bound=AT_MOST_INITIAL_BET)
