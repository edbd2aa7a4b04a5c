"""The record of the round at hand: what was said in it, one entry an event, as it stands now."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from controller.core.events import Authority, PlainEvent
from controller.games.records.record import Record


@dataclass(slots=True, unsafe_hash=True)
class Said(Record):
    """An event that was accepted, by its number: the line of a script, the record of a journal.

    `event` is None where it should not have been; the entry stays, so that it can be put back. `corrected_by` is the
    authority of the correction by which it stands so; what a correction put in has the correction's own number.
    """

    n: int
    event: Annotated[PlainEvent, Field(discriminator="type")] | None
    corrected_by: Authority | None = None

    @property
    def word(self) -> str:
        """The entry as a sentence names it, without a face."""
        return f"event {self.n}" if self.event is None else f"event {self.n} (`{self.event.type}`)"

    def copy(self) -> "Said":
        """Another record with the same fields."""
        new = Said.__new__(Said)
        new.n = self.n
        new.event = self.event
        new.corrected_by = self.corrected_by
        return new
