"""Irregularities of the Community Cards: a forgotten Burnt Card (5.8), cards too early (5.9, 5.11), too many (5.10).

Cards taken back to be shuffled are forgotten and may come again; the street is dealt anew with a Burnt Card. Which
street an event means follows from the cards: the one being dealt, else the last one that lies open.
"""

from typing import Final

from controller.core.effects import Effect, RulingGiven
from controller.core.events import Irregularity
from controller.games.poker.betting.rounds import first_actor, nobody_can_bet
from controller.games.poker.cards import take_back
from controller.games.poker.irregularities.rulings import check_shoe
from controller.games.poker.state import ACTED, FOLDED, FRESH, NOBODY, PREFLOP, STREETS, Betting, Hand, State
from controller.games.records.altering import altered
from controller.games.refusal import Refused

_NUMBER: Final = {"flop": 1, "turn": 2, "river": 3}
_TOO_MANY: Final = {1: "5.10", 2: "5.10.1", 3: "5.10.2"}


def burn_missed(state: State, hand: Hand, event: Irregularity, out: list[Effect]) -> State:
    """The Burnt Card of a street was not discarded (5.8): Bets since go back (5.8.2), who has folded is out (5.8.3)."""
    check_shoe(state)
    dealing = _is_dealing(hand)
    street = hand.betting.street + dealing
    if street == PREFLOP or _has_shown(hand):
        raise Refused("No street is open whose Burnt Card could be missing.", "5.8")
    if event.reconstructable:
        text = f"Burn the first card dealt for {STREETS[street]} and move the others one place back"
        out.append(RulingGiven(event.kind, "reconstruct", "5.8", f"{text}; return the Bets of this Betting Round."))
        return state if dealing else state.with_hand(_start_again(state, hand))
    text = f"Take back the cards of {STREETS[street]}, return the Bets since, shuffle, burn a card and deal again."
    out.append(RulingGiven(event.kind, "shuffle", "5.8.1", text))
    return state.with_hand(_deal_again(state, hand, street))


def flop_exposed(state: State, hand: Hand, event: Irregularity, out: list[Effect]) -> State:
    """A Flop Card was exposed before the 1st Betting Round was completed (5.9)."""
    return _exposed(state, hand, event, 1, "5.9", out)


def community_exposed(state: State, hand: Hand, event: Irregularity, out: list[Effect]) -> State:
    """The Turn or River Card was exposed before the Betting Round before it was completed (5.11)."""
    street = _NUMBER.get(event.street or "", 0)
    return _exposed(state, hand, event, street, "5.9" if street == 1 else "5.11", out)


def too_many_community(state: State, hand: Hand, event: Irregularity, out: list[Effect]) -> State:
    """More cards than the street has were dealt before its Betting Round (5.10)."""
    check_shoe(state)
    street = _NUMBER.get(event.street or "", 0)
    rule = _TOO_MANY.get(street, "5.10")
    if not _just_dealt(hand, street):
        raise Refused(
            "Too many cards for {street} are put right before its Betting Round only.", rule, street=STREETS[street]
        )
    if event.reconstructable:
        text = f"Leave the first cards dealt for {STREETS[street]}: the one too many is the next card of the shoe."
        out.append(RulingGiven(event.kind, "reconstruct", rule, text))
        return state
    return _shuffle(state, hand, event, street, rule, out)


def _exposed(state: State, hand: Hand, event: Irregularity, street: int, rule: str, out: list[Effect]) -> State:
    check_shoe(state)
    early = hand.betting.street == street - 1 and bool(hand.deal.early)
    if not early and (not _just_dealt(hand, street) or (street == 1 and not _may_have_come_early(hand))):
        raise Refused("No card of {street} has come before its time.", rule, street=STREETS[street])
    if early and hand.phase == "betting":
        out.append(RulingGiven(event.kind, "shuffle", rule, _shuffle_text(street)))
        return state.with_hand(altered(hand, deal=take_back(hand.deal, street), came_early=False))
    return _shuffle(state, hand, event, street, rule, out)


def _may_have_come_early(hand: Hand) -> bool:
    """The Flop that lies had a card that came early, or nobody has acted before it (I26)."""
    return hand.came_early or (hand.betting.closed and ACTED not in hand.betting.marks)


def _shuffle(state: State, hand: Hand, event: Irregularity, street: int, rule: str, out: list[Effect]) -> State:
    out.append(RulingGiven(event.kind, "shuffle", rule, _shuffle_text(street)))
    return state.with_hand(_deal_again(state, hand, street))


def _shuffle_text(street: int) -> str:
    return f"Take back {STREETS[street]} and the Burnt Card, shuffle them with the rest of the deck, and go on."


def _is_dealing(hand: Hand) -> bool:
    """Cards of the next street have come."""
    return len(hand.deal.burns) > hand.betting.street + 1 or bool(hand.deal.early and hand.phase == "betting")


def _has_shown(hand: Hand) -> bool:
    """The showdown has begun; a hand shown while the board was still dealt out after an All-in is none (3.11.2 b)."""
    dealt_out = nobody_can_bet(hand.betting) and not any(hand.betting.bets)
    return bool(hand.mucked) or (hand.phase == "showdown" and bool(hand.contending) and not dealt_out)


def _just_dealt(hand: Hand, street: int) -> bool:
    """The street is being dealt, or lies open and nobody has acted on it."""
    if street == PREFLOP or _has_shown(hand):
        return False
    if hand.betting.street == street - 1:
        return hand.phase == "board" and len(hand.deal.burns) > street
    untouched = ACTED not in hand.betting.marks and not hand.betting.pending
    return hand.betting.street == street and (untouched if hand.phase == "betting" else not any(hand.betting.bets))


def _deal_again(state: State, hand: Hand, street: int) -> Hand:
    """The hand as it was when the street's Burnt Card was awaited, less what has folded since."""
    betting = hand.betting
    if betting.street < street and hand.phase == "betting":  # cards came early: the betting before them goes on
        return hand.with_deal(take_back(hand.deal, street))
    if betting.street >= street:
        betting = _refunded(state, betting, street - 1)
    return altered(
        hand, phase="board", deal=take_back(hand.deal, street), betting=betting, marker=False, came_early=False
    )


def _start_again(state: State, hand: Hand) -> Hand:
    """The street lies as it is; its Betting Round begins again."""
    betting = _refunded(state, hand.betting, hand.betting.street)
    if betting.closed:
        return hand
    return altered(hand, phase="betting", betting=first_actor(betting, len(betting.marks) - 1))


def _refunded(state: State, betting: Betting, street: int) -> Betting:
    """The Bets of the Betting Round are back in the stacks (5.8.2); those of rounds before it stay in the Pot."""
    stacks = tuple(stack + bet for stack, bet in zip(betting.stacks, betting.bets, strict=True))
    again = altered(
        betting,
        street=street,
        actor=NOBODY,
        high=0,
        last_raise=state.settings.big_blind,
        bets=(0,) * len(stacks),
        stacks=stacks,
        marks=tuple(FOLDED if mark == FOLDED else FRESH for mark in betting.marks),
        aggressor=NOBODY if any(betting.bets) else betting.aggressor,
        pending=(),
    )
    return altered(again, closed=nobody_can_bet(again))
