"""What a game's state is made of: records that a step copies and changes, and that a snapshot writes as lists.

A record is not changed once anybody else has it: whoever wants another one takes a `copy`, sets the fields of that and
hands it on. `altered` does the same in one expression; it takes twice as long, and is for what does not happen in every
step.

Two that are equal have the same hash (`unsafe_hash`), which holds as nothing changes once it is handed on.

Each class writes its `copy` out, field by field: so the interpreter copies the twenty fields of a round three times as
fast as it would make a named tuple of them, and a compiled build (`make compiled`) ten times as fast.
"""

from typing import Any, Self

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema

from controller.games.records.written import described


class Record:
    """The base of the records, each a dataclass with slots."""

    __slots__ = ()

    def copy(self) -> Self:
        """Another record with the same fields, not yet known to anybody."""
        raise NotImplementedError

    def _replace(self, **changes: Any) -> Self:
        """As of a named tuple: for whoever takes the states of any game (`round_of_play.Revisable`); else `altered`."""
        new = self.copy()
        for name, value in changes.items():
            setattr(new, name, value)
        return new

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return described(cls, handler)
