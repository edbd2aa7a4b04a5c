"""What is owed or taken already while the round is open: the lines of the ledger that no card can change any more.

A line is the settlement's own, taken early. None is told of a hand or a side wager that hangs on a card face down: only
its face could tell.
"""

from collections.abc import Iterator

from controller.core.outcomes import LedgerLine
from controller.games.twenty_one.irregularities.established import bet_decided, insurance_decided
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.ending import in_order
from controller.games.twenty_one.settlement.main_wagers import main_lines
from controller.games.twenty_one.settlement.side_lines import insurance_line, side_line
from controller.games.twenty_one.settlement.super_bonus import own_bonuses, super_bonuses
from controller.games.twenty_one.state import Area, Round, Side, State
from controller.games.twenty_one.wagers.pandemonium import wins


def owed(state: State, round_: Round, rules: Rulebook) -> tuple[LedgerLine, ...]:
    """In the ledger's order; empty until the initial deal is complete."""
    if not round_.dealt:
        return ()
    over = round_.phase == "settling"
    bonuses = (super_bonuses if over else own_bonuses)(state, round_, rules)
    lines: list[LedgerLine] = []
    for index, area in enumerate(round_.areas):
        fast = {*_fast_wagers(state, round_, rules, area)}
        if fast:
            found = main_lines(state, round_, rules, index, bonuses.get(index, {}))
            lines += (line for line in found if (line.hand, line.player) in fast)
        lines += _others(state, round_, rules, index)
    return tuple(lines)


def _fast_wagers(state: State, round_: Round, rules: Rulebook, area: Area) -> Iterator[tuple[int, str]]:
    """Hand and player of each main wager whose line stands fast."""
    for position, hand in enumerate(area.hands, start=1):
        for bet in hand.bets:
            if bet.fate == "returned" or (
                not hand.hidden and (round_.phase == "settling" or bet_decided(state, round_, rules, hand, bet))
            ):
                yield position, bet.player


def _others(state: State, round_: Round, rules: Rulebook, index: int) -> Iterator[LedgerLine]:
    area = round_.areas[index]
    for insurance in sorted(area.insurances, key=lambda one: one.position):
        if insurance.returned or insurance_decided(round_):
            yield insurance_line(round_, rules, index + 1, insurance)
    for side in in_order(rules, area):
        if side.returned or _stands_fast(round_, rules, area, side):
            yield side_line(state, round_, rules, index, side)


def _stands_fast(round_: Round, rules: Rulebook, area: Area, side: Side) -> bool:
    if any(hand.hidden for hand in area.hands) or (wins(area, side) and side.multiplier is None):
        return False
    if round_.phase == "settling":
        return True
    kind = rules.sides[side.kind]
    return (kind.final or kind.decided)(rules, area, side)
