"""What the rest of the house may see of a table's state, the same for every game."""

from dataclasses import dataclass
from typing import Final

from controller.core.effects import SetButton, SetMeter

IDLE: Final = "idle"
"""The phase of every game's view while no round is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """`press_owed` is (area, player) of the armed jackpot wager; `awaiting_multiplier` says it has been pressed."""

    phase: str
    round: int
    cards_out: int
    decks: int
    press_owed: tuple[int, str] | None
    awaiting_multiplier: bool
    rules_hash: str
    button: SetButton
    meter: SetMeter
