"""Evidence on a medium that nobody can write to: read as it is, nothing put beside it, or a sentence that says how."""

import asyncio
import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.audit.legible import legible
from controller.cli.tablectl import main
from tests.audit.small_journal import PLAYED, write
from tests.journal.journals import open_journal
from tests.table.table_bench import ROOT

KILLED = """
import asyncio, os, sys
from pathlib import Path
from tests.audit.small_journal import PLAYED
from tests.journal.journals import open_journal, open_table
from controller.table.inbox import Item

async def play():
    task = await open_table(open_journal(Path(sys.argv[1])), lambda: 25)
    running = asyncio.ensure_future(task.run())
    for number, event in enumerate(PLAYED):
        await task.submit(Item(event, f"B:{number}"), device="console")
    os._exit(0)

asyncio.run(play())
"""


@pytest.fixture
def evidence(tmp_path: Path) -> Iterator[Path]:
    """Give a read-only folder with a journal of a table that was killed: database, write-ahead log, no index."""
    live, folder = tmp_path / "live", tmp_path / "evidence"
    live.mkdir()
    folder.mkdir()
    asyncio.run(write(live, PLAYED))
    subprocess.run([sys.executable, "-c", KILLED, str(live)], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    for name in ("journal.db", "journal.db-wal", "journal.db.head"):
        shutil.copy(live / name, folder / name)
    for name in ("key", "seal"):
        shutil.copy(live / name, folder / f"journal.db.{name}")
    assert (folder / "journal.db-wal").stat().st_size > 0
    read_only = True
    if os.geteuid() == 0:
        read_only = subprocess.run(["mount", "-o", "ro,bind", folder, folder], check=False).returncode == 0
    else:
        folder.chmod(0o500)
    try:
        if not read_only:
            pytest.skip("root may write everywhere, and nothing can be mounted here")
        yield folder
    finally:
        if os.geteuid() == 0 and read_only:
            subprocess.run(["umount", folder], check=True)
        folder.chmod(0o700)


def test_a_killed_tables_journal_is_verified_on_a_read_only_medium(
    evidence: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With all that only the write-ahead log has; and the evidence is as it was."""
    before = sorted(evidence.iterdir())
    for words in (["verify"], ["recall"], ["replay"], ["status"]):
        status = main([*words, "--journal", str(evidence / "journal.db")])
        told = capsys.readouterr()
        assert status == 0, told.err
    assert sorted(evidence.iterdir()) == before
    main(["verify", "--journal", str(evidence / "journal.db")])
    assert "2 rounds" in capsys.readouterr().out


def test_no_room_for_a_copy_is_a_sentence(
    evidence: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names the file, the reason and the way out."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    assert main(["verify", "--journal", str(evidence / "journal.db")]) == 2
    told = capsys.readouterr().err
    assert "No space left on device" in told
    assert "set TMPDIR" in told


def test_a_folder_that_can_be_written_is_read_in_place(tmp_path: Path) -> None:
    """No copy of a journal whose index can be made."""
    asyncio.run(write(tmp_path, PLAYED))
    journal = open_journal(tmp_path)
    with legible(tmp_path / "journal.db") as source:
        assert source == tmp_path / "journal.db"
    journal.close()
