"""A record on its way to the disk, with all that has to reach the disk in the same transaction."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from controller.core.alerts import ActiveAlert
from controller.journal.chain import Record


class OutboxRow(NamedTuple):
    """One message or order: number `seq` of its lane, from record `n`. `topic` is below the table's prefix."""

    lane: str
    seq: int
    n: int
    utc_ns: int
    topic: str
    retain: bool
    payload: str


class Retained(NamedTuple):
    """The last message of a retained topic at the broker: number `seq` of its lane."""

    topic: str
    seq: int
    payload: str


class Mark(NamedTuple):
    """How far a lane is: delivered up to row `done`; rows from `kept` on are there, older ones only where parked."""

    done: int
    kept: int


@dataclass(slots=True)
class Draft:
    """`record` with its link, a seal where it has one, and what hangs on it; `snapshot` is the state after it."""

    record: Record
    link: bytes
    seal: bytes | None = None
    rows: list[OutboxRow] = field(default_factory=list)
    raised: list[ActiveAlert] = field(default_factory=list)
    cleared: list[tuple[str, str]] = field(default_factory=list)
    parked: list[tuple[str, int]] = field(default_factory=list)
    """Rows, by lane and number, that were refused for good: kept, and not tried again."""
    snapshot: bytes | None = None

    def post(self, lane: str, seq: int, topic: str, *, retain: bool, text: Callable[[int], str]) -> None:
        """One more message or order; `text` makes its payload of its number."""
        self.rows.append(OutboxRow(lane, seq, self.record.n, self.record.utc_ns, topic, retain, text(seq)))

    @property
    def settles(self) -> bool:
        """Whether the head file is synced behind it: a round's end, a start, a stop, a notice that is published.

        What a device reports of itself, as a button of its level, is like an event in this.
        """
        if self.record.kind == "notice":
            return bool(self.rows or self.raised or self.cleared)
        return self.record.ended or self.record.kind != "event"
