"""A disk that takes no more for another reason than its blocks: a quota, a limit of a file's size, no files."""

import resource
import signal
from pathlib import Path

import pytest

from tests.broker import Broker
from tests.journal.failing_disks import MIB, FailingCalls, small_disk
from tests.journal.test_failing_disk import on_disk
from tests.table.table_bench import CARDS, WAGERS, Bench, running


async def test_at_a_quota_the_reserve_finishes_the_round(
    tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite calls it a failed write; the round ends in order as on a full disk, and no other is opened."""
    calls = FailingCalls(tmp_path, monkeypatch)
    async with running(tmp_path, broker) as bench:
        await bench.say(*WAGERS)
        await bench.deal(CARDS[0])
        calls.choose("quota")
        await finish(bench, *CARDS[1:])
        calls.sound()
        await bench.listener.wait_for("alert", code="disk_short", state="cleared")
        assert (await bench.say({"type": "bets.open"}))[0]["type"] == "accepted"
        assert await bench.daemon.end(signal.SIGTERM) == (0, "")


async def test_a_limit_of_a_files_size_is_foreseen(tmp_path: Path, broker: Broker) -> None:
    """A journal that comes near it opens no round; the one at hand is finished."""
    async with running(tmp_path, broker, start=False) as bench:
        on_disk(tmp_path, tmp_path, broker)
        await bench.daemon.start()
        await bench.say(*WAGERS)
        limit(bench, (tmp_path / "journal.db-wal").stat().st_size + MIB)
        await bench.listener.wait_for("alert", code="disk_short", state="raised")
        await finish(bench, *CARDS)


async def test_a_limit_of_a_files_size_met_suddenly_lets_the_round_end(tmp_path: Path, broker: Broker) -> None:
    """The log is begun anew where it may not grow; no other round is opened."""
    async with running(tmp_path, broker) as bench:
        await bench.say(*[{"type": "shoe.new"}] * 20, *WAGERS)  # the log is longer than the database then
        limit(bench, (tmp_path / "journal.db-wal").stat().st_size)
        await finish(bench, *CARDS)


async def test_a_limit_that_the_journal_itself_is_over_is_named(tmp_path: Path, broker: Broker) -> None:
    """It stops the table like a full disk; the sentence says what it was and what to do."""
    async with running(tmp_path, broker) as bench:
        await bench.say(*WAGERS)
        limit(bench, 4096)
        bench.shoe.deal(CARDS[0])
        status, said = await bench.daemon.ended()
        assert status == 4
        assert "File too large" in said
        assert "LimitFSIZE" in said


async def test_without_inodes_no_round_is_opened(tmp_path: Path, broker: Broker) -> None:
    """The round goes on; it would be the next start that could not make SQLite's log."""
    with small_disk(tmp_path, 24, files=60) as disk:
        async with running(tmp_path, broker, start=False) as bench:
            on_disk(tmp_path, disk, broker)
            await bench.daemon.start()
            await bench.say(*WAGERS)
            fillers = use_up_inodes(disk)
            alert = await bench.listener.wait_for("alert", code="disk_short", state="raised")
            assert "hardly any further file" in alert["text"]
            await finish(bench, *CARDS)
            for filler in fillers:
                filler.unlink()
            await bench.listener.wait_for("alert", code="disk_short", state="cleared")
            assert await bench.daemon.end(signal.SIGTERM) == (0, "")
            (disk / "journal.db.reserve").unlink()
            use_up_inodes(disk)
            await bench.daemon.start()
            status, said = await bench.daemon.ended()
            assert status == 3
            assert "no further files" in said


async def finish(bench: Bench, *cards: str) -> None:
    """The rest of the round, its outcome, and no other round."""
    await bench.deal(*cards)
    await bench.press()
    assert (await bench.listener.wait_for("outcome"))["round"] == 1
    await bench.listener.wait_for("alert", code="disk_short", state="raised")
    assert (await bench.say({"type": "bets.open"}))[0]["type"] == "rejected"


def limit(bench: Bench, size: int) -> None:
    """The daemon may have no file larger than this from now on."""
    assert bench.daemon.process is not None
    resource.prlimit(bench.daemon.process.pid, resource.RLIMIT_FSIZE, (size, size))


def use_up_inodes(disk: Path) -> list[Path]:
    """Make empty files until the disk takes no more; the files."""
    made = []
    try:
        for number in range(1000):
            file = disk / f"filler-{number}"
            file.touch()
            made.append(file)
    except OSError:
        return made
    raise AssertionError("the disk has no end of files")
