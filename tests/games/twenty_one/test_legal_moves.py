"""The legal moves are those that `step` would not refuse, whatever has happened at the table.

They are compared with the list that plays each candidate to its end (`moves_by_trial`), on the way of unruly tables.
"""

from typing import Any, cast

import pytest

from controller.core.tables import TwentyOneTable
from controller.games import step
from controller.games.twenty_one.legal_moves import legal_moves
from controller.games.twenty_one.state import State
from tests.games.rulebooks import RULEBOOKS
from tests.games.twenty_one import moves_by_trial
from tests.games.twenty_one.unruly import Unruly


@pytest.mark.parametrize("decisions", ["called", "drawn"])
@pytest.mark.parametrize("policy", ["reject", "settle"])
@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_list_is_that_of_trying_each_to_its_end(game: str, policy: Any, decisions: Any) -> None:
    """The same moves with the same amounts, clauses and takers, in the same order."""
    rules = RULEBOOKS[game]
    table = TwentyOneTable(game=game, areas=5, decisions=decisions, limits_policy=policy, limits={"main": (500, 5000)})
    for seed in range(3):
        player = Unruly(table, seed)
        for _ in range(6):
            for event in player.round():
                player.state, _ = step(player.state, event)
                state = cast(State, player.state)
                assert legal_moves(rules, state) == moves_by_trial.legal_moves(rules, state)
