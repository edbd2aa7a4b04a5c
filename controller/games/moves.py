"""What may be done at a table now: the same record for every game, made from the state alone."""

from controller.core.dataclass import dataclass
from controller.core.money import Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalMove:
    """An event that would not be refused: its `type`, the `fields` that make it so, and the clause that allows it.

    `amounts` are the least and the most of its amount, both allowed, where it takes one; `takers` are the players who
    may take an option that another has left, in the order in which the clause beside each prefers them. `positions` are
    the places on the area that a wager of somebody new may have, front to back. `faces` is how many cards have to be
    said with it, because the table does not know them. `id` names the move as `controller.games` lists it
    (`floor.moves`).
    """

    type: str
    fields: tuple[tuple[str, str | int], ...] = ()
    amounts: tuple[Cents, Cents] | None = None
    clause: str | None = None
    takers: tuple[tuple[str, str], ...] = ()
    positions: tuple[int, ...] = ()
    faces: int = 0
    id: str = ""
