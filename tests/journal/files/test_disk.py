"""Room on the journal's disk, on a disk small enough to fill: levels, the reserve taken once, made again."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.journal.files.disk import MIB, Disk
from tests.journal.failing_disks import fill, small_disk


def leave(disk: Path, mib: int) -> Path:
    """Fill the disk but for so many MiB; the file that fills it."""
    filler = fill(disk)
    os.truncate(filler, filler.stat().st_size - mib * MIB)
    return filler


def test_a_disk_that_was_short_needs_a_quarter_more(tmp_path: Path) -> None:
    """Short under 8 MiB, and after that until there are 10, so that rounds are not opened and refused in turns."""
    with small_disk(tmp_path, 32) as folder:
        disk = Disk(folder / "journal.db", reserve_bytes=4 * MIB, low_bytes=16 * MIB, short_bytes=8 * MIB)
        disk.prepare()
        assert disk.look().level == "plenty"
        for left_mib, level in ((15, "low"), (9, "low"), (7, "short"), (9, "short"), (11, "low"), (20, "plenty")):
            filler = leave(folder, left_mib)
            assert disk.look().level == level, f"with {left_mib} MiB left"
            assert (disk.why_closed() is not None) == (level == "short")
            filler.unlink()


def test_the_reserve_is_taken_once_and_made_again(tmp_path: Path) -> None:
    """What fails for want of room runs once more with the reserve's room; the next time it fails for good."""
    with small_disk(tmp_path, 32) as folder:
        disk = Disk(folder / "journal.db", reserve_bytes=4 * MIB, low_bytes=2 * MIB, short_bytes=2 * MIB)
        disk.prepare()
        connection = sqlite3.connect(folder / "journal.db", isolation_level=None)
        write = writing(connection)
        filler = fill(folder)
        disk.write(write, 2 * MIB)
        assert "the reserve was given back" in (disk.why_closed() or "")
        assert disk.look().level == "short"
        fill(folder)
        with pytest.raises(sqlite3.OperationalError, match="full"):
            disk.write(write, 2 * MIB)
        filler.unlink()
        assert disk.look().level == "plenty"
        assert disk.why_closed() is None
        assert (folder / "journal.db.reserve").stat().st_blocks * 512 >= 4 * MIB
        connection.close()


def test_without_a_reserve_the_table_opens_no_round(tmp_path: Path) -> None:
    """Where the room cannot be reserved the table is short, whatever is left; configured to none it is not."""
    with small_disk(tmp_path, 32) as folder:
        wanting = Disk(folder / "journal.db", reserve_bytes=64 * MIB, low_bytes=MIB, short_bytes=MIB)
        wanting.prepare()
        assert wanting.look().level == "short"
        frugal = Disk(folder / "other.db", reserve_bytes=0, low_bytes=MIB, short_bytes=MIB)
        frugal.prepare()
        assert frugal.look().level == "plenty"


def writing(connection: sqlite3.Connection) -> Callable[[int], None]:
    """A transaction that writes so many bytes to the database, or nothing."""
    connection.execute("CREATE TABLE t (data BLOB)")

    def write(size: int) -> None:
        connection.execute("BEGIN")
        try:
            connection.execute("INSERT INTO t VALUES (zeroblob(?))", (size,))
            connection.execute("COMMIT")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    return write
