"""Random shoes: what they visit, and that a fault would be told."""

from collections import Counter
from dataclasses import replace

import pytest

from controller.core.effects import RoundEnded
from controller.core.outcomes import PokerOutcome
from controller.odds import simulation as simulate
from controller.odds.random_poker_player import RandomPokerPlayer


@pytest.mark.parametrize("game", ["pontoon", "poker"])
def test_a_shoe_ends_without_fault(game: str) -> None:
    """Rounds end, no legal move is refused, the money adds up; the same seed gives the same shoe."""
    first, again = simulate.play_shoe(game, 3), simulate.play_shoe(game, 3)
    assert first.faults == ()
    assert first.outcomes.total() > 20
    assert first == again


def test_random_poker_goes_everywhere() -> None:
    """Some hundred rounds have showdowns and folds, side pots, uncalled bets, splits, mucks and absences."""
    seen: Counter[str] = Counter()
    for seed in range(6):
        for event, _, effects in RandomPokerPlayer(simulate.poker_table(seed), seed).rounds(30):
            seen[event.type] += 1
            for effect in effects:
                if isinstance(effect, RoundEnded):
                    assert isinstance(effect.outcome, PokerOutcome)
                    seen["side pot"] += len(effect.outcome.pots) > 1
                    seen["uncalled"] += effect.outcome.uncalled is not None
                    seen["rake"] += effect.outcome.rake > 0
                    for line in effect.outcome.ledger:
                        seen[line.result] += 1
    visited = {
        "join", "leave", "stack.add", "away", "back", "blinds.open", "card", "set", "action", "showdown", "show",
        "muck", "side pot", "uncalled", "rake", "win", "split", "lose", "fold",
    }  # fmt: skip
    assert {name for name in visited if seen[name] < 3} == set()


def test_money_that_does_not_add_up_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nets and rake do not make nothing together, the shoe's report says so."""
    uneven = simulate._uneven
    monkeypatch.setattr(simulate, "_uneven", lambda outcome: uneven(replace(outcome, rake=outcome.rake + 100)))
    assert "the nets make" in simulate.play_shoe("poker", 3).faults[0]
