"""Doubling: for money, free with a marker, and the doubled portion taken back (3.25; Free Bet 3.26; Blackjack 3.22)."""

from controller.core.events import Decision
from controller.core.money import Cents
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.twenty_one.change import with_bet, with_hand
from controller.games.twenty_one.control import bet_of, hand_at, require_control, wager_of
from controller.games.twenty_one.hands import may_double_free, total_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Bet, Following, Hand, Round, State


def double(state: State, round_: Round, rules: Rulebook, index: int, hand: Hand, player: str, event: Decision) -> Round:
    """The player in control doubles on his first two cards."""
    clauses = rules.clauses
    if hand.aces:
        raise Refused("split Aces may not be doubled", clauses.double_aces)
    if len(hand.cards) != 2 or hand.pending:
        clause = clauses.double_split if hand.split else clauses.double_first
        raise Refused("a hand is doubled on its first two cards only", clause)
    bet = wager_of(rules, hand, player, event.area)
    free = event.action == "free_double"
    joined = doubled_bet(state, rules, hand, bet, event.amount, free=free)
    hand = with_bet(hand, joined)
    hand.doubled = True
    hand.pending = "double"
    hand.acted = True
    round_ = with_hand(round_, index, hand)
    round_.following = Following(index, hand.id, 0, free)
    round_.pause = True
    return round_


def doubled_bet(state: State, rules: Rulebook, hand: Hand, bet: Bet, amount: Cents | None, *, free: bool) -> Bet:
    """The wager as it joins the double, free or for money.

    Raises:
        Refused: the hand is not doubled free, or the amount is no chips, too little or too much.

    """
    clauses = rules.clauses
    if free:
        if amount is not None:
            raise Refused("a free double takes no amount", clauses.free_double)
        if not may_double_free(rules, hand):
            raise Refused("only two cards with a hard total of 9, 10 or 11 are doubled free", clauses.free_double)
        return altered(bet, markers=bet.markers + 1, joined=True)
    limits = state.table.limits.get("main") if rules.double_least_is_minimum else None
    least = limits[0] if limits is not None else state.table.chip
    added = bet.original if amount is None else amount
    if added > bet.original:
        raise Refused(
            "a double of {added} is over the original wager of {original}",
            clauses.double_most,
            added=added,
            original=bet.original,
        )
    if added < least:
        raise Refused(
            "a double of {added} is under the least of {least}", clauses.double_least, added=added, least=least
        )
    if added % state.table.chip:
        raise Refused("{added} is no multiple of the chip, {chip}", None, added=added, chip=state.table.chip)
    return altered(bet, added=added, joined=True)


def rescue(state: State, round_: Round, rules: Rulebook, index: int, event: Decision) -> Round:
    """The doubled portion comes back and the original is lost (Pontoon 3.25.8)."""
    clause = rules.clauses.double_stays
    if event.action not in rules.actions:
        raise Refused("a double is not withdrawn in {title}", clause, title=rules.title)
    at = round_.rescuable
    if at is None or at[0] != index:
        raise Refused("there is no double on area {area} that could be withdrawn now", clause, area=event.area)
    _, hand = hand_at(round_.areas[index], at[1])
    if total_of(rules, hand)[0] >= 21:
        raise Refused("a double is withdrawn on a point total of less than 21 only", clause)
    player = event.player or require_control(state, round_, rules, index, hand, None)
    bet = bet_of(hand, player)
    if bet is None or not bet.joined or bet.fate != "":
        raise Refused("{player} has no doubled wager on this hand", clause, player=player)
    return with_hand(round_, index, with_bet(hand, altered(bet, fate="rescued")))
