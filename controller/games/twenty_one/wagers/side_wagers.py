"""Side wagers and insurance at the end of a round, each by its own clause."""

from typing import Final

from controller.core.money import EVENS, Cents, Odds
from controller.core.outcomes import LedgerLine
from controller.games.twenty_one.betting.limits import counted_side, limit_clauses
from controller.games.twenty_one.dealer import dealer_natural
from controller.games.twenty_one.hands import POINTS, count, is_pair
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Area, Insurance, Side, State
from controller.games.twenty_one.wagers.jackpot import wins

Verdict = tuple[Odds | None, tuple[str, ...]]
"""The odds won, None where the wager loses; and the clauses."""

BUSTED_ODDS: Final = {3: Odds(1), 4: Odds(2), 5: Odds(6), 6: Odds(50), 7: Odds(100)}
"""By the cards of the Dealer's bust hand, seven standing for more (Free Bet 4.2)."""

POT_OF_GOLD_ODDS: Final = {1: Odds(3), 2: Odds(10), 3: Odds(25), 4: Odds(50), 5: Odds(100)}
"""By the player's free bet markers on the area, five standing for more (Free Bet 4.3)."""


def opening_cards(area: Area) -> tuple[str, ...]:
    """The initial two cards of the area, as far as they were dealt."""
    return area.opening or (area.hands[0].cards[:2] if area.hands else ())


def insurance_line(state: State, rules: Rulebook, number: int, insurance: Insurance) -> LedgerLine:
    """Insurance wins 2 to 1 when the Dealer's second card is worth ten (3.26)."""
    won = dealer_natural(state)
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


def side_line(state: State, rules: Rulebook, index: int, side: Side) -> LedgerLine:
    """The line of one side wager; returned where it lay out of place or its cards never came."""
    assert state.round is not None
    area = state.round.areas[index]
    if side.returned or len(opening_cards(area)) < 2:
        return _line(index, side, 0, "returned", (side.returned or not_dealt_clause(rules),))
    odds, cited = _verdict(state, rules, area, side)
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


def not_dealt_clause(rules: Rulebook) -> str:
    """The clause by which a wager of a hand that did not get its cards comes back."""
    return "5.7" if rules.house_options else "5.14"


def _verdict(state: State, rules: Rulebook, area: Area, side: Side) -> Verdict:
    assert state.round is not None
    cards = opening_cards(area)
    if side.kind == "pair":
        if not is_pair(cards):
            return None, (rules.clauses.pair_wager,)
        return rules.odds_pair, (rules.clauses.pair_wager, rules.clauses.pays)
    if side.kind == "pandemonium":
        won = wins(area, side) and side.multiplier is not None
        return (Odds(side.multiplier or 0) if won else None), ("3.15.2", "3.19.1", "4.2") if won else ("3.15.2",)
    if side.kind == "busted":
        return _busted(state.round.dealer)
    if side.kind == "pot_of_gold":
        markers = _markers(area, side.player)
        cited = ("3.15.3", "4.3") if _has_main(area, side.player) else ("3.15.4.1", "4.3")
        return (POT_OF_GOLD_ODDS[min(markers, 5)] if markers else None), cited
    points = sum(POINTS[card[0]] for card in cards)
    won = points < 13 if side.kind == "under13" else points > 13
    letter = "c" if points == 13 else "a" if side.kind == "under13" else "b"
    return (EVENS if won else None), (f"3.13.2.{letter}", rules.clauses.pays)


def _busted(dealer: tuple[str, ...]) -> Verdict:
    """By the number of cards with which the Dealer busts; 22 is a bust (3.15.2, 4.2, I9)."""
    won = count(dealer)[0] > 21
    return (BUSTED_ODDS[min(len(dealer), 7)] if won else None), ("3.15.2", "4.2")


def _markers(area: Area, player: str) -> int:
    """The free bet markers that count for the player: his own, or the controller's where he has no main wager (I16)."""
    counted = player if _has_main(area, player) else area.closer
    return sum(bet.markers for hand in area.hands for bet in hand.bets if bet.player == counted)


def _has_main(area: Area, player: str) -> bool:
    return any(bet.player == player for bet in area.mains)
