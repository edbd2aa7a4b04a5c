"""The busted wager: by the number of cards with which the Dealer busts (Free Bet Blackjack 3.15.2, 4.2)."""

from typing import Final

from controller.core.money import Odds
from controller.games.twenty_one.clauses import Clauses
from controller.games.twenty_one.hands import count
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Area, Round, Side
from controller.games.twenty_one.wagers.side_wager import SideWager, Verdict

ODDS: Final = {3: Odds(1), 4: Odds(2), 5: Odds(6), 6: Odds(50), 7: Odds(100)}
"""By the cards of the Dealer's bust hand, seven standing for more (4.2)."""


def verdict(_clauses: Clauses, round_: Round, _area: Area, _side: Side) -> Verdict:
    """22 is a bust (3.15.2, I9)."""
    won = count(round_.dealer)[0] > 21
    return (ODDS[min(len(round_.dealer), 7)] if won else None), ("3.15.2", "4.2")


def not_before_the_end(_rules: Rulebook, _area: Area, _side: Side) -> bool:
    """The Dealer's last card decides it."""
    return False


BUSTED: Final = SideWager(kind="busted", verdict=verdict, decided=not_before_the_end, needs_dealer=True)
