"""Main wagers at the end of a round: win, lose, stand off, by the point totals and the naturals (section 4).

Each game reads the same ladder from the top: what was given up, what is bust, what is paid at once, what a Dealer's
natural takes, then the comparison of totals.
"""

from typing import NamedTuple

from controller.core.money import EVENS, Cents, Odds
from controller.core.outcomes import LedgerLine, LineResult
from controller.games.records.altering import altered
from controller.games.twenty_one.betting.limits import counted_double, counted_main, limit_clauses, refunded
from controller.games.twenty_one.dealer import dealer_natural, surrender_waits
from controller.games.twenty_one.hands import count, is_natural, total_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.pay_lines import pay_line
from controller.games.twenty_one.state import Bet, Hand, Round, State


class Fortune(NamedTuple):
    """What became of one wager on one hand."""

    net: Cents
    result: LineResult
    rules: tuple[str, ...]
    odds: Odds | None = None


def main_lines(
    state: State, round_: Round, rules: Rulebook, index: int, bonuses: dict[str, tuple[Cents, tuple[str, ...]]]
) -> list[LedgerLine]:
    """The lines of an area's main wagers, each followed by its Super Bonus."""
    area = round_.areas[index]
    counted = {bet.player: counted_main(state, rules, area, bet) for bet in area.mains}
    left = dict(counted)
    """What a Dealer's natural may still take of each player on this area together (I7)."""
    lines = []
    for position, hand in enumerate(area.hands, start=1):
        for bet in hand.bets:
            cut = altered(bet, added=counted_double(state, rules, area, bet)) if bet.added else bet
            fortune = _fortune(state, round_, rules, hand, cut, counted[bet.player], left)
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


def wins_on(state: State, round_: Round, rules: Rulebook, hand: Hand, bet: Bet) -> bool:
    """Whether this wager wins on this hand."""
    return _fortune(state, round_, rules, hand, bet, bet.original, {bet.player: bet.original}).result == "win"


def _fortune(
    state: State, round_: Round, rules: Rulebook, hand: Hand, bet: Bet, original: Cents, left: dict[str, Cents]
) -> Fortune:
    clauses = rules.clauses
    base = original if bet.stake else 0
    risk = base + bet.added
    gain = risk + bet.markers * original
    """A marker pays the value of the original wager (Free Bet 1.1.8.1)."""
    if is_returned(state, rules, hand, bet):
        return Fortune(0, "returned", (_why_returned(state, rules, bet),))
    if bet.fate == "rescued":  # Pontoon 3.25.8
        return Fortune(-base, "lose", _cited(clauses.rescue))
    if bet.fate == "surrendered":
        return _surrendered(state, round_, rules, base)
    if bet.fate == "even_money":
        return Fortune(base, "win", _cited(clauses.even_money), EVENS)
    total, _ = total_of(rules, hand)
    if total > 21:
        return Fortune(-risk, "lose", tuple(dict.fromkeys((clauses.bust, clauses.lose_bust))))
    if rules.twenty_one_wins_at_once and total == 21:
        return _paid_at_once(rules, hand, gain)
    natural = is_natural(hand)
    if dealer_natural(round_):
        return _against_natural(state, round_, rules, hand, bet, natural, base, risk, left)
    if natural:
        return Fortune(rules.odds_natural.pay(base), "win", _natural_wins(round_, rules), rules.odds_natural)
    return _compared(round_, rules, bet, total, risk, gain)


def _cited(*clauses: str | None) -> tuple[str, ...]:
    """Those that the document has."""
    return tuple(clause for clause in clauses if clause is not None)


def _why_returned(state: State, rules: Rulebook, bet: Bet) -> str:
    if refunded(state, rules, bet):
        return rules.clauses.under_minimum
    return bet.clause or rules.irregularities.not_dealt


def _surrendered(state: State, round_: Round, rules: Rulebook, base: Cents) -> Fortune:
    clauses = rules.clauses
    if surrender_waits(state, round_, rules) and dealer_natural(round_):  # Pontoon 3.24.2, I12 `void`
        return Fortune(-base, "lose", _cited(clauses.surrender_void, None if rules.surrender_waits else "I12"))
    return Fortune(-(base // 2), "surrendered", (clauses.surrender_settled,))


def _paid_at_once(rules: Rulebook, hand: Hand, gain: Cents) -> Fortune:
    """Pontoon and 21 at a Pontoon table (3.19, 3.29, 4.1); a doubled hand is paid 1 to 1 only (4.1.1.4, I5)."""
    clauses = rules.clauses
    if hand.doubled:
        return Fortune(gain, "win", _cited(clauses.complete, clauses.win_doubled), EVENS)
    if is_natural(hand):
        return Fortune(rules.odds_natural.pay(gain), "win", (clauses.natural, clauses.pays), rules.odds_natural)
    odds = pay_line(hand.cards)
    return Fortune(odds.pay(gain), "win", (clauses.complete, clauses.pays), odds)


def _against_natural(
    state: State,
    round_: Round,
    rules: Rulebook,
    hand: Hand,
    bet: Bet,
    natural: bool,
    base: Cents,
    risk: Cents,
    left: dict[str, Cents],
) -> Fortune:
    """What the Dealer's Pontoon or Blackjack takes (4.4.3, 4.5.1, I4, I7, I18)."""
    clauses, readings = rules.clauses, state.table.readings
    if natural:
        return Fortune(0, "stand_off", (_naturals_stand_off(round_, rules),))
    if readings.get("I4") == "each":
        cited = (clauses.lose_doubled, "I4") if hand.doubled else (clauses.lose_natural,)
        return Fortune(-base, "lose", cited)
    alone = not hand.split and not hand.doubled
    reading = readings.get("I18") if alone and total_of(rules, hand)[0] == 21 else None
    if reading == "stand_off":
        return Fortune(0, "stand_off", (clauses.stand_off, "I18"))
    taken = min(risk, left[bet.player])
    left[bet.player] -= taken
    if alone:
        return Fortune(-taken, "lose", (clauses.lose_natural,) if reading is None else (clauses.lose_natural, "I18"))
    clause = clauses.lose_split if hand.split else clauses.lose_doubled
    if hand.split and hand.doubled:
        clause = clauses.lose_split_doubled
    cited = (clause, "I4" if "I4" in readings else "I7")
    return Fortune(-taken, "lose" if taken or not risk else "returned", cited)


def _natural_wins(round_: Round, rules: Rulebook) -> tuple[str, ...]:
    """The clauses by which a Blackjack is paid (Free Bet 3.19, 4.4.1, 4.4.4; Blackjack 3.15)."""
    clauses = rules.clauses
    won = clauses.win_natural_22 if rules.push_22 and count(round_.dealer)[0] == 22 else clauses.win_natural
    return _cited(clauses.natural, won, clauses.pays)


def _naturals_stand_off(round_: Round, rules: Rulebook) -> str:
    """The clause by which two naturals stand off; the document may have one of its own for the Dealer's Ace."""
    clauses = rules.clauses
    ace = round_.dealer[0][0] == "A"
    return (clauses.stand_off_naturals_ace if ace else clauses.stand_off_naturals) or clauses.stand_off


def _compared(round_: Round, rules: Rulebook, bet: Bet, total: int, risk: Cents, gain: Cents) -> Fortune:
    clauses = rules.clauses
    dealer, _ = count(round_.dealer)
    paid = _cited(clauses.pays, clauses.marker_pays if bet.markers else None)
    if dealer == 22 and rules.push_22:  # Free Bet 4.7.3
        return Fortune(0, "stand_off", _cited(clauses.push_22))
    if dealer > 21:
        return Fortune(gain, "win", (clauses.win_dealer_bust, *paid), EVENS)
    if total > dealer:
        return Fortune(gain, "win", (clauses.win_higher, *paid), EVENS)
    if total < dealer:
        return Fortune(-risk, "lose", (clauses.lose_lower,))
    return Fortune(0, "stand_off", (clauses.stand_off,))
