"""The ledger lines of side wagers and insurance."""

from controller.core.money import Cents, Odds
from controller.core.outcomes import LedgerLine
from controller.games.twenty_one.betting.limits import counted_side, limit_clauses
from controller.games.twenty_one.dealer import dealer_natural
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Insurance, Round, Side, State
from controller.games.twenty_one.wagers.side_wager import opening_cards


def insurance_line(round_: Round, rules: Rulebook, number: int, insurance: Insurance) -> LedgerLine:
    """Insurance wins 2 to 1 when the Dealer's second card is worth ten (3.26)."""
    won = dealer_natural(round_)
    odds = rules.odds_insurance
    cited: tuple[str, ...] = (rules.clauses.insurance_settled, rules.clauses.pays)
    if not won:
        cited = cited[:1]
    if insurance.returned:
        cited = (insurance.returned,)
    return LedgerLine(
        area=number,
        player=insurance.player,
        kind="insurance",
        stake=insurance.amount,
        net=0 if insurance.returned else odds.pay(insurance.amount) if won else -insurance.amount,
        result="returned" if insurance.returned else "win" if won else "lose",
        odds=str(odds) if won and not insurance.returned else None,
        rules=cited,
    )


def side_line(state: State, round_: Round, rules: Rulebook, index: int, side: Side) -> LedgerLine:
    """The line of one side wager; returned where it lay out of place or its cards never came."""
    area = round_.areas[index]
    if side.returned or len(opening_cards(area)) < 2:
        return _line(index, side, 0, "returned", (side.returned or rules.irregularities.not_dealt,))
    odds, cited = rules.sides[side.kind].verdict(rules.clauses, round_, area, side)
    amount = counted_side(state, rules, area, side.kind, side.amount)
    cited = (*cited, *limit_clauses(state, rules, area, side.kind, side.amount))
    if odds is None:
        return _line(index, side, -amount, "lose", cited)
    return _line(index, side, odds.pay(amount), "win", cited, odds)


def _line(
    index: int, side: Side, net: Cents, result: str, cited: tuple[str, ...], odds: Odds | None = None
) -> LedgerLine:
    return LedgerLine(
        area=index + 1,
        player=side.player,
        kind=side.kind,
        stake=side.amount,
        net=net,
        result=result,  # type: ignore[arg-type]
        odds=None if odds is None else str(odds),
        multiplier=side.multiplier,
        rules=cited,
    )
