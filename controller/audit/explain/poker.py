"""The settlement of a poker round told to a person: the board, the hands shown, each Pot and where it went."""

from collections.abc import Iterator, Mapping

from controller.audit.explain.wording import money, named
from controller.core.outcomes import PokerOutcome, Pot, SeatLine


def settlement(outcome: PokerOutcome, about: Mapping[str, str]) -> Iterator[str]:
    """Board, seats, Pots from the Main Pot on, the clauses that decided, and the Rake."""
    yield f"Board  {' '.join(outcome.board) or 'no card'}, the button at seat {outcome.button}"
    yield ""
    yield "Seats"
    for line in outcome.ledger:
        yield f"  {fate(line)}"
    if outcome.pots or outcome.uncalled is not None:
        yield ""
        yield "Pots"
        for number, pot in enumerate(outcome.pots):
            yield f"  {_pot(number, pot)}"
        if outcome.uncalled is not None:
            yield f"  {money(outcome.uncalled.amount)} uncalled goes back to seat {outcome.uncalled.seat}"
    yield ""
    yield "Decided by"
    for rule in outcome.rules:
        yield f"  {named(rule):8} {about.get(rule, '')}".rstrip()
    yield ""
    yield f"The Rake of the round: {money(outcome.rake)}"


def fate(line: SeatLine) -> str:
    """One seat's fate in a line."""
    hand = f", {line.hand.rank.replace('_', ' ')} {' '.join(line.hand.cards)}" if line.hand is not None else ""
    fate = {
        "win": f"wins {money(line.won)}",
        "split": f"shares and wins {money(line.won)}",
        "lose": "loses",
        "fold": "folded",
        "void": "gets back what it put in",
    }[line.result]
    net = f", {money(line.net)} in all" if line.result != "void" else ""
    return f"seat {line.seat} {line.player}  {' '.join(line.hole)}{hand}: put in {money(line.put)}, {fate}{net}"


def _pot(number: int, pot: Pot) -> str:
    name = f"Side Pot {number}" if number else "Main Pot"
    rake = f", rake {money(pot.rake)}" if pot.rake else ""
    among = ", ".join(map(str, pot.eligible))
    winners = ", ".join(f"seat {seat} {money(amount)}" for seat, amount in pot.winners.items())
    return f"{name} of {money(pot.amount)}{rake}, among seats {among}: to {winners}"
