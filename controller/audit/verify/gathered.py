"""What the records have made so far, to be held at the end to what lies there; that of two stretches can be joined."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from controller.journal.draft import Draft


class Due(NamedTuple):
    """A row as the record makes it; its text is made only where it is looked at."""

    lane: str
    seq: int
    topic: str
    retain: bool
    text: Callable[[int], str]


@dataclass(slots=True)
class Made(Draft):
    """What hangs on one record, its rows not yet written; of a lane only those from `kept` on and what is retained."""

    kept: Mapping[str, int] = field(default_factory=dict)
    due: list[Due] = field(default_factory=list)

    def post(self, lane: str, seq: int, topic: str, *, retain: bool, text: Callable[[int], str]) -> None:
        if retain or seq >= self.kept.get(lane, 0):
            self.due.append(Due(lane, seq, topic, retain, text))


@dataclass(slots=True)
class Gathered:
    """`matched` and `parked` are rows by lane and number; `begun` are fresh starts, `active` as in the table."""

    matched: set[tuple[str, int]] = field(default_factory=set)
    parked: set[tuple[str, int]] = field(default_factory=set)
    retained: dict[str, Due] = field(default_factory=dict)
    signed_topics: set[str] = field(default_factory=set)
    sequences: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    active: dict[tuple[str, str], tuple[Any, ...]] = field(default_factory=dict)
    snapshots: list[int] = field(default_factory=list)
    begun: set[int] = field(default_factory=set)

    def add(self, later: "Gathered", shift: Mapping[str, int]) -> None:
        """What came after it, its alerts begun with ours; `shift` is by how much its lanes were numbered too low."""
        self.matched |= later.matched
        self.parked |= later.parked
        self.retained |= {
            topic: due._replace(seq=due.seq + shift.get(due.lane, 0)) for topic, due in later.retained.items()
        }
        self.signed_topics |= later.signed_topics
        self.sequences |= later.sequences
        self.active = later.active
        self.snapshots += later.snapshots
        self.begun |= later.begun
