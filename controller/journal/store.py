"""The journal: every event with its effects in one transaction, or nothing; one writer thread, one process.

Three verbs make the whole of writing. `draft` gives the next record its number and its link and costs no I/O; rows for
the outbox, what stands and a snapshot are hung on the draft; `commit` writes a group of drafts in one transaction and
returns when the disk has them. Several drafts may share a commit; each is whole in it. After a commit that failed the
journal writes no more: the caller has to stop, because what memory holds is no longer what the disk holds.

`defer` and `mark` are for what may be lost in a cut, as "this row was delivered": it rides along with the next commit.
`lookup` is for what was written long ago. WAL with `synchronous=FULL`: a commit is on the disk when it returns.
"""

import asyncio
import os
import sqlite3
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn, Self

from controller.journal import faults
from controller.journal.archive import Archive, JournalRefusedError, reading
from controller.journal.chain import (
    Kind,
    Record,
    bound,
    genesis,
    head_message,
    link,
    mark_message,
    seal_message,
    snapshot_message,
)  # fmt: skip
from controller.journal.clock import Clock, Moment
from controller.journal.disk import Disk
from controller.journal.draft import Draft, Mark
from controller.journal.first_start import begin
from controller.journal.head_file import Head, HeadFile, HeadFileError
from controller.journal.keys import DeviceKey, KeyFileError, Vault, signed_by
from controller.journal.lock import lock_journal
from controller.journal.lookup import Lookup
from controller.journal.migrations import MigrationError, migrate
from controller.journal.snapshots import PRUNE

CHECK_AT_OPEN_BYTES: Final = 32 * 1024 * 1024
"""Up to here the whole file is checked before the table opens (about 0.1 s); beyond, the pages are checked as they are
read and the chain from the last snapshot on, so that a start takes the same time after a year."""


class JournalFailedError(Exception):
    """The journal could not be written: the daemon has to stop; the text is a sentence."""


class Journal:
    """Use `open`; the constructor takes what `open` has checked."""

    def __init__(
        self,
        *,
        path: Path,
        connection: sqlite3.Connection,
        lock: int,
        journal_id: str,
        key: DeviceKey,
        vault: Vault,
        head_file: HeadFile,
        clock: Clock,
    ) -> None:
        self.path = path
        self.journal_id = journal_id
        self.key = key
        self.archive = Archive(path=path, connection=connection, journal_id=journal_id, public=key.public, vault=vault)
        self.disk: Disk | None = None  # where a commit that finds it full takes room from
        self._vault = vault
        self._connection = connection
        self._lock = lock
        self._head_file = head_file
        self._clock = clock
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="journal-writer")
        self.lookup = Lookup(path, fail=self._fail)
        self._deferred: dict[tuple[object, ...], tuple[str, tuple[Any, ...]]] = {}
        self._marks: dict[str, Mark] = {}
        self._failed: str | None = None
        self.n, self.head, self._seal = self._last()
        self.start = 0
        self.head_file_missing = False
        self.last_seqs = self.archive.last_seqs()
        """The last number given out in each lane before this start."""

    @classmethod
    def open(cls, path: Path, *, table: str, key_path: Path, vault_path: Path, clock: Clock) -> Self:
        """The journal of `table` at `path`, made if it is not there, checked and locked for this process.

        Raises JournalRefusedError.
        """
        lock = lock_journal(path)
        try:
            with reading(path):
                return cls._open(path, lock, table=table, key_path=key_path, vault_path=vault_path, clock=clock)
        except (MigrationError, KeyFileError, HeadFileError) as error:
            os.close(lock)
            raise JournalRefusedError(str(error)) from error
        except BaseException:
            os.close(lock)
            raise

    @classmethod
    def _open(cls, path: Path, lock: int, *, table: str, key_path: Path, vault_path: Path, clock: Clock) -> Self:
        head_file = HeadFile(path.with_name(path.name + ".head"))
        begin(path, table=table, head_file=head_file, key_path=key_path, vault_path=vault_path)
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            journal_id, public = _identity(connection, path, table)
            key = DeviceKey.load(key_path)
            vault = Vault.load(vault_path)
            _check_key(path, public, key)
            _settle(connection, path)
            journal = cls(
                path=path,
                connection=connection,
                lock=lock,
                journal_id=journal_id,
                key=key,
                vault=vault,
                head_file=head_file,
                clock=clock,
            )
            journal._check_head()
        except BaseException:
            connection.close()
            raise
        return journal

    # --- writing ------------------------------------------------------------------------------------------------

    def draft(
        self,
        kind: Kind,
        body: str,
        *,
        round_: int,
        ended: bool = False,
        device: str | None = None,
        sequence: str | None = None,
        conceal: bool = False,
        moment: Moment | None = None,
    ) -> Draft:
        """The next record, linked to the one before; nothing is written yet. `conceal` seals the body."""
        n = self.n + 1
        if kind == "start":
            self.start = n
        stored = self._vault.seal(body.encode(), bound(self.journal_id, n, "body")) if conceal else body
        utc_ns, monotonic_ns, synchronised = moment or self._clock()
        record = Record(
            n, kind, self.start, utc_ns, monotonic_ns, synchronised, round_, ended, device, sequence, conceal, stored
        )
        self.n, self.head = n, link(self.head, self._seal, record)
        self._seal = self._sign(n, self.head) if ended else None
        return Draft(record, self.head, self._seal)

    def defer(self, key: tuple[object, ...], statement: str, parameters: tuple[Any, ...]) -> None:
        """Write with the next commit what a cut may take away; a later one of the same `key` takes its place."""
        self._deferred[key] = (statement, parameters)

    def mark(self, lane: str, mark: Mark) -> None:
        """Write with the next commit how far the lane is."""
        self._marks[lane] = mark

    @property
    def has_deferred(self) -> bool:
        return bool(self._deferred or self._marks)

    async def commit(self, drafts: Sequence[Draft]) -> None:
        """One transaction for all drafts and what was deferred; raises JournalFailedError, then for good."""
        if self._failed is not None:
            raise JournalFailedError(self._failed)
        if drafts and drafts[-1].seal is None:
            drafts[-1].seal = self._seal = self._sign(self.n, self.head)
        deferred, self._deferred = list(self._deferred.values()), {}
        marks, self._marks = self._marks, {}
        write = self._write if self.disk is None else partial(self.disk.write, self._write)
        try:
            await asyncio.get_running_loop().run_in_executor(self._writer, write, drafts, deferred, marks)
        except (sqlite3.Error, OSError) as error:
            self._fail(f"could not be written: {error}", error)

    def _fail(self, what: str, error: Exception | None = None) -> NoReturn:
        """The truth cannot be kept any more: raises JournalFailedError, and so does every commit from now on."""
        self._failed = f"The journal {self.path} {what}. The table stops."
        raise JournalFailedError(self._failed) from error

    def _write(
        self, drafts: Sequence[Draft], deferred: Sequence[tuple[str, tuple[Any, ...]]], marks: Mapping[str, Mark]
    ) -> None:
        execute, many = self._connection.execute, self._connection.executemany
        execute("BEGIN IMMEDIATE")
        faults.point("commit.begun")
        try:
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
                self._write_standing(draft)
                self._write_snapshot(draft)
            for statement, parameters in deferred:
                execute(statement, parameters)
            many(
                "UPDATE lanes SET done = ?, kept = ?, mark = ? WHERE lane = ?",
                (
                    (*mark, self.key.sign(mark_message(self.journal_id, lane, *mark)), lane)
                    for lane, mark in marks.items()
                ),
            )
            faults.point("commit.written")
            execute("COMMIT")
            faults.point("commit.done")
        except BaseException:
            if self._connection.in_transaction:
                execute("ROLLBACK")
            raise
        if drafts:
            last = drafts[-1]
            signature = self.key.sign(head_message(self.journal_id, last.record.n, last.link))
            head = Head(self.journal_id, last.record.n, last.link, signature)
            self._head_file.write(head, sync=any(draft.settles for draft in drafts))
            faults.point("commit.headed")

    def _write_standing(self, draft: Draft) -> None:
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
        state = self._vault.seal(draft.snapshot, bound(self.journal_id, n, "snapshot"))
        signature = self.key.sign(snapshot_message(self.journal_id, n, state))
        self._connection.execute("INSERT INTO snapshots VALUES (?, ?, ?)", (n, state, signature))
        self._connection.execute(PRUNE)

    def _sign(self, n: int, head: bytes) -> bytes:
        return self.key.sign(seal_message(self.journal_id, n, head))

    def close(self) -> None:
        """Let go of the file; what was committed is on the disk already."""
        self._writer.shutdown()
        self.lookup.close()
        self._connection.close()
        self._head_file.close()
        os.close(self._lock)

    # --- checks at open -----------------------------------------------------------------------------------------

    def _last(self) -> tuple[int, bytes, bytes | None]:
        row = self._connection.execute("SELECT n, link, seal FROM records ORDER BY n DESC LIMIT 1").fetchone()
        return (row[0], row[1], row[2]) if row else (0, genesis(self.journal_id), None)

    def _check_head(self) -> None:
        """The last record carries our seal, and the head file names a record that is here."""
        if self.n:
            message = seal_message(self.journal_id, self.n, self.head)
            if self._seal is None or not signed_by(self.key.public, self._seal, message):
                raise JournalRefusedError(f"The last record, {self.n}, of {self.path} was not sealed by this device.")
        head = self._head_file.read()
        self.head_file_missing = head is None  # no cut takes it away: it is there before the database is
        if head is None:
            return
        name = self._head_file.path
        if head.journal_id != self.journal_id or not head.signed_by(self.key.public):
            raise JournalRefusedError(f"The head file {name} is not of this journal.")
        row = self._connection.execute("SELECT link FROM records WHERE n = ?", (head.n,)).fetchone()
        found = row[0] if row is not None else None
        if head.link != (found if head.n else genesis(self.journal_id)):
            raise JournalRefusedError(
                f"The head file {name} names record {head.n} of the journal, but the journal ends with {self.n} or has"
                " another one there: records are missing, or an older copy was put back."
            )


def _identity(connection: sqlite3.Connection, path: Path, table: str) -> tuple[str, bytes]:
    """The journal's own name and its public key; raises JournalRefusedError where it is not this table's."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA cell_size_check = ON")
    migrate(connection, path)
    identities = connection.execute("SELECT journal_id, table_name, public_key FROM identity").fetchall()
    if len(identities) != 1:
        raise JournalRefusedError(
            f"The journal {path} should say once whose it is, but says it {len(identities)} times: it is damaged or was"
            " changed. Bring it back from the last verified backup; to start anew, move all its files away."
        )
    journal_id, table_name, public = identities[0]
    if table_name != table:
        raise JournalRefusedError(f"The journal {path} is of table `{table_name}`, not of `{table}`.")
    return journal_id, public


def _check_key(path: Path, public: bytes, key: DeviceKey) -> None:
    if public != key.public:
        raise JournalRefusedError(f"The journal {path} was begun under another device key than the key file holds.")


def _settle(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the file into one piece; raises JournalRefusedError where that is damaged."""
    connection.execute("PRAGMA journal_mode = WAL")
    if path.stat().st_size <= CHECK_AT_OPEN_BYTES:
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise JournalRefusedError(f"The journal {path} is damaged: {' '.join(str(verdict).split())}.")
    # What a process before could not sync may be in memory only: it is written again, not read and believed.
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
