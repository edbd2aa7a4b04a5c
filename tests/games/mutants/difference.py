"""How much a mutant changes: what the steps of a script give, compared with what they give without it.

The kinds from the worst down; a mutant is of the worst kind that any script shows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any

from controller.core.effects import AlertRaised, Effect, Rejected, RoundEnded, RulingGiven
from controller.core.outcomes import LedgerLine, TwentyOneOutcome


class Kind(IntEnum):
    """What differs."""

    UNREACHED = 0
    """No step of the corpus runs the statement: it advises or shows, and decides nothing."""
    NOTHING = 1
    """Nothing that the corpus could show."""
    STATE = 2
    """The state, and nothing that came out of it."""
    TEXT = 3
    """A sentence."""
    CITATION = 4
    """The clauses that a line, a refusal, an alert or a ruling cites."""
    SHOWN = 5
    """What is lit, shown or drawn: button, meter, cards turned."""
    ANSWER = 6
    """What is refused, the codes of alerts, the actions of rulings."""
    HANDS = 7
    """The rest of an outcome: hands, Dealer, odds, markers, multiplier."""
    LEDGER = 8
    """A line's area, hand, player, kind, stake, net or result, or whether the round is void."""
    FAILURE = 9
    """A step raised an exception or did not come to its end: there is no ledger at all."""


CHANGES_A_LEDGER = (Kind.LEDGER, Kind.FAILURE)


def difference(expected: Sequence[Effect], actual: Sequence[Effect]) -> Kind:
    """The worst that differs between what a step should give and what it gave."""
    if expected == actual:
        return Kind.NOTHING
    for kind, facet in (
        (Kind.LEDGER, _ledgers),
        (Kind.HANDS, _outcomes),
        (Kind.ANSWER, _answers),
        (Kind.SHOWN, _shown),
        (Kind.CITATION, _citations),
    ):
        if facet(expected) != facet(actual):
            return kind
    return Kind.TEXT


def _ended(effects: Iterable[Effect]) -> list[TwentyOneOutcome]:
    outcomes = (one.outcome for one in effects if isinstance(one, RoundEnded))
    return [outcome for outcome in outcomes if isinstance(outcome, TwentyOneOutcome)]


def _ledgers(effects: Sequence[Effect]) -> list[Any]:
    return [(one.status, one.net, [_money(line) for line in one.ledger]) for one in _ended(effects)]


def _money(line: LedgerLine) -> Any:
    return line.area, line.hand, line.player, line.kind, line.stake, line.net, line.result


def _outcomes(effects: Sequence[Effect]) -> list[Any]:
    return [
        replace(outcome, rule=None, ledger=tuple(replace(line, rules=()) for line in outcome.ledger))
        for outcome in _ended(effects)
    ]


def _answers(effects: Sequence[Effect]) -> list[Any]:
    found: list[Any] = []
    for one in effects:
        if isinstance(one, Rejected):
            found.append("rejected")
        elif isinstance(one, AlertRaised):
            found.append((one.code, one.severity))
        elif isinstance(one, RulingGiven):
            found.append((one.kind, one.action))
    return found


def _shown(effects: Sequence[Effect]) -> list[Any]:
    return [one for one in effects if not isinstance(one, Rejected | AlertRaised | RulingGiven | RoundEnded)]


def _citations(effects: Sequence[Effect]) -> list[Any]:
    cited: list[Any] = [one.rule for one in effects if isinstance(one, Rejected | AlertRaised | RulingGiven)]
    return cited + [(outcome.rule, [line.rules for line in outcome.ledger]) for outcome in _ended(effects)]
