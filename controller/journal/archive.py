"""What the journal already holds: snapshots, records in order with their links checked, active alerts, where lanes are.

Read at a start, before the table runs, and by whoever verifies, replays or recalls afterwards. Bodies that are sealed
open only with the vault's key; everything else is checked without it.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from pydantic import ConfigDict, Field, TypeAdapter

from controller.core.alerts import ActiveAlert
from controller.journal.chain import Record, bound, genesis, link, mark_message, snapshot_message
from controller.journal.files.keys import DeviceKey, Vault, signed_by
from controller.journal.packing import Packing

_READER: Final = " at "
"""Between a lane and one of its readers; no name of a lane has a space."""


def reader_mark(lane: str, reader: str) -> str:
    """Under which name the table `lanes` has the mark of one of a lane's several readers."""
    return f"{lane}{_READER}{reader}"


def lane_and_reader(name: str) -> tuple[str, str | None]:
    """The lane of a name in the table `lanes`, and the reader where it is one's mark."""
    lane, _, reader = name.partition(_READER)
    return lane, reader or None


class JournalRefusedError(Exception):
    """The journal cannot be opened or trusted; the text is a sentence."""


RESTORE: Final = "Keep its files as they are, for the auditor, and bring it back from the last verified backup."
"""What to do about a journal that is not as it was written."""
LOOK_AT_RIGHTS: Final = (
    "Look at the disk, and whether the table may write its folder and every file whose name begins like the journal's."
)

NOT_AS_WRITTEN: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What the use of a value of another type, of text that is none, of a number or a nesting beyond bounds ends in."""


REACHED: Final = "max(last, (SELECT coalesce(max(seq), 0) FROM outbox WHERE outbox.lane = lanes.lane))"
"""The last number of a row of `lanes`: what is written there is of the last snapshot, or of a mark."""
BATCH: Final = 256
"""Records read at once, some 0.3 MB."""


@contextmanager
def reading(path: Path, what: str = "") -> Iterator[None]:
    """The border to the journal's files: where they hold what we never wrote the block ends in JournalRefusedError.

    `what` is read in the block. What is there is not shown: it may have been sealed.
    """
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        why = str(error).partition(" with text ")[0].strip().rstrip(".")
        to_do = RESTORE if isinstance(error, sqlite3.DatabaseError) and _is_damage(error) else LOOK_AT_RIGHTS
        raise JournalRefusedError(f"The journal {path} cannot be opened: {what}{why}. {to_do}") from error
    except NOT_AS_WRITTEN as error:
        why = f"it is damaged or was changed ({type(error).__name__})"
        raise JournalRefusedError(f"The journal {path} cannot be opened: {what}{why}. {RESTORE}") from error


def _is_damage(error: sqlite3.Error) -> bool:
    """Whether the database holds what SQLite does not write; else it could not be reached."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is None or code & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}


class Stored(NamedTuple):
    """A record as it lies in the journal."""

    record: Record
    link: bytes
    seal: bytes | None


class Place(NamedTuple):
    """Behind record `n`, with its link and seal."""

    n: int
    link: bytes
    seal: bytes | None


class Archive:
    """A past, over a connection that someone else opens and closes; without a vault what is sealed stays shut.

    `key` is the table's own, where it is at hand: what it signed is then known without the public key's check.
    """

    def __init__(
        self,
        *,
        path: Path,
        connection: sqlite3.Connection,
        journal_id: str,
        public: bytes,
        vault: Vault | None,
        packing: Packing,
        key: DeviceKey | None = None,
    ) -> None:
        self.path = path
        self._connection = connection
        self.journal_id = journal_id
        self.public = public
        self.packing = packing
        self._vault = vault
        self._key = key

    def signed(self, signature: object, message: bytes) -> bool:
        """Whether the table's key has signed the message."""
        if self._key is not None:
            return self._key.has_signed(signature, message)
        return isinstance(signature, bytes) and signed_by(self.public, signature, message)

    def last_snapshot(self) -> tuple[int, bytes] | None:
        """(record number, state JSON) of the newest snapshot; raises JournalRefusedError where it was tampered with."""
        found = self._connection.execute("SELECT max(n) FROM snapshots").fetchone()[0]
        return None if found is None else (found, self.snapshot(found))

    def snapshot_is_signed(self, n: int) -> bool:
        """Whether the snapshot after record `n` is the one that was signed; raises JournalRefusedError without one."""
        state, signature = self._snapshot(n)
        return self.signed(signature, snapshot_message(self.journal_id, n, state))

    def snapshot(self, n: int) -> bytes:
        """The state JSON after record `n`; raises JournalRefusedError where there is none or it was tampered with."""
        if not self.snapshot_is_signed(n):
            raise JournalRefusedError(f"The snapshot after record {n} of {self.path} is not the one that was signed.")
        try:
            return self._open(self._snapshot(n)[0], n, "snapshot")
        except ValueError as error:
            raise JournalRefusedError(f"The snapshot after record {n} of {self.path} is shut: {error}.") from error

    def _snapshot(self, n: int) -> tuple[bytes, bytes]:
        found = self._connection.execute("SELECT state, signature FROM snapshots WHERE n = ?", (n,)).fetchone()
        if found is None:
            raise JournalRefusedError(f"There is no snapshot after record {n} of {self.path}.")
        return found[0], found[1]

    def records(self, after: int, at_once: int = BATCH) -> Iterator[Stored]:
        """The records after number `after`, in order, each checked against its link; raises JournalRefusedError."""
        for place, batch in self.batches(after, at_once):
            yield from self.linked(place, batch)

    def batches(self, after: int, at_once: int = BATCH) -> Iterator[tuple[Place, list[Stored]]]:
        """The records after number `after`, some at a time, and behind what; raises JournalRefusedError.

        They are taken at once: between two of them nothing is held that a checkpoint would wait for.
        """
        place = Place(0, genesis(self.journal_id), None)
        if after:
            row = self._connection.execute("SELECT n, link, seal FROM records WHERE n = ?", (after,)).fetchone()
            if row is None:
                raise JournalRefusedError(f"The journal {self.path} lacks record {after}, of which it has a snapshot.")
            place = Place(*row)
        statement = "SELECT * FROM main.records WHERE n > ? ORDER BY n LIMIT ?"
        while rows := self._connection.execute(statement, (place.n, at_once)).fetchall():
            batch = [stored_record(row, self.packing) for row in rows]
            yield place, batch
            place = Place(batch[-1].record.n, batch[-1].link, batch[-1].seal)

    def linked(self, place: Place, batch: Iterable[Stored]) -> Iterator[Stored]:
        """The records, each checked to be the next and against its link; raises JournalRefusedError."""
        n, previous, seal = place
        for stored in batch:
            n += 1
            if stored.record.n != n:
                raise JournalRefusedError(f"The journal {self.path} lacks record {n}.")
            try:
                previous, seal = link(previous, seal, stored.record), stored.seal
            except (TypeError, ValueError):  # a damaged page may hold a value of any type
                previous = b""
            if previous != stored.link:
                raise JournalRefusedError(f"Record {n} of {self.path} is not what its link says: changed.")
            yield stored

    def record(self, n: int) -> Record:
        """Record `n`, unchecked; raises JournalRefusedError where there is none."""
        row = self._connection.execute("SELECT * FROM records WHERE n = ?", (n,)).fetchone()
        if row is None:
            raise JournalRefusedError(f"The journal {self.path} lacks record {n}.")
        return stored_record(row).record

    def notices(self, type_: str, after: int) -> list[tuple[int, str]]:
        """Number and body, unchecked, of the records after number `after` that are notices of this type."""
        head = f'{{"notice":{{"type":"{type_}",'
        return self._connection.execute(
            "SELECT n, body FROM records WHERE n > ?1 AND kind = 'notice' AND substr(body, 1, length(?2)) = ?2"
            " ORDER BY n",
            (after, head),
        ).fetchall()

    def snapshots(self, upto: int) -> list[int]:
        """The records up to `upto` after which there is a snapshot, the newest first."""
        rows = self._connection.execute("SELECT n FROM snapshots WHERE n <= ? ORDER BY n DESC", (upto,))
        return [n for (n,) in rows]

    def clear_body(self, record: Record) -> str:
        """The body's JSON text, opened where it is sealed."""
        if isinstance(record.body, str):
            return record.body
        try:
            return self._open(record.body, record.n, "body").decode()
        except ValueError as error:
            text = f"The body of record {record.n} of {self.path} cannot be opened: {error}."
            raise JournalRefusedError(text) from error

    def _open(self, sealed: bytes, n: int, what: str) -> bytes:
        if self._vault is None:
            raise ValueError("the sealing key is not at hand")
        return self._vault.open(sealed, bound(self.journal_id, n, what))

    def end_before_last_round(self) -> int:
        """The record that ended the round before the one that is open or was the last; 0 where there is none."""
        row = self._connection.execute(
            "SELECT n FROM records WHERE ended = 1 AND round < (SELECT round FROM records ORDER BY n DESC LIMIT 1)"
            " ORDER BY n DESC LIMIT 1"
        ).fetchone()
        return int(row[0]) if row else 0

    def last_start(self) -> Record | None:
        """The newest record of kind `start`."""
        statement = "SELECT * FROM records WHERE n = (SELECT max(n) FROM main.records WHERE kind = 'start')"
        row = self._connection.execute(statement).fetchone()
        return stored_record(row).record if row else None

    def sequences(self) -> dict[str, str]:
        """The mark of the last thing received from each device, as its driver gave it; raises JournalRefusedError.

        They are written with a snapshot (see `reached`); what came since is in the records.
        """
        with reading(self.path, "table `sequences`: "):
            written = self._connection.execute("SELECT device, sequence FROM sequences")
            since = {device: sequence for device, sequence, _ in self.heard_since_snapshot()}
            return _MARKS.validate_python({**dict(written), **since})

    def heard_since_snapshot(self) -> list[tuple[str, str, int]]:
        """Device, mark and record of what came from devices behind the last snapshot, in order, unchecked."""
        return self._connection.execute(
            "SELECT device, sequence, n FROM records WHERE n > (SELECT coalesce(max(n), 0) FROM snapshots)"
            " AND device IS NOT NULL AND sequence IS NOT NULL ORDER BY n"
        ).fetchall()

    def active_alerts(self) -> list[ActiveAlert]:
        """The active alerts, oldest first; raises JournalRefusedError."""
        with reading(self.path, "table `standing`: "):
            statement = "SELECT code, device, severity, text, rule FROM standing ORDER BY n, rowid"
            return _ACTIVE.validate_python(self._connection.execute(statement).fetchall())

    def lane_position(self, lane: str) -> tuple[int, int, int]:
        """(last, done, kept) of a lane; raises JournalRefusedError where its mark is not the one that was signed."""
        with reading(self.path, "table `lanes`: "):
            statement = f"SELECT {REACHED}, done, kept, mark FROM lanes WHERE lane = ?"  # noqa: S608 - our own words
            found = self._connection.execute(statement, (lane,)).fetchone()
            if found is None:
                return 0, 0, 1
            last, done, kept, mark = found
            unmarked = mark is None and (done, kept) == (0, 1)
            if not unmarked and not signed_by(
                self.public, mark or b"", mark_message(self.journal_id, lane, done, kept)
            ):
                raise JournalRefusedError(
                    f"How far `{lane}` was delivered was changed in {self.path}: it was not signed."
                )
            return last, done, kept

    def reader_marks(self, lane: str) -> list[str]:
        """The marks of a lane's readers, where it has or had several."""
        with reading(self.path, "table `lanes`: "):
            statement = "SELECT lane FROM lanes WHERE instr(lane, ?) = 1"
            rows = self._connection.execute(statement, (reader_mark(lane, ""),)).fetchall()
            return [name for (name,) in rows]

    def newest_message(self, lane: str, topic: str) -> str | None:
        """The last message of a retained topic, waiting in its lane or delivered; None where there never was one."""
        for statement, keys in (
            ("SELECT payload FROM outbox WHERE lane = ? AND topic = ? ORDER BY seq DESC LIMIT 1", (lane, topic)),
            ("SELECT payload FROM retained WHERE topic = ?", (topic,)),
        ):
            if (row := self._connection.execute(statement, keys).fetchone()) is not None:
                return str(row[0])
        return None

    def last_seqs(self) -> dict[str, int]:
        """The last number given out in each lane, held to the rows themselves; raises JournalRefusedError.

        Of the newest row of a lane either the row is there or the mark that it was delivered. The number in `lanes` was
        written with a snapshot and may be of before. Readers give none out.
        """
        with reading(self.path, "table `lanes`: "):
            lanes = _LANES.validate_python(
                self._connection.execute(
                    "SELECT lane, last, done, (SELECT max(seq) FROM outbox WHERE outbox.lane = lanes.lane) FROM lanes"
                ).fetchall()
            )
        for lane, last, done, newest in lanes:
            if last > max(done, newest or 0):
                raise JournalRefusedError(
                    f"The journal {self.path} says that {last} is the last number of `{lane}`, but its newest row is"
                    f" {newest or 'gone'} and {done} were delivered: it is damaged or was changed."
                )
        return {lane: max(done, newest or 0) for lane, _, done, newest in lanes if lane_and_reader(lane)[1] is None}


_Seq = Annotated[int, Field(ge=0, lt=2**53)]
"""A number that every reader of JSON keeps apart from the next."""
_MARKS: Final = TypeAdapter(dict[str, str], config=ConfigDict(strict=True, defer_build=True))
_LANES: Final = TypeAdapter(list[tuple[str, _Seq, _Seq, _Seq | None]], config=ConfigDict(strict=True, defer_build=True))
_ACTIVE: Final = TypeAdapter(list[ActiveAlert], config=ConfigDict(strict=True, defer_build=True))


def stored_record(row: tuple[Any, ...], packing: Packing | None = None) -> Stored:
    """A row of `records`; of `main.records`, where the bodies lie packed, with the packing: the quick way to many."""
    n, kind, start, utc_ns, monotonic_ns, synchronised, round_, ended, device, sequence, sealed, body, link_, seal = row
    if packing is not None and packing.packs:
        kind = "event" if kind == "" else kind
        if type(body) is bytes and sealed == 0:
            body = packing.unpacked_body(body)
    if not (type(synchronised) is int and type(ended) is int and type(sealed) is int):
        synchronised, ended, sealed = (
            value if isinstance(value, int) else -1 for value in (synchronised, ended, sealed)
        )
    fields = (
        n, kind, start, utc_ns, monotonic_ns, _FLAG.get(synchronised, -1), round_, _FLAG.get(ended, -1), device,
        sequence, _FLAG.get(sealed, -1), body,
    )  # fmt: skip
    return _new(Stored, (_new(Record, fields), link_, seal))


_FLAG: Final = {0: False, 1: True}
"""Stored flags are bools; whatever else stands in a column is -1, which no link of the chain covers."""
_new: Final = tuple.__new__
"""As a named tuple is made, without its detour: there are two for each record of a journal."""
