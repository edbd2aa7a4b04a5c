"""Somebody reads slowly, or has stopped a pager: the journal is not held meanwhile, and checkpoints go on."""

import asyncio
import fcntl
import sqlite3
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Final

import pytest

from controller.core.events import ShoeNew
from tests.audit.small_journal import PLAYED, write
from tests.table.table_bench import LONGEST_S

ROUNDS: Final = 60
PIPE_BYTES: Final = 4096


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Give a journal whose rounds fill more than a pipe."""
    asyncio.run(write(tmp_path, (ShoeNew(), *PLAYED) * ROUNDS))
    for name in ("key", "seal"):
        (tmp_path / f"journal.db.{name}").write_bytes((tmp_path / name).read_bytes())
    return tmp_path / "journal.db"


@pytest.mark.parametrize(
    "words", [("replay",), ("recall", str(ROUNDS)), ("export", "--round", f"1-{ROUNDS}")], ids=lambda words: words[0]
)
def test_a_paused_reader_holds_no_transaction(journal: Path, words: tuple[str, ...]) -> None:
    """While the command waits the table commits, and its write-ahead log is emptied; then all is read."""
    command = [sys.executable, "-m", "controller.cli.tablectl", *words, "--journal", str(journal)]
    keeper = sqlite3.connect(journal)  # as a running table has it open, so that the log stays
    keeper.execute("SELECT count(*) FROM records").fetchone()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        fcntl.fcntl(process.stdout, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        until = time.monotonic() + LONGEST_S
        while waiting(process) < PIPE_BYTES // 2:
            assert time.monotonic() < until
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(0.2)
        asyncio.run(write(journal.parent, PLAYED))
        busy, _, _ = keeper.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        assert process.poll() is None
        assert not busy
        assert journal.with_name("journal.db-wal").stat().st_size == 0
        out, err = process.communicate(timeout=LONGEST_S)
    keeper.close()
    assert process.returncode == 0, err
    assert out.count(b"\n") >= ROUNDS


def waiting(process: "subprocess.Popen[bytes]") -> int:
    """Bytes in the pipe that nobody has read."""
    assert process.stdout is not None
    found = fcntl.ioctl(process.stdout, termios.FIONREAD, b"\0" * 4)
    return int(struct.unpack("i", found)[0])
