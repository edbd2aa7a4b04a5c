"""`make taps`, short."""

from pathlib import Path

from tests.web.taps.tapping import tap


async def test_no_tap_is_lost_or_made_twice(tmp_path: Path) -> None:
    """Two hundred from two consoles, doubled, cut off, behind, over two kills."""
    count = await tap(tmp_path, taps=200, restarts=2, seed=7)
    assert (count["lost"], count["double"], count["accepted"]) == (0, 0, 200)
    assert count["cut"]
    assert count["doubled"]
    assert count["restarts"] == 2
