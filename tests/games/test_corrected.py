"""A corrected round is the round played rightly at once; what cannot be corrected changes nothing."""

import pytest

from controller.games.registry import GAMES
from tests.games.corrected import run


@pytest.mark.parametrize("game", list(GAMES))
def test_a_corrected_round_is_that_of_the_right_events(game: str) -> None:
    """One random event of each of 40 rounds is changed, taken back or put in (`make corrections`: a thousand)."""
    seen, faults = run(game, seed=7, count=40)
    assert faults == []
    assert seen["revised"] > 0
    assert seen["refused"] > 0
