"""One commit: a group of drafts with all that hangs on them in one transaction, or what was deferred; the head file.

BEGIN -> records, outbox rows, lanes, marks of devices, alerts, snapshot -> COMMIT, and behind it the head file
BEGIN -> what was deferred, marks of lanes -> COMMIT
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from controller.journal import faults
from controller.journal.chain import bound, head_message, mark_message, snapshot_message
from controller.journal.draft import Draft, Mark
from controller.journal.files.head_file import Head, HeadFile
from controller.journal.files.keys import DeviceKey, Vault
from controller.journal.snapshots import PRUNE

Deferred = tuple[str, tuple[Any, ...]]
"""A statement and its parameters."""


class Writer:
    """Writes the journal `journal_id` over its one connection; for the writer's thread."""

    def __init__(
        self, *, connection: sqlite3.Connection, journal_id: str, key: DeviceKey, vault: Vault, head_file: HeadFile
    ) -> None:
        self._connection = connection
        self._journal_id = journal_id
        self._key = key
        self._vault = vault
        self._head_file = head_file

    def write(self, drafts: Sequence[Draft]) -> None:
        """All or nothing; raises sqlite3.Error, OSError."""
        many = self._connection.executemany
        with self._transaction():
            many(
                "INSERT INTO records VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                ((*draft.record, draft.link, draft.seal) for draft in drafts),
            )
            rows = [row for draft in drafts for row in draft.rows]
            many("INSERT INTO outbox (lane, seq, n, utc_ns, topic, retain, payload) VALUES (?,?,?,?,?,?,?)", rows)
            many(
                "INSERT INTO lanes (lane, last, done, kept) VALUES (?1, ?2, 0, 1) ON CONFLICT DO UPDATE SET last = ?2",
                {row.lane: row.seq for row in rows}.items(),
            )
            many(
                "INSERT INTO sequences VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET sequence = ?2, n = ?3",
                (
                    (record.device, record.sequence, record.n)
                    for record in (draft.record for draft in drafts)
                    if record.device is not None and record.sequence is not None
                ),
            )
            for draft in drafts:
                many("UPDATE outbox SET parked = 1 WHERE lane = ? AND seq = ?", draft.parked)
                self._write_alerts(draft)
                self._write_snapshot(draft)

    def write_deferred(self, deferred: Sequence[Deferred], marks: Mapping[str, Mark]) -> None:
        """What a cut may take away, all or nothing; raises sqlite3.Error, OSError."""
        with self._transaction():
            for statement, parameters in deferred:
                self._connection.execute(statement, parameters)
            self._connection.executemany(
                "INSERT INTO lanes VALUES (?1, ?2, ?2, ?3, ?4) ON CONFLICT DO UPDATE"
                " SET last = max(last, ?2), done = ?2, kept = ?3, mark = ?4",
                (
                    (lane, *mark, self._key.sign(mark_message(self._journal_id, lane, *mark)))
                    for lane, mark in marks.items()
                ),
            )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """On the disk when the block is left, or nothing of it."""
        self._connection.execute("BEGIN IMMEDIATE")
        faults.point("commit.begun")
        try:
            yield
            faults.point("commit.written")
            self._connection.execute("COMMIT")
            faults.point("commit.done")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def begin_log_anew(self) -> None:
        """Write SQLite's log back and begin it at its first byte, its length kept; raises sqlite3.Error."""
        self._connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()

    def write_head(self, drafts: Sequence[Draft]) -> None:
        """What was committed into the head file; raises OSError."""
        last = drafts[-1]
        signature = self._key.sign(head_message(self._journal_id, last.record.n, last.link))
        head = Head(self._journal_id, last.record.n, last.link, signature)
        self._head_file.write(head, sync=any(draft.settles for draft in drafts))
        faults.point("commit.headed")

    def _write_alerts(self, draft: Draft) -> None:
        for alert in draft.raised:
            self._connection.execute(
                "INSERT OR REPLACE INTO standing VALUES (?, ?, ?, ?, ?, ?)",
                (alert.code, alert.device, draft.record.n, alert.severity, alert.text, alert.rule),
            )
        self._connection.executemany("DELETE FROM standing WHERE code = ? AND device = ?", draft.cleared)

    def _write_snapshot(self, draft: Draft) -> None:
        if draft.snapshot is None:
            return
        n = draft.record.n
        state = self._vault.seal(draft.snapshot, bound(self._journal_id, n, "snapshot"))
        signature = self._key.sign(snapshot_message(self._journal_id, n, state))
        self._connection.execute("INSERT INTO snapshots VALUES (?, ?, ?)", (n, state, signature))
        self._connection.execute(PRUNE)
