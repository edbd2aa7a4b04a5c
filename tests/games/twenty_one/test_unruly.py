"""Tables at which anything is called at any time (`unruly`).

Whatever it is, the engine takes it or refuses it, a refusal changes nothing, the round still comes to its end, and
nobody loses more than his stake.
"""

import random
from typing import Any, Final

import pytest

from controller.core.effects import Rejected, RoundEnded
from controller.core.outcomes import TwentyOneOutcome
from controller.core.tables import TwentyOneTable
from controller.games import legal_moves, step, view
from tests.games.twenty_one.unruly import Unruly

ROUNDS: Final = 12
LONGEST: Final = 600
"""Steps in which a round of five areas has long come to its end."""


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("game", ["pontoon-pandemonium", "pontoon", "free-bet-blackjack", "blackjack"])
def test_an_unruly_table_comes_to_the_end_of_every_round(game: Any, seed: int) -> None:
    """See the module."""
    limits: Any = (
        {"limits": {"main": (500, 5000)}, "limits_policy": "settle"} if random.Random(seed).random() < 0.5 else {}
    )
    decisions: Any = random.Random(seed + 1).choice(("called", "drawn"))
    player = Unruly(TwentyOneTable(game=game, areas=5, decisions=decisions, **limits), seed)
    for _ in range(ROUNDS):
        for count, event in enumerate(player.round()):
            assert count < LONGEST, "the round does not come to its end"
            before = player.state
            player.state, effects = step(before, event)
            if any(isinstance(effect, Rejected) for effect in effects):
                assert player.state is before
                assert len(effects) == 1
            assert legal_moves(player.state)
            view(player.state)
            for effect in effects:
                if isinstance(effect, RoundEnded):
                    assert isinstance(effect.outcome, TwentyOneOutcome)
                    assert effect.outcome.net == sum(line.net for line in effect.outcome.ledger)
                    assert all(line.net >= -line.stake for line in effect.outcome.ledger)
