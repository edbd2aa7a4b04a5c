"""The rows of one lane of the outbox, read once and in their order; the records ask for them in the same order."""

from collections.abc import Iterator
from typing import Any, Final

from controller.audit.journal_file import JournalFile

_ROWS: Final = "SELECT seq, n, utc_ns, topic, retain, payload FROM main.outbox WHERE lane = ? AND seq >= ? ORDER BY seq"
_ROW: Final = "SELECT seq, n, utc_ns, topic, retain, payload FROM main.outbox WHERE lane = ? AND seq = ?"

Row = tuple[Any, ...]
"""Number, record, time, topic, whether it is retained, payload."""


class LaneRows:
    """What lies there under each number; raises sqlite3.Error."""

    def __init__(self, file: JournalFile, lane: str) -> None:
        self._file = file
        self._lane = lane
        self._rows: Iterator[Row] | None = None
        self._next: Row | None = None
        self._asked = -1

    def find(self, seq: int) -> Row | None:
        """The row of this number; quick where it is greater than the one before."""
        if seq <= self._asked:
            row = next(self._file.rows(_ROW, self._lane, seq), None)
            return row and self._unpacked(row)
        self._asked = seq
        if self._rows is None:
            self._rows = self._file.rows(_ROWS, self._lane, seq)
            self._next = next(self._rows, None)
        row = self._next
        while row is not None and row[0] < seq:
            row = next(self._rows, None)
        self._next = row
        return self._unpacked(row) if row is not None and row[0] == seq else None

    def _unpacked(self, row: Row) -> Row:
        """With the payload as it was written."""
        lies = row[-1]
        return (*row[:-1], self._file.archive.packing.unpacked(lies)) if isinstance(lies, bytes) else row
