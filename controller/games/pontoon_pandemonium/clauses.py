"""The clause table of Pontoon Pandemonium (MBS), version 5: Pontoon's rows under its numbers, and its own."""

from typing import Final

from controller.games.clauses import in_order
from controller.games.pontoon.clauses import RENUMBERED, shared, tested

_OWN: Final = {
    "1.1.2": ("the games multiplier is the odds of the wager", "wagers.pandemonium.verdict"),
    "1.1.12": ("the Pandemonium wager wins with a Pontoon", "wagers.pandemonium.wins"),
    "1.1.13": ("the button is for who has a Pontoon and the wager", "wagers.jackpot.owed"),
    "2.2.4": ("Pandemonium wagers have their place on every area", "betting.bets._check_kind"),
    "3.15.2": ("the wager is decided by the initial hand", "wagers.pandemonium.wins"),
    "3.15.3": ("a Pandemonium wager needs a main wager on the area, not of the player", "betting.bets._closed"),
    "3.16": (
        "the players on the area come first for its Pandemonium wager too",
        "betting.priorities.side_wager_takers",
    ),
    "3.17.1": ("three Pandemonium wagers on an area", "betting.bets._position"),
    "3.19.1": ("the button goes anti-clockwise from the Dealer's right", "wagers.jackpot.owed"),
    "3.19.2": ("a nominee presses who has no winning wager himself", "wagers.jackpot.press"),
    "3.29.1": ("the paid Pontoon keeps its press", "flow._finish"),
    "3.32": ("the totals do not decide the Pandemonium wager", "wagers.pandemonium.verdict"),
    "4.2": ("one press and what the meter shows", "wagers.jackpot.draw"),
}
"""Clauses that only this document has, and those that its own wager changes."""


def number_in_pandemonium(number: str) -> str:
    """The number, in this document, of a clause by Pontoon's number."""
    return RENUMBERED.get(number, number)


CLAUSES: Final = in_order(
    [clause for clause in shared(ground=False) if clause.number not in _OWN]
    + tested(_OWN, "pontoon_pandemonium/test_pandemonium", renumbered={}, ground=True)
)
