"""What the rest of the house may see of a table's state, the same for every game."""

from typing import Final, NamedTuple

from controller.core.effects import SetButton, SetMeter

IDLE: Final = "idle"
"""The phase of every game's view while no round is open."""


class TableView(NamedTuple):
    """`awaiting_multiplier` says that the button was pressed for the armed jackpot wager."""

    phase: str
    round: int
    cards_out: int
    decks: int
    awaiting_multiplier: bool
    rules_hash: str
    button: SetButton
    meter: SetMeter
