"""Room for SQLite's log: made in steps up to its bound, and nothing in it for who reads the log."""

import sqlite3
from pathlib import Path

import pytest

from controller.journal.files.log_room import FIRST_BYTES, PAGE, STEP_BYTES, LogRoom
from tests.journal.failing_disks import MIB, small_disk


def test_it_grows_where_the_log_has_come_to_its_end(tmp_path: Path) -> None:
    """Not for a short log, not while there is room, not beyond the bound."""
    log = tmp_path / "log"
    room = LogRoom(log, most_bytes=3 * STEP_BYTES)
    room.make()
    log.write_bytes(bytes(FIRST_BYTES))
    room.make()
    assert log.stat().st_size == FIRST_BYTES
    for length in (FIRST_BYTES + 1, FIRST_BYTES + 1 + STEP_BYTES + 100, 3 * STEP_BYTES):
        with log.open("r+b") as file:
            file.truncate(length)
        room.make()
        room.make()
        assert log.stat().st_size == (length if length == 3 * STEP_BYTES else length + STEP_BYTES)


def test_a_full_disk_is_left_as_it_is(tmp_path: Path) -> None:
    """What cannot be made is not missed: the commit that needs it finds the disk full by itself."""
    with small_disk(tmp_path, 1) as disk:
        (disk / "log").write_bytes(bytes(MIB - len(PAGE)))
        LogRoom(disk / "log", most_bytes=4 * MIB).make()


@pytest.mark.parametrize("killed", [True, False])
def test_zeros_behind_the_log_are_no_commits(tmp_path: Path, *, killed: bool) -> None:
    """Written on into, and read again by who has only the files, as after a kill."""
    path = tmp_path / "a.db"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE rows (n INTEGER PRIMARY KEY, text TEXT)")
    connection.execute("INSERT INTO rows VALUES (0, ?)", ("x" * FIRST_BYTES,))
    log = tmp_path / "a.db-wal"
    LogRoom(log, most_bytes=4 * MIB).make()
    length = log.stat().st_size
    assert length > FIRST_BYTES + STEP_BYTES
    connection.executemany("INSERT INTO rows VALUES (?, 'x')", ((n,) for n in range(1, 10)))
    assert log.stat().st_size == length
    if killed:
        copy = tmp_path / "copy.db"
        for end in ("", "-wal"):
            copy.with_name(f"copy.db{end}").write_bytes(path.with_name(f"a.db{end}").read_bytes())
        path = copy
    connection.close()
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM rows").fetchone() == (10,)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
