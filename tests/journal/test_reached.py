"""How far lanes and devices are, between two snapshots, across starts that nothing was stopped before."""

import sqlite3
from pathlib import Path

from tests.journal.journals import open_journal
from tests.journal.test_store import row


async def test_what_came_behind_the_last_snapshot_is_known_and_written_with_the_next(tmp_path: Path) -> None:
    """Of a run that is cut the next one has the marks that stand in records alone, and so has the one after that."""
    journal = open_journal(tmp_path)
    first = journal.draft("start", '{"start":{}}', round_=0)
    first.snapshot = b"1"
    first.rows.append(row(first.record, 1, "state"))
    await journal.commit([first])
    for number in (2, 3):
        event = journal.draft("event", "{}", round_=1, device="shoe", sequence=f"A:{number}")
        event.rows.append(row(event.record, number, "card"))
        await journal.commit([event])
    journal.close()
    assert tables(tmp_path) == ({"mqtt": 1}, {})

    journal = open_journal(tmp_path)
    assert (journal.last_seqs, journal.archive.sequences()) == ({"mqtt": 3}, {"shoe": "A:3"})
    assert journal.archive.lane_position("mqtt") == (3, 0, 1)
    start = journal.draft("start", '{"start":{}}', round_=1)
    start.snapshot = b"2"
    await journal.commit([start])
    journal.close()
    assert tables(tmp_path) == ({"mqtt": 3}, {"shoe": ("A:3", 3)})

    journal = open_journal(tmp_path)
    assert (journal.last_seqs, journal.archive.sequences()) == ({"mqtt": 3}, {"shoe": "A:3"})
    journal.close()


def tables(folder: Path) -> tuple[dict[str, int], dict[str, tuple[str, int]]]:
    """What stands in `lanes` and `sequences`."""
    connection = sqlite3.connect(folder / "journal.db")
    lanes = dict(connection.execute("SELECT lane, last FROM lanes"))
    sequences = {device: (mark, n) for device, mark, n in connection.execute("SELECT * FROM sequences")}
    connection.close()
    return lanes, sequences
