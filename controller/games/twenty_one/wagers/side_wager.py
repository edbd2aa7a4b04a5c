"""A kind of side wager: everything that the mechanics ask of it, in one record.

Each kind has a file of its own beside this one; a game's rulebook lists those it has, in the order of the ledger. The
mechanics place, bound, return, decide and settle them all alike.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.money import Cents, Odds
from controller.games.twenty_one.clauses import Clauses
from controller.games.twenty_one.state import Area, Round, Side

if TYPE_CHECKING:
    from controller.games.twenty_one.rulebook import Rulebook

Verdict = tuple[Odds | None, tuple[str, ...]]
"""The odds won, None where the wager loses; and the clauses."""


def opening_cards(area: Area) -> tuple[str, ...]:
    """The initial two cards of the area, as far as they were dealt."""
    return area.opening or (area.hands[0].cards[:2] if area.hands else ())


def by_opening_cards(_rules: "Rulebook", area: Area, _side: Side) -> bool:
    """Decided as soon as the area has its initial two cards."""
    return len(opening_cards(area)) == 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """What one player may lay at most on an area that has a main wager."""

    most: Callable[[Area, str], Cents]
    """By the area and the player."""
    of: str
    """What it is measured by, in words."""
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SideWager:
    """One kind; `kind` is its word in the contract."""

    kind: str
    verdict: Callable[[Clauses, Round, Area, Side], Verdict]
    """Of a wager that plays and whose area got its initial two cards, at the end of the round."""
    decided: Callable[["Rulebook", Area, Side], bool] = by_opening_cards
    """Whether the wager on the area is won or lost, the initial deal being complete."""
    final: Callable[["Rulebook", Area, Side], bool] | None = None
    """Whether what it wins or loses can change no more; None where that is so as soon as it is decided."""
    bound: Bound | None = None
    needs_dealer: bool = False
    """While one plays, the Dealer draws to the end (I9)."""
    has_press: bool = False
    """Each winning one is owed a press of the jackpot button, which sets its odds."""
