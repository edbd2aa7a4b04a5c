"""Scripts played for the tests of hand histories."""

from collections.abc import Iterable

from controller.audit.phh.recording import Played
from controller.cli.rules.play import replay
from controller.core.effects import Rejected, RoundEnded
from controller.core.outcomes import PokerOutcome


def steps(lines: Iterable[str]) -> list[Played]:
    """Every event with the state after it and its effects."""
    return [(event, state, effects) for _, state, effects, event in replay("-", (line.encode() for line in lines))]


def played(lines: Iterable[str]) -> list[PokerOutcome]:
    """The outcomes of a script in which nothing is refused."""
    outcomes = []
    for event, _, effects in steps(lines):
        assert not [effect for effect in effects if isinstance(effect, Rejected)], event
        for effect in effects:
            if isinstance(effect, RoundEnded):
                assert isinstance(effect.outcome, PokerOutcome)
                outcomes.append(effect.outcome)
    return outcomes
