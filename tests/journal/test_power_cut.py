"""The power is cut while a table plays: what lies on the disk then holds all that was acknowledged, and nothing twice.

The disk is an ext4 in a file of its own. What a process has written and not flushed is not in that file, as it is on
no disk: the file as it is at any moment is what a cut leaves. The process stands still while the file is copied. More
cuts, at other moments, with `CUTS=40 SEED=7` in the environment.
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from controller.audit.journal_file import opened
from controller.audit.verify.verification import verify
from controller.table.recovery import recover
from tests.audit.small_journal import places
from tests.journal.failing_disks import breakable_disk, disk_of
from tests.journal.journals import TABLE, open_journal
from tests.table.table_bench import LONGEST_S, ROOT

CUTS: Final = int(os.environ.get("CUTS", "6"))
DISK_MIB: Final = 16


def test_nothing_acknowledged_is_lost_in_a_cut_of_the_power(tmp_path: Path) -> None:
    """The next start opens what was left, with every acknowledged record, and verification finds nothing."""
    chance = random.Random(os.environ.get("SEED", "1"))
    acknowledged: list[str] = []
    last = ""
    with breakable_disk(tmp_path, DISK_MIB) as disk:
        command = [sys.executable, "-m", "tests.journal.cut_player", str(disk)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as player:
            assert player.stdout is not None
            try:
                for number in range(CUTS):
                    for _ in range(chance.randrange(20, 70)):
                        last = player.stdout.readline()
                    time.sleep(chance.random() / 200)  # at any moment of what the table does then
                    player.send_signal(signal.SIGSTOP)
                    _wait_until_it_stands(player.pid)
                    (tmp_path / f"{number}.img").write_bytes(_as_it_is(tmp_path / "disk.img"))
                    player.send_signal(signal.SIGCONT)
                    acknowledged.append(last)
            finally:
                player.kill()
    for number, last in enumerate(acknowledged):
        with disk_of(tmp_path / f"{number}.img", tmp_path / f"disk-{number}") as disk:
            _check(disk, *last.split())


def _check(disk: Path, n: str, link: str) -> None:
    journal = open_journal(disk)
    try:
        recover(journal.archive, TABLE)
        assert journal.n >= int(n)
    finally:
        journal.close()
    with sqlite3.connect(disk / "journal.db") as records:
        found = records.execute("SELECT hex(link) FROM records WHERE n = ?", (n,)).fetchone()
    records.close()
    assert found == (link.upper(),)
    with opened(places(disk)) as file:
        assert verify(file).findings == []


def _wait_until_it_stands(pid: int) -> None:
    """Until none of its threads does anything any more."""
    until = time.monotonic() + LONGEST_S
    while any(stat.read_text().rpartition(") ")[2][0] != "T" for stat in Path(f"/proc/{pid}/task").glob("*/stat")):
        assert time.monotonic() < until


def _as_it_is(image: Path) -> bytes:
    """The file at one moment: the kernel may write to it while it is read."""
    while (found := image.read_bytes()) != image.read_bytes():
        pass
    return found
