"""Lanes: in order, each row until it was acknowledged, none of one lane waiting for another."""

import asyncio
from pathlib import Path

import pytest

from controller.journal import outbox
from controller.journal.archive import JournalRefusedError
from controller.journal.draft import OutboxRow
from controller.journal.outbox import Lane
from controller.journal.store import Journal
from tests.journal.journals import open_journal


async def fill(journal: Journal, lane: Lane, count: int, *, gap: int = 0) -> None:
    """Commit `count` rows for the lane, above so many numbers that were used elsewhere."""
    draft = journal.draft("event", "{}", round_=0)
    for seq in range(lane.last + gap + 1, lane.last + gap + count + 1):
        draft.rows.append(OutboxRow(lane.name, seq, draft.record.n, draft.record.utc_ns, "state", True, f"{seq}"))
    await journal.commit([draft])
    lane.adopt(draft.rows)


async def test_rows_come_in_order_from_memory_and_from_the_disk(tmp_path: Path) -> None:
    """A reader that is far behind gets every row once, in order, and then the new ones."""
    journal = open_journal(tmp_path)
    lane = Lane(journal=journal, name="mqtt")
    await fill(journal, lane, 1500)
    taken = [(await lane.next()).seq for _ in range(700)]
    await fill(journal, lane, 900)
    taken += [(await lane.next()).seq for _ in range(1700)]
    assert taken == list(range(1, 2401))
    journal.close()


async def test_a_gap_is_stepped_over(tmp_path: Path) -> None:
    """Rows before and behind numbers that were used elsewhere come in order, to a reader that is behind or not."""
    journal = open_journal(tmp_path)
    lane = Lane(journal=journal, name="mqtt")
    await fill(journal, lane, 3)
    await lane.next()
    await fill(journal, lane, 3, gap=1000)
    assert [(await lane.next()).seq for _ in range(5)] == [2, 3, 1004, 1005, 1006]
    await fill(journal, lane, 2, gap=1000)
    rows = [await lane.next() for _ in range(2)]
    assert [row.seq for row in rows] == [2007, 2008]
    lane.done(rows[-1])
    assert lane.waiting == 0
    await fill(journal, lane, 1)
    assert (await lane.next()).seq == 2009
    journal.close()


async def test_what_was_not_done_is_taken_again(tmp_path: Path) -> None:
    """After a lost connection, and after a new start, the lane goes on behind the last acknowledged row."""
    journal = open_journal(tmp_path)
    lane = Lane(journal=journal, name="mqtt")
    await fill(journal, lane, 10)
    for _ in range(4):
        lane.done(await lane.next())
    await lane.next()
    lane.rewind()
    assert (await lane.next()).seq == 5
    await journal.commit_deferred()
    journal.close()
    journal = open_journal(tmp_path)
    lane = Lane(journal=journal, name="mqtt")
    assert lane.waiting == 6
    assert (await lane.next()).seq == 5
    retained = await journal.lookup.retained("mqtt", done=lane.done_seq)
    assert [(topic, seq) for topic, seq, _ in retained] == [("state", 4)]
    journal.close()


async def test_marks_are_written_in_commits_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An event takes none along; `keep_marks` writes them now and then."""
    monkeypatch.setattr(outbox, "MARK_EVERY_S", 0.001)
    journal = open_journal(tmp_path)
    lane = Lane(journal=journal, name="mqtt")
    await fill(journal, lane, 1)
    lane.done(await lane.next())
    await journal.commit([journal.draft("event", "{}", round_=0)])
    beside_an_event = journal.has_deferred
    keeping = asyncio.create_task(outbox.keep_marks(journal, [lane]))
    async with asyncio.timeout(10):
        while journal.has_deferred:  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0)
    keeping.cancel()
    journal.close()
    again = open_journal(tmp_path)
    assert beside_an_event
    assert Lane(journal=again, name="mqtt").waiting == 0
    again.close()


def test_what_the_head_file_is_synced_behind(tmp_path: Path) -> None:
    """A round's end, a start, a stop, what the house hears of; no other event, no word of a device about itself."""
    journal = open_journal(tmp_path)
    assert journal.draft("start", "{}", round_=0).settles
    assert journal.draft("stop", "{}", round_=0).settles
    assert journal.draft("event", "{}", round_=1, ended=True).settles
    assert not journal.draft("event", "{}", round_=1).settles
    assert not journal.draft("notice", "{}", round_=1, device="button").settles
    alert = journal.draft("notice", "{}", round_=1, device="button")
    alert.cleared.append(("button_stuck", "button"))
    assert alert.settles
    journal.close()


async def park(journal: Journal, row: OutboxRow) -> None:
    """Note that the row was refused for good."""
    draft = journal.draft("notice", "{}", round_=0)
    draft.parked.append((row.lane, row.seq))
    await journal.commit([draft])


async def test_a_parked_row_stays_and_lets_the_others_by(tmp_path: Path) -> None:
    """What was refused for good is kept on the disk and not taken again, also when the stop came before the mark."""
    journal = open_journal(tmp_path)
    lane = Lane(journal=journal, name="mqtt")
    await fill(journal, lane, 3)
    row = await lane.next()
    await park(journal, row)
    lane.parked(row)
    assert (await lane.next()).seq == 2
    await park(journal, await lane.next())
    assert journal._connection.execute("SELECT seq FROM outbox WHERE parked = 1").fetchall() == [(1,), (3,)]
    journal.close()
    journal = open_journal(tmp_path)
    lane = Lane(journal=journal, name="mqtt")
    row = await lane.next()
    assert row.seq == 2
    lane.done(row)
    waiting = asyncio.ensure_future(lane.next())
    await fill(journal, lane, 1)
    assert (await waiting).seq == 4
    journal.close()


async def test_lanes_do_not_wait_for_each_other(tmp_path: Path) -> None:
    """A lane that nobody reads holds up no other."""
    journal = open_journal(tmp_path)
    gone, read = Lane(journal=journal, name="device/meter"), Lane(journal=journal, name="mqtt")
    await fill(journal, gone, 50)
    await fill(journal, read, 2)
    assert [(await read.next()).seq, (await read.next()).seq] == [1, 2]
    assert gone.waiting == 50
    journal.close()


async def test_a_reader_sleeps_until_there_is_a_row(tmp_path: Path) -> None:
    """Waiting costs no row and no turn."""
    journal = open_journal(tmp_path)
    lane = Lane(journal=journal, name="mqtt")
    waiting = asyncio.ensure_future(lane.next())
    await asyncio.sleep(0)
    assert not waiting.done()
    await fill(journal, lane, 1)
    assert (await waiting).seq == 1
    journal.close()


async def test_only_old_delivered_rows_are_deleted(tmp_path: Path) -> None:
    """Retention takes what was delivered and is old, never what was not delivered or was parked."""
    journal = open_journal(tmp_path)
    lane = Lane(journal=journal, name="mqtt")
    await fill(journal, lane, 6)
    row = await lane.next()
    await park(journal, row)
    lane.parked(row)
    for _ in range(3):
        lane.done(await lane.next())
    await journal.commit_deferred()
    await lane.prune(utc_ns=9 * 10**18)
    await journal.commit_deferred()
    left = [seq for (seq,) in journal._connection.execute("SELECT seq FROM outbox ORDER BY seq")]
    assert left == [1, 5, 6]
    journal.close()


async def test_delivered_rows_are_deleted_by_size_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest delivered rows stay up to so many bytes; what waits does not count and stays."""
    journal = open_journal(tmp_path)
    lane = Lane(journal=journal, name="mqtt")
    await fill(journal, lane, 30)
    kept = "SELECT sum(length(payload)) FROM main.outbox WHERE seq BETWEEN 21 AND 25"
    monkeypatch.setattr(outbox, "KEEP_BYTES", journal._connection.execute(kept).fetchone()[0])
    for _ in range(25):
        lane.done(await lane.next())
    await journal.commit_deferred()
    await lane.prune(utc_ns=0)
    await journal.commit_deferred()
    left = [seq for (seq,) in journal._connection.execute("SELECT seq FROM outbox ORDER BY seq")]
    assert left == list(range(21, 31))
    journal.close()
    journal = open_journal(tmp_path)
    assert journal.archive.lane_position("mqtt") == (30, 25, 21)
    journal.close()


async def test_a_mark_that_was_not_signed_is_refused(tmp_path: Path) -> None:
    """Who moves a lane on, so that messages are never sent, keeps the table from opening."""
    journal = open_journal(tmp_path)
    lane = Lane(journal=journal, name="mqtt")
    await fill(journal, lane, 5)
    lane.done(await lane.next())
    await journal.commit_deferred()
    journal._connection.execute("UPDATE lanes SET done = 5")
    with pytest.raises(JournalRefusedError, match="was not signed"):
        Lane(journal=journal, name="mqtt")
    journal.close()
