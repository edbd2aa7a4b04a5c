"""What the house may see of a twenty-one table: phase, round, shoe, and what button and meter stand at."""

from controller.games.twenty_one.state import Round, State
from controller.games.view import IDLE, TableView


def view(state: State) -> TableView:
    """The table as the signage and the technician see it."""
    round_ = state.round
    shoe = state.shoe
    awaiting_multiplier = round_ is not None and round_.pressed is not None
    return TableView(  # by place: it is made for every step
        _phase(round_), state.rounds, shoe.out, shoe.decks, awaiting_multiplier, state.rules_hash, state.button,
        state.meter,
    )  # fmt: skip


def _phase(round_: Round | None) -> str:
    if round_ is None:
        return IDLE
    return "offers" if round_.phase == "play" and round_.offers_open else round_.phase
