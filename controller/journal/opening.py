"""What is checked before a journal is believed: whose it is, that it is whole, that nothing of its end was cut off."""

import sqlite3
from pathlib import Path
from typing import Final, NamedTuple

from controller.journal.archive import RESTORE, JournalRefusedError
from controller.journal.chain import genesis, seal_message
from controller.journal.files.head_file import HeadFile
from controller.journal.files.keys import DeviceKey, signed_by
from controller.journal.migrations import migrate

CHECK_AT_OPEN_BYTES: Final = 32 * 1024 * 1024
"""Up to here the whole file is checked before the table opens (about 0.1 s); beyond, the pages are checked as they are
read and the chain from the last snapshot on, so that a start takes the same time after a year."""
LOG_BYTES: Final = 4 * 1024 * 1024
"""What SQLite's log holds before it is written back into the file."""


class End(NamedTuple):
    """The last record's number (0 where there is none), its link, and its seal."""

    n: int
    link: bytes
    seal: bytes | None


def identity(connection: sqlite3.Connection, path: Path, table: str) -> tuple[str, bytes]:
    """The journal's own name and its public key; raises JournalRefusedError where it is not this table's."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA cell_size_check = ON")
    migrate(connection, path)
    found = "SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view')"
    foreign = connection.execute(found).fetchone()
    if foreign is not None:
        raise JournalRefusedError(
            f"The journal {path} holds the {foreign[0]} `{foreign[1]}`, which no table makes and which would change"
            " what is written or read: keep the files for the auditor and restore the last verified backup."
        )
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


def check_key(path: Path, public: bytes, key: DeviceKey) -> None:
    """Raises JournalRefusedError where the journal was begun under another device key."""
    if public != key.public:
        raise JournalRefusedError(
            f"The journal {path} was begun under another device key than the key file holds. Put its own key back; to"
            " start anew, move all files of the journal away, keys and head file with them."
        )


def settle(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the file into one piece; raises JournalRefusedError where that is damaged."""
    connection.execute("PRAGMA journal_mode = WAL")
    page_bytes = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_BYTES // page_bytes}")
    if path.stat().st_size <= CHECK_AT_OPEN_BYTES:
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise JournalRefusedError(f"The journal {path} is damaged: {' '.join(str(verdict).split())}. {RESTORE}")
    # What a process before could not sync may be in memory only: it is written again, not read and believed.
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def end_of(connection: sqlite3.Connection, journal_id: str) -> End:
    """Where the chain goes on."""
    row = connection.execute("SELECT n, link, seal FROM records ORDER BY n DESC LIMIT 1").fetchone()
    return End(*row) if row else End(0, genesis(journal_id), None)


def check_end(
    connection: sqlite3.Connection, path: Path, *, journal_id: str, end: End, key: DeviceKey, head_file: HeadFile
) -> bool:
    """Whether there is a head file; raises JournalRefusedError.

    The last record carries our seal, and the head file names a record that is here.
    """
    if end.n and (end.seal is None or not signed_by(key.public, end.seal, seal_message(journal_id, end.n, end.link))):
        raise JournalRefusedError(f"The last record, {end.n}, of {path} was not sealed by this device. {RESTORE}")
    head = head_file.read()
    if head is None:
        return False
    name = head_file.path
    if head.journal_id != journal_id or not head.signed_by(key.public):
        raise JournalRefusedError(f"The head file {name} is not of this journal. {RESTORE}")
    row = connection.execute("SELECT link FROM records WHERE n = ?", (head.n,)).fetchone()
    found = row[0] if row is not None else None
    if head.link != (found if head.n else genesis(journal_id)):
        raise JournalRefusedError(
            f"The head file {name} names record {head.n} of the journal, but the journal ends with {end.n} or has"
            f" another one there: records are missing, or an older copy was put back. {RESTORE}"
        )
    return True


class SignedSince(NamedTuple):
    """From record `n` on, and behind message `seq`, every message is signed."""

    n: int
    seq: int


def signed_since(connection: sqlite3.Connection, *, before: int) -> SignedSince:
    """By the first start of a release that signs, which names its code; else by the one that follows `before`."""
    found = connection.execute(
        "SELECT n, json_extract(body, '$.start.lanes.mqtt') FROM main.records WHERE kind = 'start'"
        " AND CASE WHEN json_valid(body) THEN json_extract(body, '$.start.code_hash') END IS NOT NULL"
        " ORDER BY n LIMIT 1"
    ).fetchone()
    if found is None:
        last = connection.execute("SELECT last FROM lanes WHERE lane = 'mqtt'").fetchone()
        return SignedSince(before + 1, last[0] if last is not None else 0)
    return SignedSince(found[0], found[1] or 0)
