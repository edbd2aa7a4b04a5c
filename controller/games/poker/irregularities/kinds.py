"""Section 5 as events: which room answers which kind, and what makes a round Void whatever has happened in it."""

from collections.abc import Callable
from typing import Final

from controller.core.effects import Effect, RulingGiven
from controller.core.events import RANK, Irregularity, RoundVoid
from controller.games.poker.irregularities import board, deal
from controller.games.poker.irregularities.rulings import position_of, void_by
from controller.games.poker.showdown.settlement import void
from controller.games.poker.showdown.showing import fold_exposed
from controller.games.poker.state import FOLDED, Hand, State
from controller.games.refusal import Refused

_DECK: Final = {
    "foreign_card": "5.2.1",
    "extra_card": "5.2.2",
    "missing_card": "5.2.2",
    "insufficient_cards": "5.2.3",
    "unshuffled": "5.2.4",
}
"""What is wrong with the deck itself: the current round is Void, all earlier ones stand (5.2)."""


def report(state: State, event: Irregularity, out: list[Effect]) -> State:
    """Something of section 5 has been noticed."""
    kind, hand = event.kind, state.hand
    if kind == "other":
        return _other(state, event, out)
    rule = _RULES.get(kind)
    if rule is None and kind not in _DECK:
        raise Refused("Poker knows no irregularity of kind `{kind}`.", kind=kind)
    if rule is None and hand is None:
        text = "Change the deck before the next round; the settlement of the last one stands."
        out.append(RulingGiven(kind, "record", "5.2", text))
        return state
    if hand is None:
        raise Refused("No Round of play is in progress.")
    if rule is None:
        return void_by(state, hand, event, _DECK[kind], "take in all cards, put the deck right and shuffle", out)
    return rule(state, hand, event, out)


def void_round(state: State, event: RoundVoid, out: list[Effect]) -> State:
    """A supervisor's ruling makes the round Void."""
    if RANK[event.authority] < RANK["pit_supervisor"]:
        raise Refused("A round is made Void by a Pit Supervisor or above.", "5.16")
    if state.hand is None:
        raise Refused("No Round of play is in progress.")
    text = "The round is Void: take in all cards, and return every Bet of this round."
    out.append(RulingGiven(event.type, "void", "5.14", text))
    return void(state, state.hand, "5.14", out)


def _other(state: State, event: Irregularity, out: list[Effect]) -> State:
    if RANK[event.authority] < RANK["shift_manager"]:
        raise Refused("What the rules do not provide for is decided by the Table Game Shift Manager or above.", "5.16")
    text = "The decision of the Table Game Shift Manager is on record: act by it."
    out.append(RulingGiven(event.kind, "record", "5.16", text))
    return state


def _power_failure(state: State, hand: Hand, event: Irregularity, out: list[Effect]) -> State:
    """Void unless a Bet has been lost already, by a Fold of a seat with chips in the Pot (5.1)."""
    seats = zip(hand.betting.marks, hand.brought, hand.betting.stacks, strict=True)
    if any(mark == FOLDED and stack < brought for mark, brought, stack in seats):
        text = "A Bet has been lost already: go on and conclude the round."
        out.append(RulingGiven(event.kind, "continue", "5.1.1", text))
        return state
    return void_by(state, hand, event, "5.1.2", "no Bet has been won or lost, take in all cards", out)


def _hole_exposed(state: State, hand: Hand, event: Irregularity, out: list[Effect]) -> State:
    """A player exposed his Hole Cards: folded, unless no decision is left (5.13, 3.11.2 b)."""
    position = position_of(hand, event.seat)
    if hand.betting.marks[position] == FOLDED:
        raise Refused("Seat {seat} has folded.", "1.19", seat=event.seat)
    if hand.phase == "initial_deal":
        raise Refused("The Hole Cards are still being dealt: report `face_up_card` or `hole_cards_exposed`.", "5.13")
    if hand.betting.closed:
        text = f"No decision is left: the hand of seat {event.seat} is valid, go on."
        out.append(RulingGiven(event.kind, "continue", "3.11.2(b)", text))
        return state
    return fold_exposed(state, hand, position, out)


_RULES: Final[dict[str, Callable[[State, Hand, Irregularity, list[Effect]], State]]] = {
    "power_failure": _power_failure,
    "hole_cards_exposed": deal.hole_cards_exposed,
    "wrong_hole_count": deal.wrong_hole_count,
    "hand_left_out": deal.hand_left_out,
    "extra_hand": deal.extra_hand,
    "face_up_card": deal.face_up_card,
    "first_burn_missed": deal.first_burn_missed,
    "burn_missed": board.burn_missed,
    "flop_exposed": board.flop_exposed,
    "too_many_community": board.too_many_community,
    "community_exposed": board.community_exposed,
    "hole_exposed": _hole_exposed,
}
