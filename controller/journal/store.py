"""The journal: every event with its effects in one transaction, or nothing; one writer thread, one process.

Three verbs make the whole of writing. `draft` gives the next record its number and its link and costs no I/O; rows for
the outbox, what stands and a snapshot are hung on the draft; `commit` writes a group of drafts in one transaction and
returns when the disk has them. Several drafts may share a commit; each is whole in it. After a commit that failed the
journal writes no more: the caller has to stop, because what memory holds is no longer what the disk holds.

The head file is written behind the commit, when whoever waits for that goes on, and before the next one.

`defer` and `mark` are for what may be lost in a cut, as "this row was delivered": `commit_deferred` writes it now and
then. `lookup` is for what was written long ago. WAL with `synchronous=FULL`: a commit is on the disk when it returns.
"""

import asyncio
import ctypes
import errno
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn, Self

from controller.callback import given
from controller.journal.archive import Archive, JournalRefusedError, reading
from controller.journal.chain import Kind, Record, bound, link, seal_message
from controller.journal.clock import Clock, Moment
from controller.journal.draft import Draft, Mark
from controller.journal.files.disk import Disk
from controller.journal.files.first_start import begin
from controller.journal.files.head_file import HeadFile, HeadFileError
from controller.journal.files.keys import DeviceKey, KeyFileError, Vault
from controller.journal.files.lock import JournalLock
from controller.journal.files.log_room import LogRoom
from controller.journal.files.place import Loss, Place, log_of
from controller.journal.lookup import Lookup
from controller.journal.migrations import MigrationError
from controller.journal.opening import LOG_BYTES, End, check_end, check_key, end_of, identity, settle, signed_since
from controller.journal.packing import Packing
from controller.journal.reached import Reached
from controller.journal.signature import is_signed, signed, unsigned
from controller.journal.transaction import Deferred, Writer
from controller.journal.writer_thread import Then, WriterThread

HEAD_AFTER_S: Final = 0.01
"""The head file is for later: until then the lamp, the answers and the messages of the commit are on their way."""


class JournalFailedError(Exception):
    """The journal could not be written: the daemon has to stop; the text is a sentence."""


class Journal:
    """Use `open`; the constructor takes what `open` has checked."""

    def __init__(
        self,
        *,
        path: Path,
        connection: sqlite3.Connection,
        lock: JournalLock,
        place: Place,
        journal_id: str,
        key: DeviceKey,
        vault: Vault,
        head_file: HeadFile,
        head_file_missing: bool,
        end: End,
        clock: Clock,
        packing: Packing,
    ) -> None:
        self.path = path
        self.journal_id = journal_id
        self.key = key
        self.packing = packing
        self.archive = Archive(
            path=path, connection=connection, journal_id=journal_id, public=key.public, vault=vault, packing=packing
        )
        self.disk: Disk | None = None  # where a commit that finds it full takes room from
        self.head_file_missing = head_file_missing
        self._vault = vault
        self._connection = connection
        self._lock = lock
        self._place = place
        self._head_file = head_file
        self._clock = clock
        self.last_seqs = self.archive.last_seqs()
        """The last number given out in each lane before this start."""
        self._writer = Writer(
            connection=connection,
            journal_id=journal_id,
            key=key,
            vault=vault,
            head_file=head_file,
            log_room=LogRoom(log_of(path), most_bytes=LOG_BYTES),
            reached=Reached(self.last_seqs, self.archive.heard_since_snapshot()),
            packing=packing,
        )
        self._thread = WriterThread()
        self._is_writing = False
        """Whether a commit is under way: no draft is made meanwhile, its link runs over a seal that is made with it."""
        self._is_heading = False
        """Whether the head file is on its way."""
        self._head_fault: Exception | None = None
        """What the last head file failed of: it stops the next commit."""
        self._unheaded: Sequence[Draft] = ()
        """Committed, and in no head file yet."""
        self.lookup = Lookup(path, fail=self._fail)
        self._deferred: dict[tuple[object, ...], Deferred] = {}
        self._marks: dict[str, Mark] = {}
        self._failed: str | None = None
        self._is_cut = False
        self.n, self.head, self._seal = end
        self.start = 0
        self._signed_since = signed_since(connection, before=end.n)

    @classmethod
    def open(
        cls, path: Path, *, table: str, game: str, rules_hash: str, key_path: Path, vault_path: Path, clock: Clock
    ) -> Self:
        """The journal of `table` at `path`, made if it is not there, checked and locked for this process.

        A new one packs its texts as those of these rules. Raises JournalRefusedError.
        """
        lock = JournalLock(path)
        try:
            with reading(path):
                return cls._open(
                    path, lock, table=table, game=game, rules_hash=rules_hash, key_path=key_path, vault_path=vault_path,
                    clock=clock,
                )  # fmt: skip
        except (MigrationError, KeyFileError, HeadFileError) as error:
            lock.release()
            raise JournalRefusedError(str(error)) from error
        except BaseException:
            lock.release()
            raise

    @classmethod
    def _open(
        cls, path: Path, lock: JournalLock, *, table: str, game: str, rules_hash: str, key_path: Path, vault_path: Path,
        clock: Clock,
    ) -> Self:  # fmt: skip
        head_file = HeadFile(path.with_name(path.name + ".head"))
        begin(
            path, table=table, game=game, rules_hash=rules_hash, head_file=head_file, key_path=key_path,
            vault_path=vault_path,
        )  # fmt: skip
        descriptor = lock.take_file()
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            journal_id, public = identity(connection, path, table)
            key = DeviceKey.load(key_path)
            vault = Vault.load(vault_path)
            check_key(path, public, key)
            settle(connection, path)
            packing = Packing.of(connection)
            end = end_of(connection, journal_id)
            has_head = check_end(connection, path, journal_id=journal_id, end=end, key=key, head_file=head_file)
            return cls(
                path=path,
                connection=connection,
                lock=lock,
                place=Place(path, descriptor),
                journal_id=journal_id,
                key=key,
                vault=vault,
                head_file=head_file,
                head_file_missing=not has_head,  # no cut takes it away: it is there before the database is
                end=end,
                clock=clock,
                packing=packing,
            )
        except BaseException:
            connection.close()
            raise

    def made(self, topic: str, seq: int, payload: str) -> bool:
        """Whether this table signed message `seq`; a message of a release that signed none is taken as it lies."""
        if seq <= self._signed_since.seq and unsigned(payload).signature is None:
            return True
        return is_signed(self.key.public, topic, payload)

    def signs(self, n: int) -> bool:
        """Whether what was published from record `n` was signed whole."""
        return n >= self._signed_since.n

    # --- writing ------------------------------------------------------------------------------------------------

    def draft(
        self,
        kind: Kind,
        body: str,
        *,
        round_: int,
        ended: bool = False,
        signed: bool = False,
        device: str | None = None,
        sequence: str | None = None,
        conceal: bool = False,
        moment: Moment | None = None,
    ) -> Draft:
        """The next record, linked to the one before; nothing is written yet. `conceal` seals the body.

        The end of a round is signed, and what is `signed` for another reason.
        """
        assert not self._is_writing, "the seal of the record before is being made"  # noqa: S101 - the chain would break
        n = self.n + 1
        if kind == "start":
            self.start = n
        stored = self._vault.seal(body.encode(), bound(self.journal_id, n, "body")) if conceal else body
        utc_ns, monotonic_ns, synchronised = moment or self._clock()
        record = Record(
            n, kind, self.start, utc_ns, monotonic_ns, synchronised, round_, ended, device, sequence, conceal, stored
        )
        self.n, self.head = n, link(self.head, self._seal, record)
        self._seal = self._sign(n, self.head) if ended or signed else None
        return Draft(record, self.head, self._seal)

    def defer(self, key: tuple[object, ...], statement: str, parameters: tuple[Any, ...]) -> None:
        """Write with the next `commit_deferred`; a later one of the same `key` takes its place."""
        self._deferred[key] = (statement, parameters)

    def mark(self, lane: str, mark: Mark) -> None:
        """Write with the next `commit_deferred` how far the lane is."""
        self._marks[lane] = mark

    def lost(self) -> Loss | None:
        """Where the file is not any more as it was opened: what has become of it, as a sentence.

        One that was cut short is written no more.
        """
        found = self._place.lost()
        if found is None:
            return None
        text = self._sentence(found.text)
        if found.is_cut:
            self._failed = text
            self._is_cut = True
        return Loss(text, found.is_cut)

    async def keep_head(self) -> None:
        """Make the head file again where it was taken away, behind one on its way; not where the journal is `lost`.

        Raises JournalFailedError.
        """
        if self._failed is not None:
            return
        self._begin_heading()
        if not self._is_heading and not self._head_file.is_lost:
            return
        if (error := await given(partial(self._thread.do, self._head_file.make_again))) is not None:
            self._fail(f"has no head file any more, and it cannot be made again: {error}", error)

    @property
    def has_deferred(self) -> bool:
        return bool(self._deferred or self._marks)

    def synchronised(self) -> bool:
        """Whether a time server vouches for the clock by which records are dated."""
        return self._clock().synchronised

    async def commit(self, drafts: Sequence[Draft]) -> None:
        """One transaction for all drafts, at least one; raises JournalFailedError, then for good."""
        if (error := await given(partial(self.write, drafts))) is not None:
            raise error

    def write(self, drafts: Sequence[Draft], then: Then) -> None:
        """Begin such a commit; `then` is called in the loop when it is on the disk, or with what it failed of."""
        self._begin_heading()
        self._is_writing = True
        self._on_thread(partial(self._write, drafts), partial(self._written, drafts, then))

    def _written(self, drafts: Sequence[Draft], then: Then, error: Exception | None) -> None:
        self._is_writing = False
        if error is None:
            self._unheaded = drafts
        then(error)
        if self._unheaded:
            asyncio.get_running_loop().call_later(HEAD_AFTER_S, self._begin_heading)

    def _begin_heading(self) -> None:
        """Let the writer's thread write the head file, unless it does already."""
        drafts, self._unheaded = self._unheaded, ()
        if drafts:
            self._is_heading = True
            self._thread.do(partial(self._write_head, drafts), self._headed)

    def _headed(self, _: Exception | None) -> None:
        self._is_heading = False

    async def commit_deferred(self) -> None:
        """One transaction for what was deferred; raises JournalFailedError, then for good."""
        deferred, self._deferred = list(self._deferred.values()), {}
        marks, self._marks = self._marks, {}
        write = partial(self._write_deferred, deferred, marks)
        if (error := await given(partial(self._on_thread, write))) is not None:
            raise error

    def _on_thread(self, write: Callable[[], None], then: Then) -> None:
        if self._failed is not None:
            then(JournalFailedError(self._failed))
        else:
            self._thread.do(write, lambda error: then(self._failure(error)))

    def _failure(self, error: Exception | None) -> Exception | None:
        if isinstance(error, sqlite3.Error | OSError):
            return self._failing(f"could not be written: {error}", error)
        return error

    # --- on the writer's thread -----------------------------------------------------------------------------------

    def _write(self, drafts: Sequence[Draft]) -> None:
        """Sign the last record and the messages, once, then write."""
        self._check_head()
        last = drafts[-1]
        if last.seal is None:
            last.seal = self._seal = self._sign(last.record.n, last.link)
        for draft in drafts:
            draft.rows[:] = [
                row._replace(payload=signed(self.key, row.topic, row.payload)) if row.topic else row
                for row in draft.rows
            ]
        self._with_room(self._writer.write, drafts)

    def _check_head(self) -> None:
        if self._head_fault is not None:
            raise self._head_fault

    def _write_head(self, drafts: Sequence[Draft]) -> None:
        try:
            self._with_room(self._writer.write_head, drafts)
        except Exception as error:  # noqa: BLE001 - the next commit fails of it
            self._head_fault = error

    def _write_deferred(self, deferred: Sequence[Deferred], marks: Mapping[str, Mark]) -> None:
        self._check_head()
        self._with_room(self._writer.write_deferred, deferred, marks)

    def _with_room(self, write: Callable[..., None], *given: object) -> None:
        """Run `write`; where SQLite's log may not grow any more, begin that anew and run it again."""
        run = _at_once if self.disk is None else self.disk.write
        try:
            run(write, *given)
        except OSError as error:
            if error.errno != errno.EFBIG:
                raise
            run(self._writer.begin_log_anew)
            run(write, *given)

    # --- the end --------------------------------------------------------------------------------------------------

    def _fail(self, what: str, error: Exception | None = None) -> NoReturn:
        """The truth cannot be kept any more: raises JournalFailedError, and so does every commit from now on."""
        raise self._failing(what, error)

    def _failing(self, what: str, error: Exception | None) -> JournalFailedError:
        self._failed = self._sentence(what)
        failed = JournalFailedError(self._failed)
        failed.__cause__ = error
        return failed

    def _sentence(self, what: str) -> str:
        return f"The journal {self.path} {what}. The table stops."

    def _sign(self, n: int, head: bytes) -> bytes:
        return self.key.sign(seal_message(self.journal_id, n, head))

    def close(self) -> None:
        """Let go of the file; what was committed is on the disk already."""
        self._thread.end()
        if self._unheaded:
            self._write_head(self._unheaded)
        self.lookup.close()
        if self._is_cut:  # closing would write what is left of the log over the database; the process's end does not
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._connection))
        else:
            self._connection.close()
        self._head_file.close()
        self._lock.release()


def _at_once(write: Callable[..., None], *given: object) -> None:
    write(*given)
