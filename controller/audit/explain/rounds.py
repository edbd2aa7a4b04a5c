"""A round told to a person: what was done in its order, then each game's own settlement with the clauses and why."""

from collections.abc import Iterable, Iterator, Mapping

from controller.audit.explain.poker import settlement as poker_settlement
from controller.audit.explain.twenty_one import settlement as twenty_one_settlement
from controller.audit.explain.wording import Done, happened
from controller.core.outcomes import Outcome, PokerOutcome


def explain_round(steps: Iterable[Done], outcome: Outcome, about: Mapping[str, str]) -> Iterator[str]:
    """The lines of the explanation; `about` tells each clause in a few words."""
    ruling = f" by {outcome.rule} ({about.get(outcome.rule, 'a ruling')})" if outcome.rule else ""
    yield f"Round {outcome.round} of {outcome.game}: {outcome.status}{ruling}"
    yield ""
    yield "What happened"
    yield from happened(steps, about)
    yield ""
    if isinstance(outcome, PokerOutcome):
        yield from poker_settlement(outcome, about)
    else:
        yield from twenty_one_settlement(outcome, about)
