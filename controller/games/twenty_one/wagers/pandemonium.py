"""The Pandemonium wager of the game of that name: a Pontoon wins what the meter shows after a press (3.15.2, 4.2)."""

from typing import Final

from controller.core.money import Odds
from controller.games.twenty_one.clauses import Clauses
from controller.games.twenty_one.hands import is_natural
from controller.games.twenty_one.state import Area, Round, Side
from controller.games.twenty_one.wagers.side_wager import SideWager, Verdict

MULTIPLIERS: Final = (2, 3, 5, 10, 20, 25, 50, 100)
"""What the meter can show, to 1 (4.2)."""

ON_A_PONTOON: Final = "3.15.2"
PRESS: Final = "3.19.1"
NOMINEE: Final = "3.19.2"
MULTIPLIER: Final = "4.2"
"""The clauses by which the wager wins, its press is owed, another presses for its player, and the meter pays."""


def has_pontoon(area: Area) -> bool:
    """Whether the area was dealt a Pontoon."""
    return bool(area.hands) and is_natural(area.hands[0])


def wins(area: Area, side: Side) -> bool:
    """Whether it is a Pandemonium wager and wins (3.15.2)."""
    return side.kind == PANDEMONIUM.kind and not side.returned and has_pontoon(area)


def verdict(_clauses: Clauses, _round: Round, area: Area, side: Side) -> Verdict:
    """By the multiplier that was drawn for it."""
    if side.multiplier is None or not wins(area, side):
        return None, (ON_A_PONTOON,)
    return Odds(side.multiplier), (ON_A_PONTOON, PRESS, MULTIPLIER)


PANDEMONIUM: Final = SideWager(kind="pandemonium", verdict=verdict, has_press=True)
