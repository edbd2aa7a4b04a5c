"""One commit: a group of drafts with all that hangs on them in one transaction, or what was deferred; the head file.

BEGIN -> records, outbox rows, alerts -> COMMIT, and behind it the head file
BEGIN -> the same, snapshot, how far lanes and devices are -> COMMIT, now and then
BEGIN -> what was deferred, marks of lanes -> COMMIT, not flushed: it is with the next commit of records
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
from controller.journal.files.log_room import LogRoom
from controller.journal.packing import Packing
from controller.journal.reached import Reached
from controller.journal.snapshots import PRUNE

Deferred = tuple[str, tuple[Any, ...]]
"""A statement and its parameters."""


class Writer:
    """Writes the journal `journal_id` over its one connection; for the writer's thread."""

    def __init__(
        self,
        *,
        connection: sqlite3.Connection,
        journal_id: str,
        key: DeviceKey,
        vault: Vault,
        head_file: HeadFile,
        log_room: LogRoom,
        reached: Reached,
        packing: Packing,
    ) -> None:
        self._connection = connection
        self._journal_id = journal_id
        self._key = key
        self._vault = vault
        self._head_file = head_file
        self._log_room = log_room
        self._reached = reached
        self._packing = packing

    def write(self, drafts: Sequence[Draft]) -> None:
        """All or nothing; raises sqlite3.Error, OSError."""
        many = self._connection.executemany
        rows = [row for draft in drafts for row in draft.rows]
        writes_reached = self._reached.heed(drafts)
        with self._transaction():
            many(
                "INSERT INTO main.records VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                (self._row(draft) for draft in drafts),
            )
            many(
                "INSERT INTO main.outbox (lane, seq, n, utc_ns, topic, retain, payload) VALUES (?,?,?,?,?,?,?)",
                ((*row[:-1], self._packing.packed(row.payload)) for row in rows),
            )
            if writes_reached:
                self._reached.write(self._connection)
            for draft in drafts:
                many("UPDATE main.outbox SET parked = 1 WHERE lane = ? AND seq = ?", draft.parked)
                self._write_alerts(draft)
                self._write_snapshot(draft)
        if writes_reached:
            self._reached.written()

    def write_deferred(self, deferred: Sequence[Deferred], marks: Mapping[str, Mark]) -> None:
        """What a cut may take away, all or nothing; raises sqlite3.Error, OSError.

        In SQLite's log, and flushed with what is written there next: a flush of its own would be one in vain.
        """
        with self._unflushed(), self._transaction():
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
    def _unflushed(self) -> Iterator[None]:
        """What is committed in the block is in its place in the order, but may not be on the disk yet."""
        self._connection.execute("PRAGMA synchronous = NORMAL")
        try:
            yield
        finally:
            self._connection.execute("PRAGMA synchronous = FULL")

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
        """What was committed into the head file, and room for the next commits; raises OSError."""
        last = drafts[-1]
        signature = self._key.sign(head_message(self._journal_id, last.record.n, last.link))
        head = Head(self._journal_id, last.record.n, last.link, signature)
        self._head_file.write(head, sync=any(draft.settles for draft in drafts))
        faults.point("commit.headed")
        self._log_room.make()

    def _row(self, draft: Draft) -> tuple[Any, ...]:
        """As it is to lie in the journal: a start's body as text, for whoever looks into the file with SQLite alone."""
        n, kind, *fields, body = draft.record
        if kind != "start" and isinstance(body, str):
            body = self._packing.packed(body)
        return n, self._packing.kind(kind), *fields, body, draft.link, draft.seal

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
