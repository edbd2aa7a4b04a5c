"""What a game says of its rounds so that one can be played again: rulings after the outcome, corrections.

A round is concluded when the next one opens, not by its outcome: its payments end it. Until then the state keeps the
table as it was `before` the round, what was `said` in it, and how many outcomes of it were told (`revision`); whoever
rules or corrects changes the record, and the round is played again through the game's own `step` (`games.revision`).

A game takes corrections when its state has these three fields, at its end and with these defaults, and its record a
`RoundOfPlay`; two clauses are enough. The other fields are for games whose irregularities are ruled on after the
outcome, too.

    class State(NamedTuple):
        ...
        before: "State | None" = None
        said: tuple[Said, ...] = ()
        revision: int = 0
"""

from collections.abc import Callable
from typing import Any, Protocol, Self

from controller.core.dataclass import dataclass
from controller.core.effects import Effect
from controller.core.events import Event
from controller.games.said import Said


class Revisable(Protocol):
    """A state that keeps the record of its round."""

    @property
    def game(self) -> str: ...
    @property
    def before(self) -> Self | None: ...
    @property
    def said(self) -> tuple[Said, ...]: ...
    @property
    def revision(self) -> int: ...
    def _replace(self, **changes: Any) -> Self: ...


def _as_it_is(state: Any, _: Any) -> Any:
    return state


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RoundOfPlay:
    """`definition` is the clause by which a round goes on until it is concluded.

    `shift_manager` is the clause of who decides what is beyond those at the table: it is cited where the authority of
    a person does not reach.
    """

    definition: str
    shift_manager: str
    revises: Callable[[Event], bool] = lambda _: False
    """Whether it is a ruling on the round, which is played where it belongs also when the outcome has been told."""
    late_authority: Callable[[Event], bool] = lambda _: False
    """Whether such a ruling needs a pit manager once the outcome has been told."""
    still_of_it: tuple[type[Event], ...] = ()
    """Events after the one that ended the round that are part of it all the same, as a card too many."""
    begin: Callable[[Any, Any], Any] = _as_it_is
    """`begin(before, now)`: the table from which the round is played again, with what stays though it is."""
    hold: Callable[[Any, bool], Any] = _as_it_is
    """`hold(state, held)`: while held a round is not settled, since a ruling in its record is still to come."""
    conclude: Callable[[Any, list[Effect]], Any] = _as_it_is
    """`conclude(state, out)`: settles what was held back, after the last ruling."""
    unseen: Callable[[Any, Event], tuple[int, ...]] = lambda _, __: ()
    """The seats at which the event's cards with a face come to lie unseen."""
