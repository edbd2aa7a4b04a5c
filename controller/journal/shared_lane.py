"""A lane with several readers, as two brokers are: each takes every row in order, and none waits for another.

Each has a mark of its own, a row `LANE at READER` beside the lane's. What all of them have is the lane's own mark: rows
are deleted, and retained topics noted, up to there. So one that was away for days finds what it lacks, and where a
table had one reader before, its mark is where the new ones begin. A reader that the table has no more leaves no mark.
"""

from collections.abc import Iterable, Mapping, Sequence

from controller.journal.archive import reader_mark
from controller.journal.draft import Mark, OutboxRow
from controller.journal.outbox import Lane
from controller.journal.store import Journal

_RETAIN = (
    "INSERT INTO main.retained SELECT topic, max(seq), payload FROM main.outbox WHERE lane = ?1"
    " AND seq > (SELECT done FROM lanes WHERE lane = ?1) AND seq <= ?2 AND retain = 1 AND parked = 0 GROUP BY topic"
    " ON CONFLICT DO UPDATE SET seq = excluded.seq, payload = excluded.payload"
)


class SharedLane(Lane):
    """Who hands in rows, and who looks at what waits, has it in the place of a `Lane`; it is read by `readers`."""

    def __init__(self, *, journal: Journal, name: str, readers: Sequence[str]) -> None:
        super().__init__(journal=journal, name=name)
        marks = [reader_mark(name, reader) for reader in readers]
        self.readers = tuple(Reader(journal=journal, lane=self, mark=mark) for mark in marks)
        for left in journal.archive.reader_marks(name):
            if left not in marks:
                journal.defer(("left", left), "DELETE FROM lanes WHERE lane = ?", (left,))

    @property
    def foremost(self) -> Lane:
        return min(self.readers, key=lambda reader: reader.waiting)

    def by_reader(self) -> Mapping[str, Lane]:
        return {reader.mark_name: reader for reader in self.readers}

    def adopt(self, rows: Iterable[OutboxRow], *, yielding: bool = False) -> None:
        given = list(rows)
        super().adopt(given)
        for reader in self.readers:
            reader.adopt(given, yielding=yielding)

    def settle(self) -> None:
        """A reader has got further: so may what all of them have."""
        done = min(reader.done_seq for reader in self.readers)
        if done > self.done_seq:
            self._journal.defer(("retained", self.name), _RETAIN, (self.name, done))
            self._mark(done)


class Reader(Lane):
    """The rows of `lane` for one of its readers, marked as `mark`."""

    parked_too = True
    """What another one has refused for good is not refused here."""

    def __init__(self, *, journal: Journal, lane: SharedLane, mark: str) -> None:
        super().__init__(journal=journal, name=lane.name)
        self.mark_name = mark
        self._lane = lane
        self.done_seq = self.taken = max(self.done_seq, journal.archive.lane_position(mark)[1])

    def parked(self, row: OutboxRow) -> None:
        self._lane.parks += 1
        super().parked(row)

    def _retain(self, row: OutboxRow) -> None:
        """Where all have it (`SharedLane.settle`)."""

    def _write(self) -> None:
        self._journal.mark(self.mark_name, Mark(self.done_seq, 1))
        self._lane.settle()
