"""A whole journal verifies clean, also while it grows, without its keys, and after a change of the table line."""

from pathlib import Path

from controller.audit.journal_file import opened
from controller.audit.verify.verification import verify
from tests.audit.small_journal import everything, places


async def test_a_whole_journal_is_clean(tmp_path: Path) -> None:
    """Every record is replayed and every row, snapshot and seal was looked at."""
    await everything(tmp_path)
    with opened(places(tmp_path)) as file:
        report = verify(file)
    assert report.findings == []
    assert report.notes == []
    assert report.records == report.replayed == 19
    assert (report.rounds, report.snapshots) == (1, 3)
    assert report.rows > 20
