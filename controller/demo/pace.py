"""How fast the demonstration goes: seconds after each kind of thing, for people to follow; all nothing for machines."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Pace:
    """`roll_s` and `show_s` are the meter's, the others are pauses of the dealer."""

    wager_s: float
    card_s: float
    decision_s: float
    press_s: float
    round_s: float
    roll_s: float
    show_s: float
    held_s: float
    """How long a finger stays on the button."""


TO_WATCH: Final = Pace(
    wager_s=0.2, card_s=0.5, decision_s=0.7, press_s=1.5, round_s=4.0, roll_s=2.0, show_s=2.0, held_s=0.1
)
"""A round takes some 20 to 30 seconds, about half of what it takes people."""
FAST: Final = Pace(wager_s=0, card_s=0, decision_s=0, press_s=0, round_s=0, roll_s=0, show_s=0, held_s=0.05)
"""As fast as the table takes it; only a press keeps the time that tells it from the bouncing of contacts."""
