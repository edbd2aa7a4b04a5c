"""The first start of a table: cut off at any moment the next one succeeds; what is left of a lost journal is kept."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from controller.audit.journal_file import opened
from controller.audit.verify.verification import verify
from controller.journal.archive import JournalRefusedError
from controller.journal.files.whole_file import SUFFIX
from tests.audit.small_journal import places
from tests.journal.failing_disks import compiled
from tests.journal.journals import open_journal
from tests.journal.test_store import write
from tests.table.table_bench import ROOT

CUT_CALLS = Path(__file__).with_name("cut_calls.c")


@pytest.mark.timeout(300)  # more than two hundred starts
def test_a_cut_at_any_call_of_the_first_start_leaves_a_table_that_starts(tmp_path: Path) -> None:
    """Killed before each open, write, sync, rename, truncate and unlink of a first start: the next start opens."""
    folder = tmp_path / "starts"
    folder.mkdir()
    shim = compiled(CUT_CALLS, tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "tests.journal.files.cut_starts", str(folder)],
        env={**os.environ, "LD_PRELOAD": str(shim), "CUT_PATH": str(folder)},
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    *cuts, last = [line.split(maxsplit=3) for line in done.stdout.splitlines()]
    assert last[1:] == ["0", "0", "[]"]
    assert [cut for cut in cuts if cut[1:] != [str(-signal.SIGKILL), "0", "[]"]] == []
    assert len(cuts) > 40


async def test_leftovers_of_a_cut_do_no_harm(tmp_path: Path) -> None:
    """What was begun under the name of each file, of any mode, is in nobody's way and in no file afterwards."""
    names = ("journal.db", "journal.db.head", "key", "seal")
    for name in names:
        (tmp_path / f"{name}{SUFFIX}").write_bytes(b"half of it")
        (tmp_path / f"{name}{SUFFIX}").chmod(0o644)
    journal = open_journal(tmp_path)
    await write(journal, 1)
    journal.close()
    assert set(contents(tmp_path)) == set(names)
    assert [(tmp_path / name).stat().st_mode & 0o777 for name in ("key", "seal")] == [0o600, 0o600]
    open_journal(tmp_path).close()


async def test_a_head_file_made_anew_is_whole(tmp_path: Path) -> None:
    """Where it was missing it is written beside its place first, whatever a cut has left there."""
    journal = open_journal(tmp_path)
    await write(journal, 1)
    journal.close()
    (tmp_path / "journal.db.head").rename(tmp_path / f"journal.db.head{SUFFIX}")
    journal = open_journal(tmp_path)
    assert journal.head_file_missing
    await write(journal, 1)
    journal.close()
    assert not (tmp_path / f"journal.db.head{SUFFIX}").exists()
    journal = open_journal(tmp_path)
    assert (journal.n, journal.head_file_missing) == (4, False)
    journal.close()


@pytest.mark.parametrize(
    ("lost", "named"),
    [
        (("journal.db",), "names record 3"),
        (("journal.db", "key", "seal"), "names record 3"),
        (("journal.db", "journal.db.head"), "key"),
        (("journal.db", "journal.db.head", "key"), "seal"),
    ],
)
@pytest.mark.parametrize("emptied", [False, True])
async def test_a_lost_journal_is_not_begun_anew(
    tmp_path: Path, lost: tuple[str, ...], named: str, *, emptied: bool
) -> None:
    """With the database gone or empty the start says so, names what is left of the journal, and writes nothing."""
    journal = open_journal(tmp_path)
    await write(journal, 2)
    journal.close()
    for name in lost:
        (tmp_path / name).unlink()
    if emptied:
        (tmp_path / "journal.db").touch()
    before = contents(tmp_path)
    with pytest.raises(JournalRefusedError, match=f"is gone or empty.*{named}.*move away all"):
        open_journal(tmp_path)
    assert contents(tmp_path) == before


async def test_a_log_without_its_database_is_kept(tmp_path: Path) -> None:
    """A young journal is in SQLite's log alone: a new database would take it in or throw it away."""
    young, copy = tmp_path / "young", tmp_path / "copy"
    young.mkdir()
    copy.mkdir()
    journal = open_journal(young)
    await write(journal, 2)
    shutil.copy(young / "journal.db-wal", copy)
    journal.close()
    before = contents(copy)
    with pytest.raises(JournalRefusedError, match=r"journal\.db-wal is left"):
        open_journal(copy)
    assert contents(copy) == before


async def test_a_young_journal_without_its_log_is_told(tmp_path: Path) -> None:
    """All records gone with the log: refused by the head file, and without one opened with the alert, not as new."""
    young, copy = tmp_path / "young", tmp_path / "copy"
    young.mkdir()
    journal = open_journal(young)
    await write(journal, 2)
    shutil.copytree(young, copy, ignore=shutil.ignore_patterns("*-wal", "*-shm"))
    journal.close()
    with pytest.raises(JournalRefusedError, match=r"names record 2 .* ends with 0"):
        open_journal(copy)
    (copy / "journal.db.head").unlink()
    with opened(places(copy)) as file:
        assert "it is missing" in str(verify(file).findings[0])
    journal = open_journal(copy)
    assert (journal.n, journal.head_file_missing) == (0, True)
    journal.close()


@pytest.mark.parametrize("times", [0, 2])
async def test_a_journal_that_does_not_say_whose_it_is_stays_as_it_is(tmp_path: Path, times: int) -> None:
    """Without its identity, or with two, it is refused by name and gets no other."""
    journal = open_journal(tmp_path)
    await write(journal, 2)
    journal.close()
    change = "INSERT INTO identity SELECT * FROM identity" if times else "DELETE FROM identity"
    with sqlite3.connect(tmp_path / "journal.db") as insider:
        insider.execute(change)
    insider.close()
    before = contents(tmp_path)
    with pytest.raises(JournalRefusedError, match=f"journal.db should say once whose it is, but says it {times} times"):
        open_journal(tmp_path)
    assert contents(tmp_path) == before


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder, without the lock that every start takes."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".lock"}
