"""A journal opened to be looked at: read-only, at one instant, beside a daemon that goes on writing.

Head file and database are of one moment: the head file is read before and after the look at the database is begun, and
that is begun again where the table has committed in between.

Which public key signatures are held against: the one given, else that of the key file, else the one that the journal
names itself, and then whoever replaced everything could have replaced that too (`trust` says which it was).
"""

import json
import sqlite3
import traceback
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from operator import methodcaller
from pathlib import Path
from typing import Any, Final, Literal

from controller.audit.legible import UnreadableError, legible
from controller.journal.archive import NOT_AS_WRITTEN, Archive, JournalRefusedError
from controller.journal.chain import Record
from controller.journal.files.head_file import Head, HeadFile, HeadFileError
from controller.journal.files.keys import DeviceKey, KeyFileError, Vault
from controller.journal.migrations import MIGRATIONS, due
from controller.journal.opening import CHECK_AT_OPEN_BYTES
from controller.journal.packing import Packing
from controller.release import release

DAMAGES: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""What SQLite says of pages that are not as it wrote them; other errors are of the disk or of who may read."""
PRIMARY: Final = 0xFF
"""The part of SQLite's error code that tells the kind; the rest tells where."""
_TEXT: Final = methodcaller("decode", "utf-8", "replace")
"""Of what is no UTF-8, too; a function of C, as it is called for each text of each row."""
LOOKS: Final = 1000
"""A look takes some 0.1 ms and a commit longer, so that the second one mostly falls between two commits."""


class NewerJournalError(UnreadableError):
    """A newer release has written it."""


class OlderJournalError(UnreadableError):
    """An older release has written it, and this one has not been started with it."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where a journal and what belongs to it lie; `public_key` where the caller knows it from elsewhere."""

    journal: Path
    key: Path
    seal: Path
    public_key: bytes | None = None


@dataclass(frozen=True, slots=True)
class JournalFile:
    """`head` is what the head file held when the journal was read: at most one commit behind what the journal holds.

    None stands for no head file, a sentence for one that cannot be read. `places` open the same journal once more.
    """

    path: Path
    places: Places
    connection: sqlite3.Connection
    identities: tuple[tuple[str, str, bytes], ...]
    trust: Literal["given", "key file", "journal"]
    head: Head | str | None
    archive: Archive
    has_vault: bool

    @property
    def journal_id(self) -> str:
        return self.archive.journal_id

    def rows(self, statement: str, *parameters: object) -> Iterator[tuple[Any, ...]]:
        """What a statement finds; raises sqlite3.Error."""
        return iter(self.connection.execute(statement, parameters))

    def let_go(self) -> None:
        """End the look at one instant: from here on each read is of its own.

        To be called before anything is printed: who reads it may take his time, and what is held meanwhile keeps the
        table's write-ahead log growing.
        """
        if self.connection.in_transaction:
            with suppress(sqlite3.Error):  # of damaged pages, which whoever reads them has met
                self.connection.execute("ROLLBACK")

    def told(self, record: Record, what: str) -> Any:
        """What the record's body tells under the name `what`; raises JournalRefusedError where it does not."""
        try:
            return json.loads(self.archive.clear_body(record))[what]
        except NOT_AS_WRITTEN as error:
            raise JournalRefusedError(
                f"Record {record.n} of {self.path} holds no {what} as a table writes it: {type(error).__name__}."
            ) from error

    def count(self) -> int:
        """How many records there are, for a bar; 0 where the pages that tell cannot be read."""
        try:
            found: int = self.connection.execute("SELECT count(*) FROM records").fetchone()[0]
        except sqlite3.Error:
            return 0
        return found

    def check_pages(self) -> None:
        """Raises UnreadableError where a page is damaged; of a long journal only what is read is looked at."""
        try:
            if self.path.stat().st_size > CHECK_AT_OPEN_BYTES:
                return
            verdict = str(self.connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        except sqlite3.Error as error:
            raise unreadable(self.path, error) from error
        if verdict != "ok":
            raise UnreadableError(_damaged(self.path, verdict))


def unreadable(path: Path, error: sqlite3.Error) -> UnreadableError:
    """What SQLite met, as a sentence that says which file and what to do."""
    if getattr(error, "sqlite_errorcode", 0) & PRIMARY in DAMAGES:
        return UnreadableError(_damaged(path, str(error)))
    return UnreadableError(f"The journal {path} cannot be read: {error}.")


def _damaged(path: Path, what: str) -> str:
    first = what.strip().splitlines()[-1].rstrip(".")
    return f"The journal {path} is damaged ({first}): keep its files as they are and restore the last verified backup."


def beside(journal: Path) -> Places:
    """The keys as a configuration without further words puts them."""
    return Places(journal, journal.with_name(journal.name + ".key"), journal.with_name(journal.name + ".seal"))


@contextmanager
def opened(places: Places) -> Iterator[JournalFile]:
    """The journal for the block, as it was at its beginning until `let_go`; raises UnreadableError.

    Also where the block ends in what comes of values that no table writes: no reader is left to trip over them.
    """
    path = places.journal
    with legible(path) as source, _connected(path, source) as (connection, packing):
        try:
            head = _begin(connection, path)
            number = connection.execute("PRAGMA user_version").fetchone()[0]
            identities = tuple(connection.execute("SELECT journal_id, table_name, public_key FROM identity"))
        except sqlite3.Error as error:
            raise unreadable(path, error) from error
        known = MIGRATIONS[-1].number
        if number > known:
            raise NewerJournalError(
                f"A newer release has written the journal {path}: it has version {number}, and {release()} reads"
                f" version {known}."
            )
        if due(number):
            raise OlderJournalError(
                f"An older release has written the journal {path}: it has version {number}, and {release()} reads"
                f" version {known}, which its first start makes of it."
            )
        if not identities:
            raise UnreadableError(f"The journal {path} does not say of which table it is.")
        public, trust, own = _public(places, identities[0][2])
        vault = _vault(places.seal)
        archive = Archive(
            path=path, connection=connection, journal_id=identities[0][0], public=public, vault=vault, packing=packing,
            key=own,
        )  # fmt: skip
        file = JournalFile(
            path=path,
            places=replace(places, journal=source),
            connection=connection,
            identities=identities,
            trust=trust,
            head=head,
            archive=archive,
            has_vault=vault is not None,
        )
        try:
            yield file
        except NOT_AS_WRITTEN as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            raise UnreadableError(
                f"The journal {path} holds what no table writes, or this program has a fault: {type(error).__name__} in"
                f" {Path(where.filename).name}, line {where.lineno}. `tablectl verify` says where."
            ) from error


@contextmanager
def _connected(path: Path, source: Path) -> Iterator[tuple[sqlite3.Connection, Packing]]:
    uri = f"{source.absolute().as_uri()}?mode=ro"
    log = source.with_name(source.name + "-wal")
    reasons: list[UnreadableError] = []
    for options in ("", "" if log.exists() else "&immutable=1"):  # a stopped journal in a folder that is read-only
        connection = sqlite3.connect(uri + options, uri=True, isolation_level=None)
        connection.text_factory = _TEXT
        with closing(connection):
            try:
                connection.execute("PRAGMA cell_size_check = ON")
                packing = Packing.of(connection)
            except sqlite3.Error as error:
                reasons.append(unreadable(path, error))
                continue
            yield connection, packing
            return
    raise reasons[-1]


def _begin(connection: sqlite3.Connection, path: Path) -> Head | str | None:
    """Begin to read the database as it is now, and give the head file of now; raises UnreadableError, sqlite3.Error.

    A head file that has changed meanwhile belongs to this moment all the same if it names a record that is here.
    """
    for _ in range(LOOKS):
        before = _head(path)
        connection.execute("BEGIN")
        last = _last(connection)
        head = _head(path)
        if head == before or (isinstance(head, Head) and head.n <= last):
            return head
        connection.execute("ROLLBACK")
    raise UnreadableError(f"The journal {path} was written faster than it could be looked at: do it again.")


def _last(connection: sqlite3.Connection) -> int:
    """The number of the last record; 0 where there is none, or where the pages that tell cannot be read."""
    try:
        last = connection.execute("SELECT max(n) FROM records").fetchone()[0]
    except sqlite3.Error:
        return 0
    return last if isinstance(last, int) else 0


def _head(path: Path) -> Head | str | None:
    try:
        return HeadFile(path.with_name(path.name + ".head")).read()
    except (HeadFileError, OSError) as error:
        return str(error)


def _public(places: Places, named: bytes) -> tuple[bytes, Literal["given", "key file", "journal"], DeviceKey | None]:
    """The public key, whence it is, and the key itself where it is at hand."""
    if places.public_key is not None:
        return places.public_key, "given", None
    try:
        key = DeviceKey.load(places.key)
    except KeyFileError:
        return named, "journal", None
    return key.public, "key file", key


def _vault(path: Path) -> Vault | None:
    try:
        return Vault.load(path)
    except KeyFileError:
        return None
