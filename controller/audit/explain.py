"""A round told to a person: what was done in its order, the hands, and each wager's fate with the clauses and why."""

from collections.abc import Iterable, Iterator, Mapping

from controller.core.effects import AlertRaised, Effect, Rejected, RulingGiven
from controller.core.events import (
    AnyEvent, BetsClosed, BetsOpen, ButtonPressed, CardDrawn, CutCard, Decision, Follow, Insure, Irregularity,
    MultiplierDrawn, OffersClosed, Reveal, RoundVoid, Seat, SeatLeft, ShoeNew, Wager, WagerWithdrawn,
)  # fmt: skip
from controller.core.outcomes import LedgerLine, TwentyOneOutcome

Step = tuple[int, AnyEvent, list[Effect]]
"""Where it stands in the script or journal, the event and its effects."""


def money(cents: int) -> str:
    """Cents as an amount with two decimals."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def explain_round(steps: Iterable[Step], outcome: TwentyOneOutcome, about: Mapping[str, str]) -> Iterator[str]:
    """The lines of the explanation; `about` tells each clause in a few words."""
    yield f"Round {outcome.round} of {outcome.game}: {outcome.status}" + (
        f" by {outcome.rule} ({about.get(outcome.rule, 'a ruling')})" if outcome.rule else ""
    )
    yield ""
    yield "What happened"
    for place, event, effects in steps:
        told = tell(event)
        if told:
            yield f"  {place:>5}  {told}"
        for effect in effects:
            if isinstance(effect, Rejected):
                yield f"         refused: {effect.reason}" + _cited(effect.rule, about)
            elif isinstance(effect, AlertRaised):
                yield f"         alert {effect.code}: {effect.text}" + _cited(effect.rule, about)
            elif isinstance(effect, RulingGiven):
                yield f"         ruling, {effect.action}: {effect.text}" + _cited(effect.rule, about)
    yield ""
    yield "Hands"
    dealer = outcome.dealer
    yield f"  Dealer         {' '.join(dealer.cards):24} {dealer.total:>3}  {dealer.result.replace('_', ' ')}"
    for hand in outcome.hands:
        doubled = ", doubled" if hand.doubled else ""
        yield (
            f"  Area {hand.area} hand {hand.hand}  {' '.join(hand.cards):24} {hand.total:>3}  {hand.result}{doubled}"
        )
    yield ""
    yield "Wagers"
    for line in outcome.ledger:
        yield f"  {_fate(line)}"
        for rule in line.rules:
            yield f"      {rule:8} {about.get(rule, '')}".rstrip()
    yield ""
    yield f"The players' gain of the round: {money(outcome.net)}"


def tell(event: AnyEvent) -> str:
    """One event in words."""
    match event:
        case BetsOpen():
            return '"Place your bets, please"'
        case BetsClosed():
            return '"No more bets"'
        case OffersClosed():
            return "the offers are closed"
        case ShoeNew():
            return "a new shoe"
        case CutCard():
            return "the cutting card came out"
        case Seat():
            return f"{event.player} sits down at area {event.area}"
        case SeatLeft():
            return f"area {event.area} is left"
        case Wager():
            return f"{event.player or f'P{event.area}'} wagers {money(event.amount)} {event.kind} on area {event.area}"
        case WagerWithdrawn():
            return f"{event.player or f'P{event.area}'} takes back the {event.kind} wager on area {event.area}"
        case CardDrawn():
            return f"card {event.card}" + (", face down" if event.face_down else "")
        case Reveal():
            return f"the face-down cards of area {event.area} are turned"
        case Insure():
            return f"insurance of {money(event.amount)} on area {event.area}" + _for(event)
        case Decision():
            by = f" ({event.player})" if event.player else ""
            amount = f" for {money(event.amount)}" if event.amount is not None else ""
            return f"area {event.area}: {event.action.replace('_', ' ')}{amount}{by}"
        case Follow():
            amount = f" with {money(event.amount)}" if event.amount is not None else ""
            return f"{event.player} follows on area {event.area}{amount}"
        case ButtonPressed():
            return "the jackpot button is pressed" + (f" by {event.player}" if event.player else "")
        case MultiplierDrawn():
            return f"the meter shows {event.value} to 1"
        case RoundVoid():
            return f"the round is declared void: {event.reason}"
        case Irregularity():
            return f"irregularity {event.kind.replace('_', ' ')}, called by the {event.authority.replace('_', ' ')}"
        case _:
            return event.type


def _for(event: Insure) -> str:
    by = f" by {event.player}" if event.player else ""
    return by + (f" in place of {event.for_}" if event.for_ else "")


def _cited(rule: str | None, about: Mapping[str, str]) -> str:
    if rule is None:
        return ""
    return f" [{rule}: {about[rule]}]" if rule in about else f" [{rule}]"


def _fate(line: LedgerLine) -> str:
    place = f"area {line.area}" + (f" hand {line.hand}" if line.hand is not None else "")
    markers = f" with {line.markers} free bet markers" if line.markers else ""
    odds = f" at {line.odds}" if line.odds else ""
    outcome = {
        "win": f"wins {money(line.net)}{odds}",
        "lose": f"loses {money(-line.net)}",
        "stand_off": "stands off",
        "surrendered": f"is surrendered, {money(-line.net)} lost",
        "returned": "is returned",
        "void": "is void and comes back",
    }[line.result]
    return f"{place}: {line.player}'s {line.kind.replace('_', ' ')} of {money(line.stake)}{markers} {outcome}"
