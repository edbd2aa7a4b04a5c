"""`make siege`, short."""

from pathlib import Path

from tests.siege.siege import besiege


async def test_nothing_is_lost_or_doubled_while_everybody_does_his_worst(tmp_path: Path) -> None:
    """Eight rounds, half of them besieged."""
    told = await besiege(tmp_path, rounds=8, block=4)
    assert told.faults == []
    assert told.count["forged"]
    assert told.count["callers"]
