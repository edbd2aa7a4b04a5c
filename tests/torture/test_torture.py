"""The torture in its short form; the long one is `make torture`."""

from pathlib import Path

from tests.torture.run import torture


async def test_nothing_is_lost_doubled_or_drawn_twice(tmp_path: Path) -> None:
    """Killed a dozen times in random rounds, its broker troubled, the table's three records agree to the byte."""
    report = await torture(tmp_path, kills=12, seconds=25, seed=5)
    assert report.findings == []
    assert report.rounds > 0
    assert sum(report.kills.values()) > 0
