"""What the house may see of a twenty-one table: phase, round, shoe, and what button and meter stand at."""

from controller.games.twenty_one.state import State
from controller.games.view import TableView


def view(state: State) -> TableView:
    """The table as the signage and the technician see it."""
    round_ = state.round
    return TableView(
        phase=_phase(state),
        round=state.rounds,
        cards_out=state.shoe.out,
        decks=state.shoe.decks,
        awaiting_multiplier=round_ is not None and round_.pressed is not None,
        rules_hash=state.rules_hash,
        button=state.button,
        meter=state.meter,
    )


def _phase(state: State) -> str:
    if state.round is None:
        return "idle"
    if state.round.phase == "play" and state.round.offers_open:
        return "offers"
    return state.round.phase
