"""A lane with several readers: each has every row once and in order, and keeps its own place over a restart."""

from pathlib import Path

from controller.journal.outbox import Lane
from controller.journal.shared_lane import SharedLane
from controller.journal.store import Journal
from tests.journal.journals import open_journal
from tests.journal.test_outbox import fill, park


def shared(journal: Journal, *readers: str) -> tuple[SharedLane, list[Lane]]:
    """The broker's lane with these."""
    lane = SharedLane(journal=journal, name="mqtt", readers=readers)
    return lane, list(lane.readers)


async def take(reader: Lane, count: int) -> list[int]:
    """So many rows, delivered."""
    taken = []
    for _ in range(count):
        row = await reader.next()
        reader.done(row)
        taken.append(row.seq)
    return taken


async def test_each_reader_has_every_row(tmp_path: Path) -> None:
    """One that is far behind takes from the disk what the other has long had; both go on where they were."""
    journal = open_journal(tmp_path)
    lane, (one, other) = shared(journal, "a:1", "b:1")
    await fill(journal, lane, 1200)
    assert await take(one, 1200) == list(range(1, 1201))
    assert await take(other, 3) == [1, 2, 3]
    assert (one.waiting, other.waiting, lane.waiting, lane.foremost) == (0, 1197, 1197, one)
    await journal.commit_deferred()
    journal.close()
    journal = open_journal(tmp_path)
    lane, (other, one) = shared(journal, "b:1", "a:1")
    assert journal.last_seqs == {"mqtt": 1200}
    await fill(journal, lane, 1)
    assert await take(one, 1) == [1201]
    assert await take(other, 1198) == list(range(4, 1202))
    assert await lane.emptied(0)
    journal.close()


async def test_what_all_have_is_what_the_journal_lets_go_of(tmp_path: Path) -> None:
    """Rows stay for the slowest; a retained topic is for each as it was delivered to it."""
    journal = open_journal(tmp_path)
    lane, (one, other) = shared(journal, "a:1", "b:1")
    await fill(journal, lane, 5)
    await take(one, 4)
    await take(other, 2)
    await journal.commit_deferred()
    for reader, last in ((one, 4), (other, 2)):
        assert [row.seq for row in await journal.lookup.retained("mqtt", done=reader.done_seq)] == [last]
    await lane.prune(utc_ns=9 * 10**18)
    await journal.commit_deferred()
    assert [seq for (seq,) in journal._connection.execute("SELECT seq FROM outbox ORDER BY seq")] == [3, 4, 5]
    journal.close()


async def test_what_one_refuses_the_other_still_gets(tmp_path: Path) -> None:
    """It is noted as retained nowhere."""
    journal = open_journal(tmp_path)
    lane, (one, other) = shared(journal, "a:1", "b:1")
    await fill(journal, lane, 2)
    await take(one, 1)
    row = await one.next()
    await park(journal, row)
    one.parked(row)
    other.rewind()
    lane.readers[1]._recent.clear()  # it reads them from the disk
    assert await take(other, 2) == [1, 2]
    await journal.commit_deferred()
    assert [seq for (seq,) in journal._connection.execute("SELECT seq FROM retained")] == [1]
    journal.close()


async def test_readers_come_and_go(tmp_path: Path) -> None:
    """A new one begins where the table's only one was, and one that left leaves nothing."""
    journal = open_journal(tmp_path)
    only = Lane(journal=journal, name="mqtt")
    await fill(journal, only, 4)
    await take(only, 3)
    await journal.commit_deferred()
    lane, (one, other) = shared(journal, "a:1", "b:1")
    assert await take(one, 1) == await take(other, 1) == [4]
    await fill(journal, lane, 2)
    await take(one, 2)
    await journal.commit_deferred()
    lane, (left,) = shared(journal, "a:1")
    assert left.waiting == 0
    await fill(journal, lane, 1)
    assert await take(left, 1) == [7]
    await journal.commit_deferred()
    assert journal.archive.reader_marks("mqtt") == ["mqtt at a:1"]
    assert journal.archive.lane_position("mqtt")[:2] == (7, 7)
    journal.close()
