"""The journal: whole commits or none, a chain that shows what was changed, keys, versions, one process."""

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from controller.journal.archive import JournalRefusedError
from controller.journal.chain import Record
from controller.journal.clock import rfc3339
from controller.journal.draft import Draft, OutboxRow
from controller.journal.migrations import MIGRATIONS, Migration, MigrationError, migrate
from controller.journal.store import Journal, JournalFailedError
from tests.journal.journals import SteppedClock, open_journal


async def write(journal: Journal, count: int, *, conceal: bool = False) -> list[Draft]:
    """A start and `count` events, each in a commit of its own, each with two rows."""
    drafts = [journal.draft("start", '{"start":{}}', round_=0)]
    await journal.commit(drafts)
    for number in range(count):
        draft = journal.draft(
            "event", f'{{"number":{number}}}', round_=1, device="shoe", sequence=f"A:{number}", conceal=conceal
        )
        last, _, _ = journal.archive.lane_position("mqtt")
        draft.rows += [row(draft.record, last + 1, "card"), row(draft.record, last + 2, "state")]
        draft.snapshot = b'"state"' if number == 0 else None
        await journal.commit([draft])
        drafts.append(draft)
    return drafts


def row(record: Record, seq: int, topic: str) -> OutboxRow:
    """A row of the broker's lane."""
    return OutboxRow("mqtt", seq, record.n, record.utc_ns, topic, topic == "state", "{}")


async def test_what_was_committed_is_there_after_a_new_start(tmp_path: Path) -> None:
    """Records, bodies, rows, numbers, marks and snapshot are found again as they were written."""
    journal = open_journal(tmp_path)
    drafts = await write(journal, 5, conceal=True)
    journal.close()
    journal = open_journal(tmp_path)
    found = list(journal.archive.records(0))
    assert [stored.record for stored in found] == [draft.record for draft in drafts]
    assert journal.archive.clear_body(found[-1].record) == '{"number":4}'
    assert journal.archive.sequences() == {"shoe": "A:4"}
    assert journal.archive.last_snapshot() == (2, b'"state"')
    assert (journal.n, journal.last_seqs) == (6, {"mqtt": 10})
    assert [r.seq for r in await journal.lookup.lane("mqtt", after=3, limit=4)] == [4, 5, 6, 7]
    journal.close()


async def test_a_concealed_body_is_nowhere_in_the_files(tmp_path: Path) -> None:
    """What nobody may see yet stands in no file of the journal in clear."""
    journal = open_journal(tmp_path)
    await write(journal, 1)
    await journal.commit([journal.draft("event", '{"card":"the-hidden-face"}', round_=1, conceal=True)])
    assert not holding(tmp_path, b"the-hidden-face")
    journal.close()


async def test_a_failed_commit_keeps_nothing_and_is_the_last(tmp_path: Path) -> None:
    """Where one row cannot be written none of its commit is, and the journal takes no more."""
    journal = open_journal(tmp_path)
    await write(journal, 1)
    good = journal.draft("event", "{}", round_=1)
    bad = journal.draft("event", "{}", round_=1)
    bad.rows.append(OutboxRow("mqtt", 1, bad.record.n, 0, "card", False, "{}"))  # number 1 is taken
    with pytest.raises(JournalFailedError, match="could not be written"):
        await journal.commit([good, bad])
    with pytest.raises(JournalFailedError):
        await journal.commit_deferred()
    journal.close()
    journal = open_journal(tmp_path)
    assert journal.n == 2
    journal.close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE records SET body = '{}' WHERE n = 4",
        "UPDATE records SET round = 9 WHERE n = 4",
        "UPDATE records SET utc_ns = utc_ns + 1 WHERE n = 4",
        "UPDATE records SET device = 'button' WHERE n = 4",
        "UPDATE records SET sequence = 'B:1' WHERE n = 4",
        "UPDATE records SET start = 2 WHERE n = 4",
        "UPDATE records SET link = x'00' WHERE n = 4",
        "DELETE FROM records WHERE n = 4",
        "DELETE FROM records WHERE n = (SELECT max(n) FROM records)",
        "UPDATE records SET seal = NULL WHERE n = 6",
        "CREATE TABLE r AS SELECT * FROM records WHERE n = 6; UPDATE r SET n = 7; INSERT INTO records SELECT * FROM r",
        "UPDATE records SET n = -n WHERE n IN (4, 5); UPDATE records SET n = 9 + n WHERE n < 0",
        "UPDATE snapshots SET state = x'00'",
    ],
)
async def test_a_changed_file_is_not_started_from(tmp_path: Path, change: str) -> None:
    """A record changed, taken out, put in or swapped since the last snapshot is found by the next start."""
    journal = open_journal(tmp_path)
    await write(journal, 5)
    journal.close()
    with sqlite3.connect(tmp_path / "journal.db") as insider:
        insider.executescript(change)
    insider.close()
    with pytest.raises(JournalRefusedError):
        read_all(tmp_path)


async def test_an_older_copy_put_back_is_refused(tmp_path: Path) -> None:
    """The head file knows of records that an older copy of the journal lacks."""
    journal = open_journal(tmp_path)
    await write(journal, 2)
    journal.close()
    shutil.copy(tmp_path / "journal.db", tmp_path / "older")
    journal = open_journal(tmp_path)
    await write(journal, 2)
    journal.close()
    shutil.copy(tmp_path / "older", tmp_path / "journal.db")
    with pytest.raises(JournalRefusedError, match="older copy"):
        open_journal(tmp_path)


@pytest.mark.parametrize(
    ("name", "held", "to_do"),
    [
        ("key", None, "Put it back"), ("key", b"", "Put it back"), ("key", bytes(32), "Put its own key back"),
        ("seal", b"x", "Put it back"), ("journal.db.head", b"{}", "moved away"), ("journal.db", b"x" * 8192, "backup"),
        ("journal.db.lock", "folder", "in the way"), ("journal.db-wal", "folder", "Look at the disk"),
    ],
)  # fmt: skip
async def test_a_refusal_says_what_to_do(tmp_path: Path, name: str, held: bytes | str | None, to_do: str) -> None:
    """Whatever file is not what it should be."""
    journal = open_journal(tmp_path)
    await write(journal, 2)
    journal.close()
    path = tmp_path / name
    path.unlink(missing_ok=True)
    if held == "folder":
        path.mkdir()
    elif isinstance(held, bytes):
        path.write_bytes(held)
        path.chmod(0o600)
    with pytest.raises(JournalRefusedError, match=to_do):
        open_journal(tmp_path)


async def test_a_missing_head_file_is_told(tmp_path: Path) -> None:
    """Without the head file nobody can say whether a tail was cut off: the journal opens and says so."""
    journal = open_journal(tmp_path)
    await write(journal, 2)
    journal.close()
    (tmp_path / "journal.db.head").unlink()
    journal = open_journal(tmp_path)
    assert journal.head_file_missing
    journal.close()


async def test_a_corrupt_page_is_refused(tmp_path: Path) -> None:
    """A page that is no page any more is found before the table opens."""
    journal = open_journal(tmp_path)
    await write(journal, 50)
    journal.close()
    file = tmp_path / "journal.db"
    content = bytearray(file.read_bytes())
    content[2 * 4096 : 3 * 4096] = os.urandom(4096)
    file.write_bytes(content)
    with pytest.raises(JournalRefusedError):
        read_all(tmp_path)


async def test_keys_are_their_owners_alone(tmp_path: Path) -> None:
    """Both keys are made with mode 0600, and a key that others can read is refused."""
    journal = open_journal(tmp_path)
    await write(journal, 1)
    journal.close()
    for name in ("key", "seal"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
        (tmp_path / name).chmod(0o640)
        with pytest.raises(JournalRefusedError, match="0640"):
            open_journal(tmp_path)
        (tmp_path / name).chmod(0o600)


async def test_a_journal_is_not_continued_under_another_key(tmp_path: Path) -> None:
    """Without its key, or with a new one, the journal is refused instead of signed anew."""
    journal = open_journal(tmp_path)
    await write(journal, 1)
    journal.close()
    (tmp_path / "key").unlink()
    with pytest.raises(JournalRefusedError, match="cannot be read"):
        open_journal(tmp_path)
    (tmp_path / "key").touch(mode=0o600)
    (tmp_path / "key").write_bytes(bytes(32))
    with pytest.raises(JournalRefusedError, match="another device key"):
        open_journal(tmp_path)


async def test_one_process_has_the_journal(tmp_path: Path) -> None:
    """A second one is told so, and the first goes on."""
    journal = open_journal(tmp_path)
    with pytest.raises(JournalRefusedError, match="Another process"):
        open_journal(tmp_path)
    await write(journal, 1)
    journal.close()


async def test_a_stepped_clock_breaks_no_order(tmp_path: Path) -> None:
    """When UTC jumps back a day the records stay in order, by number and by monotonic time."""
    clock = SteppedClock()
    journal = open_journal(tmp_path, clock)
    await write(journal, 2)
    clock.utc_ns -= 24 * 3600 * 1_000_000_000
    await journal.commit([journal.draft("event", "{}", round_=1)])
    journal.close()
    journal = open_journal(tmp_path, clock)
    records = [stored.record for stored in journal.archive.records(0)]
    assert [record.n for record in records] == [1, 2, 3, 4]
    monotonic = [record.monotonic_ns for record in records]
    assert monotonic == sorted(monotonic)
    assert records[-1].utc_ns < records[0].utc_ns
    assert rfc3339(records[0].utc_ns) == "2023-11-14T22:13:20.000000Z"
    journal.close()


def test_a_newer_journal_is_refused(tmp_path: Path) -> None:
    """A program does not touch what a later one has written."""
    open_journal(tmp_path).close()
    with sqlite3.connect(tmp_path / "journal.db") as later:
        later.execute(f"PRAGMA user_version = {MIGRATIONS[-1].number + 1}")
    later.close()
    with pytest.raises(JournalRefusedError, match="knows only up to"):
        open_journal(tmp_path)


def test_another_database_is_refused(tmp_path: Path) -> None:
    """A database that is no journal is not made one."""
    with sqlite3.connect(tmp_path / "journal.db") as other:
        other.execute("CREATE TABLE things (x)")
    other.close()
    with pytest.raises(JournalRefusedError, match="no journal"):
        open_journal(tmp_path)


async def test_an_older_journal_is_copied_before_it_is_migrated(tmp_path: Path) -> None:
    """The copy holds what was there; the steps are taken once, in order."""
    journal = open_journal(tmp_path)
    await write(journal, 3)
    journal.close()
    steps = (
        *MIGRATIONS,
        Migration(MIGRATIONS[-1].number + 1, "a test", ("ALTER TABLE standing ADD COLUMN note TEXT",)),
    )
    path = tmp_path / "journal.db"
    connection = sqlite3.connect(path, isolation_level=None)
    copy = migrate(connection, path, steps)
    assert copy is not None
    assert migrate(connection, path, steps) is None
    connection.execute("SELECT note FROM standing")
    with pytest.raises(MigrationError):
        migrate(connection, path)
    connection.close()
    assert copy.stat().st_mode & 0o777 & ~0o640 == 0
    before = sqlite3.connect(copy)
    assert before.execute("SELECT count(*) FROM records").fetchone() == (4,)
    before.close()


def holding(folder: Path, face: bytes) -> list[Path]:
    """The files that hold these bytes."""
    return [path for path in folder.iterdir() if face in path.read_bytes()]


def read_all(folder: Path) -> None:
    """What a start reads: the journal, its snapshot, every record."""
    journal = open_journal(folder)
    try:
        journal.archive.last_snapshot()
        list(journal.archive.records(0))
    finally:
        journal.close()
