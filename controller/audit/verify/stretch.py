"""A stretch of records from one kept snapshot to another, which another process looks at: what it takes as given.

The state, the start and the links before it lie in the journal, and so do the numbers of messages that are still kept.
The active alerts are taken to be those that are active now and were raised before it; the last outcome is not known.
Whoever comes to the beginning of the stretch from before knows all of it, and believes the stretch only if it was so.
Lanes whose rows of then are deleted are counted from nothing, and numbered when that is known.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple, Self

from controller.audit.elsewhere import Ends
from controller.audit.findings import Report
from controller.audit.journal_file import JournalFile
from controller.audit.verify.gathered import Gathered
from controller.core.alerts import ActiveAlert
from controller.games import State
from controller.journal.archive import REACHED, Stored
from controller.journal.numbering import Numbering
from controller.journal.start_record import Start
from controller.table.consequences import Consequences
from controller.table.recovery import state_to_json


class _Snapshots(Collection[int]):
    """The records behind which there is one, read when it is asked for; raises sqlite3.Error."""

    def __init__(self, file: JournalFile) -> None:
        self._file = file

    @cached_property
    def _found(self) -> frozenset[int]:
        return frozenset(n for (n,) in self._file.rows("SELECT n FROM snapshots"))

    def __contains__(self, n: object) -> bool:
        return n in self._found

    def __iter__(self) -> Iterator[int]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


Alert = tuple[Any, ...]
"""A row of the table `standing`: code, device, record, severity, text, rule."""


_BEYOND: Final = 2**62
"""Above every number of a lane."""


@dataclass
class Beside:
    """How far each lane is (last, done, kept, mark), which rows are parked, and which snapshots there are.

    Marks of devices are written with a snapshot: those behind record `heard_to` are not in their table yet.
    """

    lanes: dict[str, tuple[Any, ...]]
    parked: set[tuple[str, int]]
    snapshots: Collection[int]
    heard_to: int

    @classmethod
    def of(cls, file: JournalFile) -> Self:
        """As it lies in the journal; raises sqlite3.Error."""
        parked = set(file.rows("SELECT lane, seq FROM outbox WHERE parked <> 0"))
        found = file.rows(f"SELECT lane, {REACHED}, done, kept, mark FROM lanes")  # noqa: S608 - our own words
        lanes = {row[0]: row[1:] for row in found}
        ((heard_to,),) = file.rows(
            "SELECT coalesce(max(n), 0) FROM (SELECT max(n) AS n FROM snapshots UNION SELECT max(n) FROM sequences)"
        )
        return cls(lanes, parked, _Snapshots(file), heard_to)

    def seen_by(self, numbers: Mapping[str, int | None]) -> Self:
        """As whoever does not know the numbers of some lanes has to see it: nothing of those is kept."""
        lanes = {
            lane: row if numbers.get(lane, 0) is not None else (_BEYOND, _BEYOND, _BEYOND, None)
            for lane, row in self.lanes.items()
        }
        parked = {(lane, seq) for lane, seq in self.parked if numbers.get(lane, 0) is not None}
        return type(self)(lanes, parked, frozenset(self.snapshots), self.heard_to)

    def lane(self, name: str) -> tuple[Any, ...]:
        return self.lanes.get(name, (0, 0, 1, None))

    def is_pruned(self, lane: str, first: int, last: int) -> bool:
        """Whether every row behind number `first` up to `last` was delivered and none is kept."""
        _, done, kept, _ = self.lane(lane)
        parked = any(name == lane and first < seq <= last for name, seq in self.parked)
        return first == last or (last < kept and last <= done and not parked)


class Stretch(NamedTuple):
    """What is taken as given of it; the number that each lane had reached is None where it is not known."""

    ends: Ends
    numbers: Mapping[str, int | None]
    active: tuple[Alert, ...]


class Given(NamedTuple):
    """What the stretch began with; `begun` is the link of its start, `state` the digest of its snapshot."""

    start: Start
    begun: bytes
    state: bytes
    link: bytes
    seal: bytes | None
    numbers: Mapping[str, int | None]
    active: tuple[Alert, ...]

    @staticmethod
    def alert(row: Alert) -> ActiveAlert:
        """The alert of a row."""
        of, what = row[:2], row[3:]
        return ActiveAlert(*of, *what)


class Carried(NamedTuple):
    """What hangs on its records."""

    made: Gathered
    numbers: Numbering
    consequences: Consequences


class Confirmed(NamedTuple):
    """A stretch in which nothing was found: what it began with, and what is so behind its last record."""

    given: Given
    report: Report
    last: Stored
    start: Start
    state: State
    carried: Carried


def digest(state: State) -> bytes:
    """The same for the same state, and for no other."""
    return hashlib.sha256(state_to_json(state)).digest()
