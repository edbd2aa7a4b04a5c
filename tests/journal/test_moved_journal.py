"""The journal taken from under a running table, or opened by a second one: it stops, and nothing said is lost."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.audit.journal_file import beside, opened
from controller.audit.verify.verification import verify
from tests.broker import Broker
from tests.table.table_bench import CARDS, ROOT, WAGERS, Bench, Daemon, running, write_config


def move_database(folder: Path) -> None:
    """Take the database to another name, its log not."""
    (folder / "journal.db").rename(folder / "elsewhere.db")


def replace_database(folder: Path) -> None:
    """Put a copy in its place."""
    shutil.copy(folder / "journal.db", folder / "copy.db")
    (folder / "journal.db").rename(folder / "elsewhere.db")
    (folder / "copy.db").rename(folder / "journal.db")


def delete_database(folder: Path) -> None:
    """Delete the database alone."""
    (folder / "journal.db").unlink()


def delete_log(folder: Path) -> None:
    """Delete SQLite's log, in which the newest records are."""
    (folder / "journal.db-wal").unlink()


def delete_index(folder: Path) -> None:
    """Delete the index of SQLite's log, by which other processes read it."""
    (folder / "journal.db-shm").unlink()


def link_database(folder: Path) -> None:
    """Move the database and leave a symbolic link: the log is not beside what that leads to."""
    move_database(folder)
    (folder / "journal.db").symlink_to("elsewhere.db")


def link_log(folder: Path) -> None:
    """Move SQLite's log and leave a symbolic link, with which SQLite opens no journal."""
    (folder / "journal.db-wal").rename(folder / "elsewhere")
    (folder / "journal.db-wal").symlink_to("elsewhere")


TAKEN = pytest.mark.parametrize(
    ("take", "told"),
    [
        (move_database, "moved away"),
        (replace_database, "was replaced"),
        (delete_database, "deleted"),
        (delete_log, "journal.db-wal"),
        (delete_index, "journal.db-shm"),
        (link_database, "symbolic link"),
        (link_log, "journal.db-wal"),
    ],
)


@TAKEN
async def test_an_idle_table_notices_within_a_second(
    tmp_path: Path, broker: Broker, take: Callable[[Path], None], told: str
) -> None:
    """Nothing happens at the table: it ends all the same, with status 4, a sentence and an alert."""
    async with running(tmp_path, broker) as bench:
        await bench.say(*WAGERS)
        take(tmp_path)
        taken = time.monotonic()
        alert = await bench.listener.wait_for("alert", code="journal_moved")
        assert time.monotonic() - taken < 1
        status, said = await bench.daemon.ended()
        assert status == 4
        assert told in said
        assert said.startswith("tabled: The journal ")
        assert alert["severity"] == "critical"
        assert told in alert["text"]


@TAKEN
async def test_nothing_is_taken_any_more(
    tmp_path: Path, broker: Broker, take: Callable[[Path], None], told: str
) -> None:
    """A card drawn after it is neither acknowledged nor shown."""
    async with running(tmp_path, broker) as bench:
        await bench.say(*WAGERS)
        await bench.deal(CARDS[0])
        await bench.listener.wait_for("card", card=CARDS[0])
        take(tmp_path)
        bench.shoe.deal(CARDS[1])
        status, said = await bench.daemon.ended()
        assert (status, told in said) == (4, True)
        await bench.listener.wait_for("alert", code="journal_moved")
        assert [body["card"] for body in bench.listener.bodies("card")] == [CARDS[0]]


@pytest.mark.parametrize("name", ["journal.db", "journal.db-wal"])
async def test_a_journal_that_is_cut_short_is_written_no_more(tmp_path: Path, name: str) -> None:
    """Half of the database or of its log is taken: nothing is written over what is left, not even at the end."""
    async with running(tmp_path, None) as bench:
        await bench.say(*WAGERS)
        await bench.deal(CARDS[0])
        os.truncate(tmp_path / name, (tmp_path / name).stat().st_size // 2)
        left = {file: (tmp_path / file).read_bytes() for file in ("journal.db", "journal.db-wal")}
        bench.shoe.deal(CARDS[1])
        status, said = await bench.daemon.ended()
        assert (status, "was cut short while the table ran" in said) == (4, True)
        assert {file: (tmp_path / file).read_bytes() for file in left} == left


async def test_what_was_moved_away_is_whole_and_goes_on(tmp_path: Path, broker: Broker) -> None:
    """The file has every event and, last, the alert; put back it verifies, and the round goes on to its outcome."""
    async with running(tmp_path, broker) as bench:
        await bench.say(*WAGERS)
        await bench.deal(CARDS[0])
        move_database(tmp_path)
        bench.shoe.deal(CARDS[1])
        await bench.daemon.ended()
        (tmp_path / "elsewhere.db").rename(tmp_path / "journal.db")
        with opened(beside(tmp_path / "journal.db")) as file:
            assert verify(file).found == 0
            last = list(file.archive.records(0))[-1]
            assert file.told(last.record, "notice")["code"] == "journal_moved"
        await bench.daemon.start()
        await bench.deal(CARDS[2])
        await bench.press()
        outcome = await bench.listener.wait_for("outcome")
        assert outcome["hands"][0]["cards"] == [CARDS[0], CARDS[2]]


def second(folder: Path, journal: Path, bench: Bench) -> Daemon:
    """Another daemon of the same table, with the keys of the first, its journal under another name."""
    folder.mkdir()
    config = write_config(folder, None)
    text = config.read_text().replace(
        f'path = "{folder / "journal.db"}"',
        f'path = "{journal}"\nkey = "{bench.journal}.key"\nseal = "{bench.journal}.seal"',
    )
    config.write_text(text)
    return Daemon(config)


@pytest.mark.parametrize("link", ["hard", "symbolic", "folder"])
async def test_two_daemons_never_have_one_journal(tmp_path: Path, link: str) -> None:
    """Under another name of the file or of its folder the second is refused before it writes, and the first goes on."""
    first, other = tmp_path / "first", tmp_path / "other"
    first.mkdir()
    async with running(first, None) as bench:
        await bench.say(WAGERS[0])
        elsewhere = tmp_path / "links"
        if link == "folder":
            elsewhere.symlink_to(first)
        else:
            elsewhere.mkdir()
            (os.link if link == "hard" else os.symlink)(bench.journal, elsewhere / "journal.db")
        daemon = second(other, elsewhere / "journal.db", bench)
        await daemon.start()
        status, said = await daemon.ended()
        assert status == 3
        assert "Another process has the journal" in said
        await bench.say(*WAGERS[1:])
        assert await bench.daemon.end(signal.SIGTERM) == (0, "")
    with opened(beside(bench.journal)) as file:
        assert verify(file).found == 0


async def test_a_renamed_folder_stays_locked(tmp_path: Path) -> None:
    """Renamed under the running table: until that has stopped, no second one opens the journal at its new place."""
    first, other = tmp_path / "first", tmp_path / "other"
    first.mkdir()
    async with running(first, None) as bench:
        await bench.say(WAGERS[0])
        assert bench.daemon.process is not None
        bench.daemon.process.send_signal(signal.SIGSTOP)  # no time to notice
        first.rename(tmp_path / "moved")
        bench.journal = tmp_path / "moved" / "journal.db"
        daemon = second(other, bench.journal, bench)
        await daemon.start()
        assert (await daemon.ended())[0] == 3
        bench.daemon.process.send_signal(signal.SIGCONT)
        status, said = await bench.daemon.ended()
        assert (status, "moved away" in said) == (4, True)
    with opened(beside(bench.journal)) as file:
        assert verify(file).found == 0


async def test_a_second_name_is_refused(tmp_path: Path) -> None:
    """SQLite's log lies beside one name alone: through another the last rounds after a kill would be missing."""
    async with running(tmp_path, None) as bench:
        await bench.say(WAGERS[0])
        await bench.daemon.end(signal.SIGKILL)
        os.link(bench.journal, tmp_path / "second.db")
        await bench.daemon.start()
        status, said = await bench.daemon.ended()
        assert status == 3
        assert "has 2 names (hard links)" in said
        check = [sys.executable, "-m", "controller.cli.tabled", "--config", str(bench.daemon.config), "--check"]
        done = await asyncio.to_thread(subprocess.run, check, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, "has 2 names (hard links)" in done.stderr) == (3, True)
        (tmp_path / "second.db").unlink()
        await bench.daemon.start()
        assert (await bench.say(WAGERS[1]))[0]["type"] == "accepted"
