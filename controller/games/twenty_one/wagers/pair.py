"""The pair wager: the initial two cards are of one rank, also against a Dealer's natural."""

from typing import Final

from controller.core.money import Odds
from controller.games.twenty_one.clauses import Clauses
from controller.games.twenty_one.hands import is_pair
from controller.games.twenty_one.state import Area, Round, Side
from controller.games.twenty_one.wagers.side_wager import SideWager, Verdict, opening_cards

ODDS: Final = Odds(11)


def verdict(clauses: Clauses, _round: Round, area: Area, _side: Side) -> Verdict:
    """By the rank alone: King and Queen are no pair."""
    if not is_pair(opening_cards(area)):
        return None, (clauses.pair_wager,)
    return ODDS, (clauses.pair_wager, clauses.pays)


PAIR: Final = SideWager(kind="pair", verdict=verdict)
