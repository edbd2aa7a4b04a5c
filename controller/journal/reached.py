"""How far lanes and devices are, in the tables `lanes` and `sequences`: written as a run begins and with each snapshot.

Between two snapshots the outbox and the records say it: of a lane the newest row, of a device the newest record with a
mark of a frame. A commit so leaves two pages alone that it would else write each time.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from controller.journal.draft import Draft


class Reached:
    """Begins with what the journal holds: the lanes' last numbers; device, mark and record behind the last snapshot."""

    def __init__(self, numbers: Mapping[str, int], sequences: Iterable[tuple[str, str, int]]) -> None:
        self._numbers = dict(numbers)
        self._sequences = {device: (device, sequence, n) for device, sequence, n in sequences}
        self._lanes: set[str] = set()
        """Those that were written in this run."""

    def heed(self, drafts: Sequence[Draft]) -> bool:
        """These are to be committed; whether `write` is to be called with them."""
        for draft in drafts:
            record = draft.record
            self._numbers |= {row.lane: row.seq for row in draft.rows}
            if record.device is not None and record.sequence is not None:
                self._sequences[record.device] = record.device, record.sequence, record.n
        return any(draft.snapshot for draft in drafts) or not self._numbers.keys() <= self._lanes

    def write(self, connection: sqlite3.Connection) -> None:
        """In the transaction of the drafts; raises sqlite3.Error."""
        connection.executemany(
            "INSERT INTO lanes (lane, last, done, kept) VALUES (?1, ?2, 0, 1) ON CONFLICT DO UPDATE SET last = ?2",
            self._numbers.items(),
        )
        connection.executemany(
            "INSERT INTO sequences VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET sequence = ?2, n = ?3",
            self._sequences.values(),
        )

    def written(self) -> None:
        """That transaction was committed."""
        self._lanes |= self._numbers.keys()
        self._numbers.clear()
        self._sequences.clear()
