"""The Pot of Gold wager: by the free bet markers on the area (Free Bet Blackjack 3.15.3, 3.15.4.1, 4.3, I16)."""

from typing import Final

from controller.core.money import Odds
from controller.games.twenty_one.clauses import Clauses
from controller.games.twenty_one.state import Area, Round, Side
from controller.games.twenty_one.wagers.side_wager import SideWager, Verdict

ODDS: Final = {1: Odds(3), 2: Odds(10), 3: Odds(25), 4: Odds(50), 5: Odds(100)}
"""By the player's free bet markers on the area, five standing for more (4.3)."""


def verdict(_clauses: Clauses, _round: Round, area: Area, side: Side) -> Verdict:
    """The markers on bust hands count too (3.15.3)."""
    found = markers(area, side.player)
    return (ODDS[min(found, 5)] if found else None), ("3.15.3" if _has_main(area, side.player) else "3.15.4.1", "4.3")


def markers(area: Area, player: str) -> int:
    """The free bet markers that count for the player: his own, or the controller's where he has no main wager (I16)."""
    counted = player if _has_main(area, player) else area.closer
    return sum(bet.markers for hand in area.hands for bet in hand.bets if bet.player == counted)


def played_out(area: Area) -> bool:
    """Decided when no hand of the area can get a marker any more."""
    return bool(area.hands) and all(hand.done for hand in area.hands)


def _has_main(area: Area, player: str) -> bool:
    return any(bet.player == player for bet in area.mains)


POT_OF_GOLD: Final = SideWager(kind="pot_of_gold", verdict=verdict, decided=played_out)
