"""The settlement of a twenty-one round told to a person: the hands, and each wager's fate with its clauses."""

from collections.abc import Iterator, Mapping

from controller.audit.explain.wording import counted, money, named, scored
from controller.core.outcomes import LedgerLine, TwentyOneOutcome


def settlement(outcome: TwentyOneOutcome, about: Mapping[str, str]) -> Iterator[str]:
    """Hands, wagers, and what the players gained together."""
    yield "Hands"
    dealer = outcome.dealer
    yield f"  Dealer         {' '.join(dealer.cards):24} {scored(dealer.total, dealer.result, width=2)}"
    for hand in outcome.hands:
        doubled = ", doubled" if hand.doubled else ""
        cards = f"{' '.join(hand.cards):24}"
        yield f"  Area {hand.area} hand {hand.hand}  {cards} {scored(hand.total, hand.result, width=2)}{doubled}"
    yield ""
    yield "Wagers"
    for line in outcome.ledger:
        yield f"  {fate(line)}"
        for rule in line.rules:
            yield f"      {named(rule):8} {about.get(rule, '')}".rstrip()
    yield ""
    yield f"The players' gain of the round: {money(outcome.net)}"


def fate(line: LedgerLine) -> str:
    """One wager's fate in a line."""
    place = f"area {line.area}" + (f" hand {line.hand}" if line.hand is not None else "")
    markers = f" with {counted(line.markers, 'free bet marker')}" if line.markers else ""
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
