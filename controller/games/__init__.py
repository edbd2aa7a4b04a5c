"""The games: pure functions from a table's state and an event to its new state and what follows from it.

`new_table` starts a table, `step` is the one way on, `view` what the rest of the house may see, `floor_view` what the
people at the table see (`floor`). Each game is a package that offers one record, `GAME` (`game`), and the record
answers here, found by the state's game (`registry`).
"""

from controller.core.effects import Effect
from controller.core.events import Event
from controller.core.tables import Table
from controller.games import revision
from controller.games.floor import moves
from controller.games.floor.records import Floor
from controller.games.floor.trial import Tried
from controller.games.floor.trial import tried as _tried
from controller.games.floor.view import floor_view as _floor_view
from controller.games.game import State
from controller.games.moves import LegalMove
from controller.games.registry import BUILT_IN, find
from controller.games.view import TableView

__all__ = ["State", "floor_view", "legal_moves", "move_for", "new_table", "retable", "step", "tried", "view"]


def new_table(table: Table) -> State:
    """A table before its first round.

    Raises:
        TableError: the table line asks for what the game's rules forbid.

    """
    return find(table.game).new_table(table)


def retable(state: State, table: Table) -> State:
    """The table between rounds under a new table line: rounds count on, and what the new line leaves valid stays.

    Seats stay as far as the new layout has them, poker stacks with them; the shoe stays where game and decks do.

    Raises:
        TableError: the table line asks for what the game's rules forbid.

    """
    return find(table.game).renew(new_table(table), state, view(state).round)


def step(state: State, event: Event, n: int | None = None) -> tuple[State, list[Effect]]:
    """The new state and the effects of one event; a refused request gives the same state and one `Rejected`.

    `n` is the number by which corrections name the event: its line in a script, its record in a journal. Without one
    it is the next after the last of the round.
    """
    name = state.game
    return revision.step(BUILT_IN.imported.get(name) or find(name), state, event, n)


def view(state: State) -> TableView:
    """What the house may see of the state."""
    name = state.game
    return (BUILT_IN.imported.get(name) or find(name)).view(state)


def legal_moves(state: State) -> tuple[LegalMove, ...]:
    """What may be done now, with amounts and clauses, each under a name of its own."""
    return moves.named_moves(find(state.game), state)


def move_for(state: State, name: str) -> LegalMove | None:
    """The legal move of this name; None where none looks so any more."""
    return moves.move_for(find(state.game), state, name)


def tried(state: State, event: Event) -> Tried:
    """What would come of the event, or why it would be refused; nothing is done."""
    return _tried(find(state.game), state, event)


def floor_view(state: State) -> Floor:
    """What the people at the table see; between rounds with the last one as it lay and what is owed of it."""
    return _floor_view(find(state.game), state)
