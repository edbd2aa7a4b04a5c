"""What no table wrote, in the files of a journal: values of any kind in any column, bytes anywhere in any file.

Some of it is what a torn sector leaves, some what an insider puts there; with the table's keys he can also link and
sign again what he has changed.
"""

import random
import sqlite3
import struct
from pathlib import Path
from typing import Any, Final

from controller.journal.archive import stored_record
from controller.journal.chain import genesis, link, seal_message, snapshot_message
from controller.journal.files.keys import DeviceKey
from controller.journal.packing import Packing

TABLES: Final = ("identity", "records", "snapshots", "lanes", "outbox", "retained", "sequences", "standing", "words")
FILES: Final = ("journal.db", "journal.db.head", "journal.db-wal", "key", "seal")
NUMBERS: Final = (0, -1, 1, 2, 7, 2**31, 2**53, 2**62, 2**63 - 1, -(2**63))
TEXTS: Final = (
    b"", b"[" * 50_000, b'{"event":' * 5_000, b'{"event":{"type":"card"}}', b"1e999", b"NaN", b"9" * 5_000, b"[1e999]",
    b'"\\ud800"', b"\x00", b"\xff", b'{"start":{}}', b'{"start":"\xff"}', b"null", b"A:-1", b"{}",
)  # fmt: skip
BLOCKS: Final = (
    b'{"journal":"x","n":1e999,"head":"","seal":""}', b'{"journal":"x","n":%d,"head":"","seal":""}' % 10**30,
    b'{"journal":[],"n":{},"head":1,"seal":null}', b"[" * 200_000, b"null", b"[]", b'"journal"', b"\xff" * 512,
    b" " * 512,
)  # fmt: skip
"""What a head file may not be."""


def change(folder: Path, chance: random.Random) -> str:
    """Change the journal in the folder somewhere; what was done."""
    if chance.random() < 0.3:
        return _change_file(folder, chance)
    done = _change_values(folder, chance)
    if chance.random() < 0.5:
        _sign_again(folder)
        done += ", signed again"
    return done


def _change_file(folder: Path, chance: random.Random) -> str:
    name = chance.choice(FILES)
    path = folder / name
    whole = path.read_bytes() if path.exists() else b""
    how = chance.choice(("gone", "cut", "noise", "other", "folder", "block"))
    path.unlink(missing_ok=True)
    match how:
        case "cut":
            path.write_bytes(whole[: chance.randint(0, len(whole))])
        case "noise":
            found = bytearray(whole or bytes(512))
            for _ in range(chance.randint(1, 8)):
                start = chance.randrange(len(found))
                found[start : start + chance.choice((1, 2, 64, 512))] = chance.randbytes(chance.choice((1, 2, 64, 512)))
            path.write_bytes(found)
        case "other":
            path.write_bytes(chance.choice((chance.randbytes(32), chance.randbytes(512), *TEXTS)))
        case "block":
            path.write_bytes(chance.choice(BLOCKS).ljust(511) + b"\n")
        case "folder":
            path.mkdir()
    if path.is_file():
        path.chmod(0o600)
    return f"{name} {how}"


def _change_values(folder: Path, chance: random.Random) -> str:
    connection = sqlite3.connect(folder / "journal.db", isolation_level=None)
    try:
        connection.execute("PRAGMA writable_schema = ON")  # a torn sector knows no types
        connection.execute("UPDATE sqlite_schema SET sql = replace(replace(sql, 'STRICT', ''), 'NOT NULL', '')")
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, '),  WITHOUT', ') WITHOUT')")
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, ') , WITHOUT', ') WITHOUT')")
    finally:
        connection.close()
    connection = sqlite3.connect(folder / "journal.db", isolation_level=None)
    done = []
    try:
        for _ in range(chance.randint(1, 3)):
            table = chance.choice(TABLES)
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            column, how = chance.choice(columns), "cast(? AS TEXT)"
            value: Any = chance.choice((*TEXTS, chance.randbytes(5)))
            kind = chance.randrange(5)
            if kind == 0:
                value, how = chance.choice((None, *NUMBERS)), "?"
            elif kind == 1:
                value, how = struct.unpack("<d", chance.randbytes(8))[0], "?"
            elif kind == 2:
                how = "?"
            rows = connection.execute(f"SELECT {columns[0]}, {columns[-1]} FROM {table}").fetchall()  # noqa: S608
            if not rows:
                continue
            where = chance.choice((rows[-1], chance.choice(rows)))
            statement = f"UPDATE OR IGNORE {table} SET {column} = {how} WHERE {columns[0]} IS ? AND {columns[-1]} IS ?"  # noqa: S608
            connection.execute(statement, (value, *where))
            done.append(f"{table}.{column} = {str(value)[:40]} ({how})")
    except sqlite3.Error as error:
        done.append(str(error))
    finally:
        connection.close()
    return "; ".join(done)


def _sign_again(folder: Path) -> None:
    """Link and sign all records and snapshots as they are now; the head file goes."""
    (folder / "journal.db.head").unlink(missing_ok=True)
    connection = sqlite3.connect(folder / "journal.db", isolation_level=None)
    try:
        key = DeviceKey.load(folder / "key")
        Packing.of(connection)
        journal_id = connection.execute("SELECT journal_id FROM identity").fetchone()[0]
        previous, seal = genesis(journal_id), None
        for row in connection.execute("SELECT * FROM records ORDER BY n").fetchall():
            stored = stored_record(row)
            previous = link(previous, seal, stored.record)
            seal = key.sign(seal_message(journal_id, stored.record.n, previous))
            connection.execute(
                "UPDATE main.records SET link = ?, seal = ? WHERE n = ?", (previous, seal, stored.record.n)
            )
        for n, state in connection.execute("SELECT n, state FROM snapshots").fetchall():
            signature = key.sign(snapshot_message(journal_id, n, state))
            connection.execute("UPDATE snapshots SET signature = ? WHERE n = ?", (signature, n))
    except (sqlite3.Error, AttributeError, TypeError, ValueError):
        return  # there is nothing left to sign
    finally:
        connection.close()
