"""What a game is to everything else: one record that its package offers as `GAME`.

Whatever the house asks of a game it asks of this record, found by name in `controller.games.registry`. No room above
the games knows a game by its name; what differs from family to family is found by `family` or by the record's kind.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any, Protocol

from controller.core.dataclass import dataclass
from controller.core.effects import Effect
from controller.core.events import AnyEvent, Event
from controller.core.families import Family
from controller.games.clauses import Clause
from controller.games.floor.records import Floor, LastRound, TableNow
from controller.games.moves import LegalMove
from controller.games.round_of_play import RoundOfPlay
from controller.games.view import TableView


class State(Protocol):
    """A table's state, changed by nobody who was given it; pydantic writes and reads it. It has at least a game."""

    @property
    def game(self) -> str:
        """The name of the game on the table."""


def _table_alone(_state: Any, table: TableNow, _ended: LastRound | None) -> Floor:
    return Floor(table=table)


def _nothing_more(_state: Any, _move: LegalMove) -> tuple[Any, ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game:
    """One game; its functions take the states that its own `new_table` made, and are pure.

    `new_table(table)` is a table before its first round; it raises TableError where the line asks for what the rules
    forbid. `renew(fresh, old, rounds)` is the fresh table between rounds, going on after so many `rounds` and with
    whatever of `old` it leaves valid; `old` may be the state of any game.
    """

    name: str
    """As the table line, the outcome and every message say it."""
    document: str
    """The rules' own title with their version, as in `Blackjack (RWS), version 5`."""
    family: Family
    new_table: Callable[[Any], State]
    renew: Callable[[Any, State, int], State]
    step: Callable[[Any, Event], tuple[State, list[Effect]]]
    view: Callable[[Any], TableView]
    legal_moves: Callable[[Any], tuple[LegalMove, ...]]
    between: Callable[[Any, Any], Iterator[AnyEvent]]
    """The events by which a table that was so, between rounds, comes to be as it is now: shoe, waiting cards, seats."""
    clauses: tuple[Clause, ...]
    """Every row of the clause table, in the order of the document."""
    power_failure: str
    """The clause that gives the players something after a failure of the power."""
    deck: tuple[str, ...]
    """The cards of one deck."""
    floor: Callable[[Any, TableNow, LastRound | None], Floor] = _table_alone
    """What the people at the table see of it, with the parts that are the same for every game, and the round before."""
    sight: Callable[[Any, LegalMove], tuple[Any, ...]] = _nothing_more
    """What everybody can see of that which the move is about, beside its fields; its name changes with it."""
    round_of_play: RoundOfPlay | None = None
    """How a round is played again; None where the game takes no corrections."""
    deck_a_round: bool = False
    """Whether each round has a deck of its own, so that the cards of a shoe have no number."""
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What the fields of its events may say where the contract leaves it to the game: kinds of wager, actions."""
    face_down: bool = False
    """Whether a card can be dealt that nobody sees before it is turned."""
    multipliers: tuple[int, ...] = ()
    """What the meter can show; a game that has some is played with a button and a meter, others have neither."""

    @property
    def title(self) -> str:
        """The game by its name in the document, without house and version."""
        return self.document.partition(" (")[0]
