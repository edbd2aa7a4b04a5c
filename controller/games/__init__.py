"""The games: pure functions from a table's state and an event to its new state and what follows from it.

`new_table` starts a table, `step` is the one way on, `view` what the rest of the house may see. A game differs in one
module: `pontoon`, `pontoon_pandemonium`, `free_bet_blackjack`, `blackjack`; poker has a package of its own.
"""

from typing import Final

from controller.core.effects import Effect
from controller.core.events import Event
from controller.core.tables import PokerTable, Table
from controller.games.blackjack.rulebook import BLACKJACK
from controller.games.free_bet_blackjack.rulebook import FREE_BET_BLACKJACK
from controller.games.moves import LegalMove
from controller.games.poker import engine as poker
from controller.games.poker.legal_moves import legal_moves as legal_moves_poker
from controller.games.poker.state import State as PokerState
from controller.games.pontoon.rulebook import PONTOON
from controller.games.pontoon_pandemonium.rulebook import PONTOON_PANDEMONIUM
from controller.games.twenty_one import engine as twenty_one
from controller.games.twenty_one.legal_moves import legal_moves as legal_moves_twenty_one
from controller.games.twenty_one.opening import open_table, renew
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import State as TwentyOneState
from controller.games.twenty_one.viewing import view as view_twenty_one
from controller.games.view import TableView

RULEBOOKS: Final[dict[str, Rulebook]] = {
    book.game: book for book in (PONTOON_PANDEMONIUM, PONTOON, FREE_BET_BLACKJACK, BLACKJACK)
}

State = TwentyOneState | PokerState


def new_table(table: Table) -> State:
    """A table before its first round.

    Raises:
        TableError: the table line asks for what the game's rules forbid.

    """
    if isinstance(table, PokerTable):
        return poker.new_table(table)
    return open_table(RULEBOOKS[table.game], table)


def retable(state: State, table: Table) -> State:
    """The table between rounds under a new table line: rounds count on, and what the new line leaves valid stays.

    Seats stay as far as the new layout has them, poker stacks with them; the shoe stays where game and decks do.

    Raises:
        TableError: the table line asks for what the game's rules forbid.

    """
    fresh = new_table(table)
    if isinstance(state, TwentyOneState) and isinstance(fresh, TwentyOneState):
        return renew(fresh, state)
    if isinstance(state, PokerState) and isinstance(fresh, PokerState):
        return poker.renew(fresh, state)
    if isinstance(state, TwentyOneState):
        return fresh._replace(round=state.rounds) if isinstance(fresh, PokerState) else fresh
    return fresh._replace(rounds=state.round) if isinstance(fresh, TwentyOneState) else fresh


def step(state: State, event: Event) -> tuple[State, list[Effect]]:
    """The new state and the effects of one event; a refused request gives the same state and one `Rejected`."""
    if isinstance(state, TwentyOneState):
        return twenty_one.step(RULEBOOKS[state.table.game], state, event)
    return poker.step(state, event)


def view(state: State) -> TableView:
    """What the house may see of the state."""
    return view_twenty_one(state) if isinstance(state, TwentyOneState) else poker.view(state)


def legal_moves(state: State) -> tuple[LegalMove, ...]:
    """What may be done now, with amounts and clauses."""
    if isinstance(state, TwentyOneState):
        return legal_moves_twenty_one(RULEBOOKS[state.table.game], state)
    return tuple(legal_moves_poker(state))
