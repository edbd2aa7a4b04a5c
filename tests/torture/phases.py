"""Into which phase of the round a kill fell: decided from the journal, by what the last record before the restart was.

    idle       between rounds, everything of the last one heard
    betting    bets are open
    dealing    the initial deal
    offers     surrender and insurance stand open
    armed      the button is lit: a press is owed
    pressed    pressed, not yet drawn
    drawn      drawn and committed, not yet shown on the meter
    play       a hand acts
    dealer     the Dealer draws
    settling   the round's last event was under way, or its outcome had not been heard yet

`starting` is told beside these: the kill fell before the daemon had written its own start.
"""

from typing import Final

from controller.games.view import TableView
from tests.torture.record import Step

PHASES: Final = ("betting", "dealing", "offers", "armed", "pressed", "drawn", "play", "dealer", "settling")
"""Those that are steered for; `idle` and `starting` come by themselves."""
REPORTED: Final = (*PHASES, "idle", "starting")


def phase_of(view: TableView) -> str:
    """The phase of a table that nothing is under way at."""
    if view.awaiting_multiplier:
        return "pressed"
    if view.button.lit and view.phase not in ("betting", "idle"):
        return "armed"
    return view.phase


def phase_left(last: Step, *, starting: bool, ends: bool, rounds_heard: frozenset[int], shown_ns: int) -> str:
    """The phase that a kill left, after the last step of the journal before it."""
    if starting:
        return "starting"
    if last.drawn is not None and shown_ns < last.utc_ns:
        return "drawn"
    if last.ended and last.view.round not in rounds_heard:
        return "settling"
    if ends and not last.ended:
        return "settling"
    return phase_of(last.view)
