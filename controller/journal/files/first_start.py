"""The files of a new journal, made in an order that tells a first start cut short from a journal that was lost.

    head file (record 0) -> device key -> sealing key -> database with its identity

Each is there whole or not at all (see `whole_file`), so a cut leaves a beginning of this row and the next start goes on
with it: nothing was recorded yet. Anything else without its database is what is left of a journal, as are a key that no
head file stands before, a head file that names records, or SQLite's log. Such a start is refused before it writes.
"""

import sqlite3
import uuid
from pathlib import Path
from typing import Final

from controller.journal.archive import JournalRefusedError
from controller.journal.chain import genesis, head_message
from controller.journal.files.head_file import Head, HeadFile
from controller.journal.files.keys import KEY_MODE, DeviceKey, new_secret, read_secret
from controller.journal.files.lock import MODE
from controller.journal.files.whole_file import write_whole
from controller.journal.migrations import migrate
from controller.journal.words import words

PAGE_BYTES: Final = 512
"""A commit writes each page that it touches whole, and an event changes some bytes in five of them. Journals of
releases before have pages of 4096 bytes, which cost four times as much and are as good otherwise. That a write does no
harm to the bytes beside it in a sector ("powersafe overwrite") is needed for SQLite's log with pages of any size.
Pages of 1024 bytes hold a tenth more records, and a commit writes a seventh more."""


def begin(
    path: Path, *, table: str, game: str, rules_hash: str, head_file: HeadFile, key_path: Path, vault_path: Path
) -> None:
    """Make the journal of `table`, played by these rules, at `path` and what belongs to it, unless there is one.

    Raises JournalRefusedError where only a part of one is left; HeadFileError, KeyFileError, OSError.
    """
    if _holds(path):
        return
    head = head_file.read()
    log = path.with_name(path.name + "-wal")
    left = [log] if _holds(log) else []
    if head is None:
        left += [secret for secret in (key_path, vault_path) if secret.exists()]
    elif head.n:
        left.append(head_file.path)
    if left:
        named = f" The head file names record {head.n}." if head is not None and head.n else ""
        raise JournalRefusedError(
            f"The journal {path} is gone or empty, but {', '.join(map(str, left))} is left of it.{named} Bring it back"
            " from the last verified backup; to start anew, move away all that is left of it. Nothing was changed."
        )
    journal_id = str(uuid.uuid4())
    secret = read_secret(key_path) if key_path.exists() else new_secret()
    key = DeviceKey(secret)
    link = genesis(journal_id)
    write_whole(head_file.path, Head(journal_id, 0, link, key.sign(head_message(journal_id, 0, link))).block(), MODE)
    if not key_path.exists():
        write_whole(key_path, secret, KEY_MODE)
    if not vault_path.exists():
        write_whole(vault_path, new_secret(), KEY_MODE)
    write_whole(path, _database(path, key.public, journal_id, table, game, rules_hash), MODE)


def _database(path: Path, public: bytes, journal_id: str, table: str, game: str, rules_hash: str) -> bytes:
    """The bytes of a journal without records; `path` is what errors name."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        migrate(connection, path)
        connection.execute("INSERT INTO identity VALUES (?, ?, ?)", (journal_id, table, public))
        connection.execute("INSERT INTO words VALUES (?)", (words(journal_id, table, game, rules_hash),))
        return connection.serialize()
    finally:
        connection.close()


def _holds(path: Path) -> bool:
    """Whether there is such a file with anything in it."""
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False
