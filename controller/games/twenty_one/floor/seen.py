"""A twenty-one table as the floor sees it; between rounds the last one as it lay, with what is owed of it."""

from controller.core.cards import UNKNOWN
from controller.core.outcomes import LedgerLine, TwentyOneOutcome
from controller.games.floor.records import LastRound, TableNow
from controller.games.records.altering import altered
from controller.games.twenty_one.floor.areas import areas_seen, dealer_seen
from controller.games.twenty_one.floor.owed import owed
from controller.games.twenty_one.floor.presses import jackpot_seen
from controller.games.twenty_one.floor.records import TwentyOneFloor
from controller.games.twenty_one.floor.turn import turn_seen
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Round, State


def floor_seen(rules: Rulebook, state: State, table: TableNow, ended: LastRound | None) -> TwentyOneFloor:
    """`ended` is the round before, while its payments go on."""
    round_ = state.round
    lines: tuple[LedgerLine, ...] = ()
    if ended is not None and isinstance(ended.outcome, TwentyOneOutcome):
        round_, lines = _turned(ended), ended.outcome.ledger
    elif round_ is not None:
        lines = owed(state, round_, rules)
    return TwentyOneFloor(
        table=table,
        turn=turn_seen(state, rules, ended),
        chip=state.table.chip,
        limits=state.table.limits,
        areas=areas_seen(state, round_, rules),
        dealer=dealer_seen(round_, rules),
        owed=lines,
        net=sum(line.net for line in lines),
        jackpot=jackpot_seen(state, round_, rules) if table.status != "void" else None,
        kept=tuple(one.card if one.disclosed else UNKNOWN for one in state.kept),
        last_round_of_shoe=state.shoe.cut,
    )


def _turned(ended: LastRound) -> Round | None:
    """The round as everybody saw it at last: cards face down were turned to be settled, not to be void (3.12)."""
    round_: Round | None = ended.state.round
    if round_ is None:
        return None
    round_ = altered(round_, turn=None, place=None)
    if ended.outcome.status == "void":
        return round_
    areas = tuple(altered(area, hands=tuple(altered(hand, hidden=()) for hand in area.hands)) for area in round_.areas)
    return altered(round_, areas=areas)
