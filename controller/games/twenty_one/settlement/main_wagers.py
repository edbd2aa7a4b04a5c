"""Main wagers at the end of a round: win, lose, stand off, by the point totals and the naturals (section 4).

Each game reads the same ladder from the top: what was given up, what is bust, what is paid at once, what a Dealer's
natural takes, then the comparison of totals.
"""

from typing import NamedTuple

from controller.core.money import EVENS, Cents, Odds
from controller.core.outcomes import LedgerLine, LineResult
from controller.games.twenty_one.betting.limits import counted_main, limit_clauses, refunded
from controller.games.twenty_one.dealer import dealer_natural, surrender_waits
from controller.games.twenty_one.hands import count, is_natural, total_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.pay_lines import pay_line
from controller.games.twenty_one.settlement.side_lines import not_dealt_clause
from controller.games.twenty_one.state import Bet, Hand, State


class Fortune(NamedTuple):
    """What became of one wager on one hand."""

    net: Cents
    result: LineResult
    rules: tuple[str, ...]
    odds: Odds | None = None


def main_lines(
    state: State, rules: Rulebook, index: int, bonuses: dict[str, tuple[Cents, tuple[str, ...]]]
) -> list[LedgerLine]:
    """The lines of an area's main wagers, each followed by its Super Bonus."""
    assert state.round is not None
    area = state.round.areas[index]
    counted = {bet.player: counted_main(state, rules, area, bet) for bet in area.mains}
    left = dict(counted)
    """What a Dealer's natural may still take of each player on this area together (I7)."""
    lines = []
    for position, hand in enumerate(area.hands, start=1):
        for bet in hand.bets:
            fortune = _fortune(state, rules, hand, bet, counted[bet.player], left)
            lines.append(
                LedgerLine(
                    area=index + 1,
                    hand=position,
                    player=bet.player,
                    kind="main",
                    stake=bet.stake + bet.added,
                    net=fortune.net,
                    result=fortune.result,
                    odds=None if fortune.odds is None else str(fortune.odds),
                    markers=bet.markers if rules.free_bets else None,
                    rules=(*fortune.rules, *limit_clauses(state, rules, area, "main", bet.original))
                    if fortune.net
                    else fortune.rules,
                )
            )
            if position == 1 and bet.player in bonuses:
                amount, cited = bonuses[bet.player]
                lines.append(
                    LedgerLine(
                        area=index + 1, hand=1, player=bet.player, kind="super_bonus", stake=0, net=amount,
                        result="win", rules=cited,
                    )
                )  # fmt: skip
    return lines


def is_returned(state: State, rules: Rulebook, hand: Hand, bet: Bet) -> bool:
    """Whether the wager comes back: withdrawn, without cards, or under the minimum once more (5.14, 5.25, 5.26)."""
    return bet.fate == "returned" or not hand.cards or refunded(state, rules, bet)


def wins_on(state: State, rules: Rulebook, hand: Hand, bet: Bet) -> bool:
    """Whether this wager wins on this hand."""
    return _fortune(state, rules, hand, bet, bet.original, {bet.player: bet.original}).result == "win"


def _fortune(state: State, rules: Rulebook, hand: Hand, bet: Bet, original: Cents, left: dict[str, Cents]) -> Fortune:
    clauses = rules.clauses
    base = original if bet.stake else 0
    risk = base + bet.added
    gain = risk + bet.markers * original
    """A marker pays the value of the original wager (Free Bet 1.1.8.1)."""
    if is_returned(state, rules, hand, bet):
        return Fortune(0, "returned", (_why_returned(state, rules, bet),))
    if bet.fate == "rescued":  # 3.25.8
        return Fortune(-base, "lose", ("3.25.8",))
    if bet.fate == "surrendered":
        return _surrendered(state, rules, base)
    if bet.fate == "even_money":
        return Fortune(base, "win", (clauses.even_money or "",), EVENS)
    total, _ = total_of(rules, hand)
    if total > 21:
        return Fortune(-risk, "lose", tuple(dict.fromkeys((clauses.bust, clauses.lose_bust))))
    if rules.twenty_one_wins_at_once and total == 21:
        return _paid_at_once(rules, hand, gain)
    natural = is_natural(hand)
    if dealer_natural(state):
        return _against_natural(state, rules, hand, bet, natural, base, risk, left)
    if natural:
        return Fortune(rules.odds_natural.pay(base), "win", _natural_wins(state, rules), rules.odds_natural)
    return _compared(state, rules, bet, total, risk, gain)


def _why_returned(state: State, rules: Rulebook, bet: Bet) -> str:
    if refunded(state, rules, bet):
        return rules.clauses.under_minimum
    return bet.clause or not_dealt_clause(rules)


def _surrendered(state: State, rules: Rulebook, base: Cents) -> Fortune:
    clauses = rules.clauses
    if surrender_waits(state, rules) and dealer_natural(state):  # 3.24.2, I12 `void`
        return Fortune(-base, "lose", ("3.24.2",) if rules.surrender_waits else (clauses.surrender, "I12"))
    return Fortune(-(base // 2), "surrendered", ("3.24.3",) if rules.surrender_waits else (clauses.surrender,))


def _paid_at_once(rules: Rulebook, hand: Hand, gain: Cents) -> Fortune:
    """Pontoon and 21 at a Pontoon table (3.19, 3.29, 4.1); a doubled hand is paid 1 to 1 only (4.1.1.4, I5)."""
    clauses = rules.clauses
    if hand.doubled:
        return Fortune(gain, "win", (clauses.complete, "4.1.1.4"), EVENS)
    if is_natural(hand):
        return Fortune(rules.odds_natural.pay(gain), "win", (clauses.natural, clauses.pays), rules.odds_natural)
    odds = pay_line(hand.cards)
    return Fortune(odds.pay(gain), "win", (clauses.complete, clauses.pays), odds)


def _against_natural(
    state: State,
    rules: Rulebook,
    hand: Hand,
    bet: Bet,
    natural: bool,
    base: Cents,
    risk: Cents,
    left: dict[str, Cents],
) -> Fortune:
    """What the Dealer's Pontoon or Blackjack takes (4.4.3, 4.5.1, I4, I7, I18)."""
    clauses = rules.clauses
    if natural:
        return Fortune(0, "stand_off", (_naturals_stand_off(state, rules),))
    if rules.natural == "pontoon" and state.table.readings.get("I4", "each") == "each":
        cited = (clauses.lose_doubled, "I4") if hand.doubled else (clauses.lose_natural,)
        return Fortune(-base, "lose", cited)
    alone = not hand.split and not hand.doubled
    reading = state.table.readings.get("I18") if alone and total_of(rules, hand)[0] == 21 else None
    if reading == "stand_off":
        return Fortune(0, "stand_off", (clauses.stand_off, "I18"))
    taken = min(risk, left[bet.player])
    left[bet.player] -= taken
    if alone:
        return Fortune(-taken, "lose", (clauses.lose_natural,) if reading is None else (clauses.lose_natural, "I18"))
    clause = clauses.lose_split if hand.split else clauses.lose_doubled
    if hand.split and hand.doubled:
        clause = clauses.lose_split_doubled
    cited = (clause, "I4" if rules.natural == "pontoon" else "I7")
    return Fortune(-taken, "lose" if taken or not risk else "returned", cited)


def _natural_wins(state: State, rules: Rulebook) -> tuple[str, ...]:
    """The clauses by which a Blackjack is paid (Free Bet 3.19, 4.4.1, 4.4.4; Blackjack 3.15)."""
    assert state.round is not None
    clauses = rules.clauses
    won = clauses.win_natural_22 if rules.push_22 and count(state.round.dealer)[0] == 22 else clauses.win_natural
    return (clauses.natural, clauses.pays) if won is None else (clauses.natural, won, clauses.pays)


def _naturals_stand_off(state: State, rules: Rulebook) -> str:
    """The clause by which two naturals stand off; the document may have one of its own for the Dealer's Ace."""
    assert state.round is not None
    clauses = rules.clauses
    ace = state.round.dealer[0][0] == "A"
    return (clauses.stand_off_naturals_ace if ace else clauses.stand_off_naturals) or clauses.stand_off


def _compared(state: State, rules: Rulebook, bet: Bet, total: int, risk: Cents, gain: Cents) -> Fortune:
    assert state.round is not None
    clauses = rules.clauses
    dealer, _ = count(state.round.dealer)
    paid = (clauses.pays, "1.1.8.1") if bet.markers else (clauses.pays,)
    if dealer == 22 and rules.push_22:
        return Fortune(0, "stand_off", ("4.7.3",))
    if dealer > 21:
        return Fortune(gain, "win", (clauses.win_dealer_bust, *paid), EVENS)
    if total > dealer:
        return Fortune(gain, "win", (clauses.win_higher, *paid), EVENS)
    if total < dealer:
        return Fortune(-risk, "lose", (clauses.lose_lower,))
    return Fortune(0, "stand_off", (clauses.stand_off,))
