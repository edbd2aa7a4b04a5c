"""An insider with the journal's files and without its keys: whatever he changes, `verify` finds it.

Every stored value is changed in turn, every row taken out, rows swapped and put in, older files put back. What is not
found is listed in `HARMLESS` with the reason, and there is nothing else.

Of single values only one kind is not found; that, and what two together can do, is in `HARMLESS`.
"""

import asyncio
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from controller.audit.findings import Report
from controller.audit.journal_file import opened
from controller.audit.legible import UnreadableError
from controller.audit.verify.published import read_published
from controller.audit.verify.verification import verify
from tests.audit.small_journal import PONTOON, everything, places, write
from tests.journal.journals import readable

TABLES: Final = ("identity", "records", "snapshots", "lanes", "outbox", "retained", "sequences", "standing")
HARMLESS: Final = {
    "a lane's `done`, `kept` and `mark` put back together to an older state": (
        "Rows are delivered again, with the `id` and `seq` that they had, which every reader drops. To claim a later"
        " state, so that rows are not delivered, takes the table's key."
    ),
    "a lane's `last` up to the number of its newest message": (
        "It is written with a snapshot or a mark; how far the lane is behind that its messages say, and those are held"
        " to the records."
    ),
    "rows deleted by retention and put back, or not yet deleted": (
        "They are known and compared while they are marked as kept; below the mark only parked ones may be there."
    ),
    "a snapshot that is neither one of the newest nor a milestone of every release deleted, or put back": (
        "It only shortens the way to an old round: it is made from the records, and held to them while it is there."
    ),
    "spaces, free pages and the order of pages in the file": "They are no value of the journal.",
    "how a text is packed, and words by which none is": "It is the texts that links and signatures are over.",
}
"""What may be changed unnoticed, and why that does no harm."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of a journal of everything, written once."""
    found = tmp_path_factory.mktemp("journal")
    asyncio.run(everything(found))
    return found


def look(folder: Path, lines: tuple[bytes, ...] = ()) -> Report:
    """What `verify` says of the journal in the folder."""
    with opened(places(folder)) as file:
        return verify(file, published=read_published(lines))


class Copy:
    """A copy of the journal that is changed by SQL, looked at, and put right again."""

    def __init__(self, source: Path, target: Path) -> None:
        self.folder = target
        shutil.copytree(source, target)
        self._whole = (source / "journal.db").read_bytes()

    def changed(self, *statements: tuple[str, tuple[Any, ...]]) -> bool:
        """Whether a change is found."""
        (self.folder / "journal.db").write_bytes(self._whole)
        with sqlite3.connect(self.folder / "journal.db") as insider:
            insider.execute("PRAGMA synchronous = OFF")
            for statement, parameters in statements:
                insider.execute(statement, parameters)
        insider.close()
        try:
            return bool(look(self.folder).findings)
        except UnreadableError:
            return True


def others(value: Any) -> Iterator[Any]:
    """Other values of the same type, and NULL."""
    match value:
        case int():
            yield value + 1
        case str():
            yield value + "x"
        case bytes():
            yield bytes((value[0] ^ 1, *value[1:])) if value else b"\0"
        case None:
            yield "x"
    if value is not None:
        yield None


def newest_message(folder: Path, lane: str) -> int:
    """Its number; 0 where the lane has none."""
    with closing(sqlite3.connect(folder / "journal.db")) as reader:
        ((seq,),) = reader.execute("SELECT coalesce(max(seq), 0) FROM outbox WHERE lane = ?", (lane,))
    return int(seq)


def test_every_changed_value_is_found(folder: Path, tmp_path: Path) -> None:
    """Each column of each row of each table, changed alone."""
    copy = Copy(folder, tmp_path / "copy")
    tried = 0
    missed: list[tuple[object, ...]] = []
    for table, row, where in rows_of(folder):
        names = [part.split()[0] for part in where.split(" AND ")]
        for name, value in zip(names, row, strict=True):
            for other in others(value):
                if (table, name) == ("lanes", "last") and other is not None and other <= newest_message(folder, row[0]):
                    continue  # see HARMLESS
                statement = f"UPDATE {table} SET {name} = ? WHERE {where}"  # noqa: S608 - our own table names
                try:
                    found = copy.changed((statement, (other, *row)))
                except sqlite3.Error:
                    continue  # the table itself does not take it
                tried += 1
                if not found:
                    missed.append((table, name, row[:2], value, other))
    sys.stdout.write(f"{tried} changes of single values, {len(missed)} not found\n")
    assert missed == []
    assert tried > 500


def test_every_row_taken_out_is_found(folder: Path, tmp_path: Path) -> None:
    """Each row of each table deleted alone, the newest records too; and each tail of the records cut off."""
    copy = Copy(folder, tmp_path / "copy")
    tried = 0
    missed: list[tuple[object, ...]] = []
    for table, row, where in rows_of(folder):
        tried += 1
        if not copy.changed((f"DELETE FROM {table} WHERE {where}", row)):  # noqa: S608 - our own table names
            missed.append((table, row[:2]))
    last = newest(folder)
    for n in range(1, last + 1):
        tried += 1
        tail = [(f"DELETE FROM {table} WHERE n >= ?", (n,)) for table in ("records", "outbox", "snapshots")]  # noqa: S608
        if not copy.changed(*tail):
            missed.append(("tail", (n,)))
    sys.stdout.write(f"{tried} deletions, {len(missed)} not found\n")
    assert missed == []


def test_every_swap_is_found(folder: Path, tmp_path: Path) -> None:
    """Two neighbours of the records, and of the messages, in each other's place."""
    copy = Copy(folder, tmp_path / "copy")
    last = newest(folder)
    tried = 0
    missed: list[tuple[object, ...]] = []
    for n in range(1, last):
        tried += 1
        if not copy.changed(
            *(("UPDATE records SET n = ? WHERE n = ?", step) for step in ((-1, n), (n, n + 1), (n + 1, -1)))
        ):
            missed.append(("records", n))
    for lane, seq in list(select(folder, "SELECT lane, seq FROM outbox")):
        steps = ((-1, lane, seq), (seq, lane, seq + 1), (seq + 1, lane, -1))
        tried += 1
        if not copy.changed(*(("UPDATE outbox SET seq = ? WHERE lane = ? AND seq = ?", step) for step in steps)):
            missed.append((lane, seq))
    sys.stdout.write(f"{tried} swaps, {len(missed)} not found\n")
    assert missed == []


def test_every_row_put_in_is_found(folder: Path, tmp_path: Path) -> None:
    """A copy of each record behind the last, before the first, and in between with the others moved up; other rows."""
    copy = Copy(folder, tmp_path / "copy")
    last = newest(folder)
    columns = (
        "kind, start, utc_ns, monotonic_ns, synchronised, round, ended, device, sequence, sealed, body, link, seal"
    )
    again = f"INSERT INTO records (n, {columns}) SELECT ?, {columns} FROM records WHERE n = ?"  # noqa: S608
    tried = 0
    missed: list[tuple[object, ...]] = []
    for n in range(1, last + 1):
        for place in (last + 1, 0, -1):
            tried += 1
            if not copy.changed((again, (place, n))):
                missed.append(("record", n, place))
        shift = [("UPDATE records SET n = -n - 1 WHERE n > ?", (n,)), ("UPDATE records SET n = -n WHERE n < 0", ())]
        tried += 1
        if not copy.changed(*shift, (again, (n + 1, n))):
            missed.append(("record", n, n + 1))
    others = [
        "INSERT INTO outbox SELECT lane, seq + 1000, n, utc_ns, topic, retain, payload, parked FROM outbox",
        "INSERT INTO outbox SELECT lane, seq - 1000, n, utc_ns, topic, retain, payload, 1 FROM outbox",
        "INSERT INTO snapshots SELECT n + 1, state, signature FROM snapshots ORDER BY n DESC LIMIT 1",
        "INSERT INTO lanes VALUES ('device/x', 0, 0, 1, NULL)",
        "INSERT INTO retained VALUES ('outcome', 1, '{}')",
        "INSERT INTO sequences VALUES ('x', 'A:1', 3)",
        "INSERT INTO standing VALUES ('x', '', 3, 'info', 'x', NULL)",
        "INSERT INTO identity SELECT * FROM identity",
        "CREATE TABLE more (x)",
        "ALTER TABLE records ADD COLUMN more TEXT",
        "CREATE INDEX more ON outbox (n)",
        "CREATE TRIGGER more AFTER INSERT ON records BEGIN DELETE FROM outbox; END",
        "CREATE VIEW more AS SELECT * FROM records",
        "DROP INDEX rounds_ended",
        "PRAGMA application_id = 1",
        "PRAGMA user_version = 9",
    ]
    for statement in others:
        tried += 1
        if not copy.changed((statement, ())):
            missed.append((statement,))
    sys.stdout.write(f"{tried} insertions, {len(missed)} not found\n")
    assert missed == []


async def test_every_byte_of_the_head_file_counts(tmp_path: Path) -> None:
    """Each byte changed alone, the file cut short, another table's, and none."""
    await write(tmp_path, [], stop=False)
    name = tmp_path / "journal.db.head"
    whole = name.read_bytes()
    assert look(tmp_path).findings == []
    missed = []
    for place in range(len(whole)):
        name.write_bytes(whole[:place] + bytes((whole[place] ^ 1,)) + whole[place + 1 :])
        if not look(tmp_path).findings:
            missed.append(place)
    for other in (b"", whole[:100], whole[:-1], whole + b" ", b"{}"):
        name.write_bytes(other)
        if not look(tmp_path).findings:
            missed.append(len(other))
    name.unlink()
    assert look(tmp_path).findings
    sys.stdout.write(f"{len(whole) + 6} changes of the head file, {len(missed)} not found\n")
    assert missed == []


async def test_every_older_copy_is_found(tmp_path: Path) -> None:
    """The database of each earlier moment under today's head file, without one, and with the head file of its time.

    The last can be seen only from outside: by an outcome that was published since.
    """
    kept = []
    for number in range(4):
        await write(tmp_path, PONTOON, stop=number % 2 == 0)
        files = {name: (tmp_path / name).read_bytes() for name in ("journal.db", "journal.db.head")}
        kept.append(files)
    lines = tuple(
        payload.encode() for (payload,) in select(tmp_path, "SELECT payload FROM outbox WHERE topic = 'outcome'")
    )
    assert look(tmp_path, lines).findings == []
    for files in kept[:-1]:
        (tmp_path / "journal.db").write_bytes(files["journal.db"])
        assert "older copy" in str(look(tmp_path).findings[0])
        (tmp_path / "journal.db.head").unlink()
        assert "cannot be told" in str(look(tmp_path).findings[0])
        (tmp_path / "journal.db.head").write_bytes(files["journal.db.head"])
        assert look(tmp_path).findings == []
        assert "older copy" in str(look(tmp_path, lines).findings[0])
        (tmp_path / "journal.db.head").write_bytes(kept[-1]["journal.db.head"])
    (tmp_path / "journal.db").write_bytes(kept[-1]["journal.db"])
    (tmp_path / "journal.db.head").write_bytes(kept[0]["journal.db.head"])
    assert "older head file" in str(look(tmp_path).findings[0])


async def test_what_was_published_is_held_against_the_journal(tmp_path: Path) -> None:
    """A published outcome that was altered, or that the journal tells otherwise, is found."""
    await write(tmp_path, PONTOON)
    ((payload,),) = select(tmp_path, "SELECT payload FROM outbox WHERE topic = 'outcome'")
    assert look(tmp_path, (payload.encode(),)).findings == []
    assert look(tmp_path, (payload.replace('"net":1500', '"net":9500', 1).encode(),)).findings
    seal = payload.index('"seal":"') + 8
    assert look(tmp_path, ((payload[:seal] + "00" + payload[seal + 2 :]).encode(),)).findings


async def test_a_history_signed_with_another_key_is_found(tmp_path: Path) -> None:
    """Who writes a whole new journal writes it under another key than the table's."""
    true, false = tmp_path / "true", tmp_path / "false"
    for folder in (true, false):
        folder.mkdir()
        await write(folder, PONTOON)
    assert look(false).findings == []
    (false / "key").write_bytes((true / "key").read_bytes())
    assert "public key" in str(look(false).findings[0])


def test_a_damaged_page_is_found(folder: Path, tmp_path: Path) -> None:
    """Bytes changed past SQLite are found in every page that is in use."""
    copy = Copy(folder, tmp_path / "copy")
    name = copy.folder / "journal.db"
    whole = name.read_bytes()
    size = int.from_bytes(whole[16:18], "big")
    with closing(sqlite3.connect(name)) as connection:
        used = [number for (number,) in connection.execute("SELECT pageno FROM dbstat ORDER BY pageno")]
    missed = []
    for number in used:
        start = (number - 1) * size
        name.write_bytes(whole[:start] + bytes(64) + whole[start + 64 :])
        try:
            if not look(copy.folder).findings:
                missed.append(number)
        except UnreadableError:
            continue
    assert missed == []


def select(folder: Path, statement: str) -> list[tuple[Any, ...]]:
    """What a statement finds in the journal."""
    connection = readable(folder / "journal.db")
    found = connection.execute(statement).fetchall()
    connection.close()
    return found


def newest(folder: Path) -> int:
    """The number of the last record."""
    ((n,),) = select(folder, "SELECT max(n) FROM records")
    return int(n)


def rows_of(folder: Path) -> Iterator[tuple[str, tuple[Any, ...], str]]:
    """Each row of each table, with the condition that finds it."""
    source = sqlite3.connect(folder / "journal.db")
    for table in TABLES:
        cursor = source.execute(f"SELECT * FROM {table}")  # noqa: S608 - our own table names
        where = " AND ".join(f"{name} IS ?" for name, *_ in cursor.description)
        for row in cursor.fetchall():
            yield table, row, where
    source.close()
