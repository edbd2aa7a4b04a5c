"""The daemon on a disk that fills, turns read-only, fails or forgets: nothing acknowledged is lost, and it says so."""

import signal
from pathlib import Path
from typing import Any

import pytest

from controller.core.tables import TwentyOneTable
from tests.broker import Broker
from tests.journal.failing_disks import FailingCalls, break_file_system, breakable_disk, fill, small_disk
from tests.table.table_bench import CARDS, WAGERS, running, write_config
from tests.torture.record import replay

ROOM = "reserve_mib = 4\nlow_mib = 2\nshort_mib = 2\n"
TABLE = TwentyOneTable(game="pontoon-pandemonium", areas=7)


def on_disk(folder: Path, disk: Path, broker: Broker | None, room: str = ROOM) -> None:
    """Configure the bench's table in `folder` with its journal on `disk`."""
    config = write_config(folder, broker)
    found = config.read_text()
    was = f'path = "{folder / "journal.db"}"\n'
    assert was in found
    config.write_text(found.replace(was, f'path = "{disk / "journal.db"}"\n{room}'))


async def test_a_full_disk_finishes_the_round_and_opens_no_other(tmp_path: Path, broker: Broker) -> None:
    """On a disk that is full to the last byte the round goes on to its outcome; the next waits until there is room."""
    with small_disk(tmp_path, 24) as disk:
        async with running(tmp_path, broker, start=False) as bench:
            on_disk(tmp_path, disk, broker)
            await bench.daemon.start()
            await bench.say(*WAGERS)
            await bench.deal(CARDS[0])
            filler = fill(disk)
            await bench.deal(*CARDS[1:])
            await bench.press()
            outcome = await bench.listener.wait_for("outcome")
            assert outcome["round"] == 1
            alert = await bench.listener.wait_for("alert", code="disk_short", state="raised")
            assert alert["severity"] == "critical"
            refused = (await bench.say({"type": "bets.open"}))[0]
            assert refused["type"] == "rejected"
            assert refused["rule"] is None
            assert "no other is opened" in refused["reason"]
            await bench.listener.wait_for("alert", code="round_refused")
            filler.unlink()
            await bench.listener.wait_for("alert", code="disk_short", state="cleared")
            assert (await bench.say({"type": "bets.open"}))[0]["type"] == "accepted"
            assert await bench.daemon.end(signal.SIGTERM) == (0, "")
        replayed = replay(disk / "journal.db", TABLE)
        assert [step.outcome["round"] for step in replayed.steps if step.outcome] == [1]


async def test_a_disk_that_fills_warns_before(tmp_path: Path, broker: Broker) -> None:
    """Under the first threshold a warning is active and rounds are opened; also after a restart, told once."""
    with small_disk(tmp_path, 24) as disk:
        async with running(tmp_path, broker, start=False) as bench:
            on_disk(tmp_path, disk, broker, "reserve_mib = 4\nlow_mib = 100\nshort_mib = 2\n")
            await bench.daemon.start()
            alert = await bench.listener.wait_for("alert", code="disk_low", state="raised")
            assert alert["severity"] == "warning"
            assert (await bench.say({"type": "bets.open"}))[0]["type"] == "accepted"
            await bench.daemon.end(signal.SIGKILL)
            await bench.daemon.start()
            await bench.listener.wait_for("alert", code="restarted_in_round")
            assert len({body["id"] for body in bench.listener.bodies("alert") if body["code"] == "disk_low"}) == 1


async def test_a_disk_full_beyond_the_reserve_stops_the_table(tmp_path: Path, broker: Broker) -> None:
    """With the reserve used up the daemon ends with status 4; with room again the round goes on with all it had."""
    with small_disk(tmp_path, 24) as disk:
        async with running(tmp_path, broker, start=False) as bench:
            on_disk(tmp_path, disk, broker)
            await bench.daemon.start()
            await bench.say(*WAGERS)
            fill(disk)
            await bench.deal(CARDS[0])
            await bench.listener.wait_for("card", card=CARDS[0])
            while (disk / "journal.db.reserve").exists():  # the card may fit into what the log's last block has left
                await bench.say({"type": "bets.open"})
            filler = fill(disk)
            bench.shoe.deal(CARDS[1])
            for _ in range(16):  # the same again
                bench.console.send({"type": "bets.open"})
            status, said = await bench.daemon.ended()
            assert status == 4
            assert "could not be written" in said
            await bench.listener.wait_for("availability", count=2)
            assert bench.listener.bodies("availability")[-1] == "offline"
            filler.unlink()
            await bench.daemon.start()
            await bench.deal(CARDS[2])
            await bench.press()
            outcome = await bench.listener.wait_for("outcome")
            assert outcome["hands"][0]["cards"] == [CARDS[0], CARDS[2]]
            assert outcome["dealer"]["cards"] == [CARDS[1]]
            cards = {body["seq"]: body["card"] for body in bench.listener.bodies("card")}
            assert sorted(cards.values()) == sorted(CARDS)


async def test_a_disk_full_at_the_start_takes_the_reserve(tmp_path: Path, broker: Broker) -> None:
    """A round that was open when the disk filled is finished after a restart, too."""
    with small_disk(tmp_path, 24) as disk:
        async with running(tmp_path, broker, start=False) as bench:
            on_disk(tmp_path, disk, broker)
            await bench.daemon.start()
            await bench.say(*WAGERS)
            await bench.daemon.end(signal.SIGKILL)
            fill(disk)
            await bench.daemon.start()
            await bench.deal(*CARDS)
            await bench.press()
            assert (await bench.listener.wait_for("outcome"))["round"] == 1
            assert (await bench.say({"type": "bets.open"}))[0]["type"] == "rejected"


async def test_a_file_system_that_turns_read_only_stops_the_table(tmp_path: Path, broker: Broker) -> None:
    """The kernel takes the disk's right to be written away: status 4, offline, and a start on it is refused with 3."""
    with breakable_disk(tmp_path, 48) as disk:
        async with running(tmp_path, broker, start=False) as bench:
            on_disk(tmp_path, disk, broker)
            await bench.daemon.start()
            await bench.say(*WAGERS)
            break_file_system(disk)
            bench.shoe.deal(CARDS[0])
            status, said = await bench.daemon.ended()
            assert status == 4
            assert said.startswith("tabled: The journal ")
            await bench.listener.wait_for("availability", count=2)
            assert bench.listener.bodies("availability")[-1] == "offline"
            assert bench.listener.bodies("card") == []
            await bench.daemon.start()
            status, said = await bench.daemon.ended()
            assert status == 3
            assert "cannot be" in said


@pytest.mark.parametrize("call", ["write", "fsync"])
async def test_a_commit_that_fails_stops_the_table(
    tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """A write or a sync that fails: status 4, nothing of it was shown, and after a repair it is taken exactly once."""
    calls = FailingCalls(tmp_path, monkeypatch)
    async with running(tmp_path, broker) as bench:
        await bench.say(*WAGERS)
        await bench.deal(CARDS[0])
        await bench.listener.wait_for("card", card=CARDS[0])
        calls.choose(call)
        bench.shoe.deal(CARDS[1])
        status, said = await bench.daemon.ended()
        assert status == 4
        assert "could not be written" in said
        assert [body["card"] for body in bench.listener.bodies("card")] == [CARDS[0]]
        await bench.listener.wait_for("availability", count=2)
        assert bench.listener.bodies("availability")[-1] == "offline"
        await bench.daemon.start()
        status, said = await bench.daemon.ended()
        assert status in (3, 4)
        calls.sound()
        await bench.daemon.start()
        await bench.deal(CARDS[2])
        await bench.press()
        outcome = await bench.listener.wait_for("outcome")
        assert outcome["hands"][0]["cards"] == [CARDS[0], CARDS[2]]
        cards: dict[int, Any] = {body["seq"]: body["card"] for body in bench.listener.bodies("card")}
        assert [cards[seq] for seq in sorted(cards)] == list(CARDS)


async def test_a_journal_that_cannot_be_read_is_not_opened(
    tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A read that fails at the start: status 3, and the table was never open."""
    calls = FailingCalls(tmp_path, monkeypatch)
    async with running(tmp_path, broker) as bench:
        await bench.say(*WAGERS)
        await bench.daemon.end(signal.SIGTERM)
        calls.choose("read")
        await bench.daemon.start()
        status, said = await bench.daemon.ended()
        assert status == 3
        assert "cannot be opened" in said
        assert bench.listener.bodies("availability")[-1] == "offline"


async def test_a_corrupt_page_is_found_at_the_start(tmp_path: Path) -> None:
    """A page of the journal overwritten by rubbish: the daemon refuses to start and names the file."""
    async with running(tmp_path, None) as bench:
        await bench.say(*WAGERS)
        await bench.daemon.end(signal.SIGTERM)
        with bench.journal.open("r+b") as file:
            file.seek(4096)
            file.write(b"\x5a" * 4096)
        await bench.daemon.start()
        status, said = await bench.daemon.ended()
        assert status == 3
        assert "journal.db" in said
