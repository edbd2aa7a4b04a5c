"""An action at the table: in turn it is checked and made, out of turn it is a fact with a ruling (5.12)."""

from controller.core.effects import Effect
from controller.core.events import PokerAction
from controller.games.poker.betting import out_of_turn
from controller.games.poker.betting.rounds import FOLD, fold, is_covered, put_in, total_of
from controller.games.poker.flow import close_street, proceed
from controller.games.poker.state import FOLDED, NOBODY, Hand, State
from controller.games.records.altering import altered
from controller.games.refusal import Refused


def act(state: State, event: PokerAction, out: list[Effect]) -> State:
    """Fold, check, bet, call, raise or go All-in (1.2, 1.4, 1.9, 1.11, 1.19, 1.32)."""
    hand = state.hand
    if hand is None or hand.phase != "betting":
        if hand is not None and _is_waived_check(hand, event):
            return state.with_hand(hand.with_betting(altered(hand.betting, waived=NOBODY)))
        raise Refused("No action is expected: no Betting Round is in progress.", "1.5")
    if event.seat not in hand.order:
        raise Refused("Seat {seat} is not in this round.", seat=event.seat)
    position = hand.order.index(event.seat)
    betting = hand.betting
    if betting.marks[position] == FOLDED:
        raise Refused("Seat {seat} has folded.", "1.19", seat=event.seat)
    if not betting.stacks[position]:
        raise Refused("Seat {seat} is All-in and places no further bets.", "3.12.1", seat=event.seat)
    if position != betting.actor:
        betting = out_of_turn.record(state.settings, betting, position, event, out)
        return state.with_hand(hand.with_betting(betting))
    if event.action == "check" and is_covered(betting):
        return close_street(state, hand, out)
    total = total_of(state.settings, betting, position, event.action, event.amount)
    before = betting.bets[position]
    waiting = betting.pending
    if waiting:
        out_of_turn.check_bond(betting, position, total)
        if total == FOLD:
            betting = out_of_turn.forfeit(betting, position, event.seat, out)
        betting = out_of_turn.observe(out_of_turn.without(betting, position), position, total, before)
    betting = fold(betting, position) if total == FOLD else put_in(betting, position, total)
    return proceed(state, hand.with_betting(betting), out)


def _is_waived_check(hand: Hand, event: PokerAction) -> bool:
    """The last seat with chips checks, though nobody could answer a bet: the street has closed already."""
    waived = hand.betting.waived
    return event.action == "check" and waived != NOBODY and hand.order[waived] == event.seat and not hand.marker
