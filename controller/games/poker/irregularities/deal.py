"""Irregularities of the Initial Deal (5.2.5 to 5.2.7, 5.7) and a card found face up (5.3).

A Reconstruction (1.34) changes nothing here: every card that left the shoe was a `card`, also one dealt wrongly, and
lies where it should have gone. It is the cards on the table that are put right.
"""

from controller.core.cards import UNKNOWN
from controller.core.effects import Effect, RulingGiven
from controller.core.events import Irregularity
from controller.games.poker.cards import BIT
from controller.games.poker.irregularities.rulings import check_shoe, position_of, void_by
from controller.games.poker.state import ACTED, BOARD_SIZE, FRESH, NOBODY, PREFLOP, Deal, Hand, State, replace_at
from controller.games.records.altering import altered
from controller.games.refusal import Refused

TAKE_IN = "take in all cards"


def hole_cards_exposed(state: State, hand: Hand, event: Irregularity, out: list[Effect]) -> State:
    """Two or more cards exposed in the Initial Deal: Void, whether they can be Reconstructed or not (5.2.5)."""
    if not event.seats:
        raise Refused("Say at which seats the cards were exposed.", "5.2.5")
    for seat in event.seats:
        position_of(hand, seat)
    return void_by(state, hand, event, "5.2.5", TAKE_IN, out)


def wrong_hole_count(state: State, hand: Hand, event: Irregularity, out: list[Effect]) -> State:
    """A player has too few cards or too many: Void if anybody has seen any card (5.2.6), else put right."""
    position_of(hand, event.seat)
    if event.looked:
        return void_by(state, hand, event, "5.2.6", TAKE_IN, out)
    text = f"Give seat {event.seat} its cards in the order in which they came; a card beyond the deal is the next."
    out.append(RulingGiven(event.kind, "reconstruct", "5.2.6", text))
    return state


def hand_left_out(state: State, hand: Hand, event: Irregularity, out: list[Effect]) -> State:
    """A player dealt in got no cards (5.2.7)."""
    position_of(hand, event.seat)
    return _hand_count(state, hand, event, f"Move the cards so that seat {event.seat} has its own", out)


def extra_hand(state: State, hand: Hand, event: Irregularity, out: list[Effect]) -> State:
    """Cards lie at a seat that is not in the round (5.2.7)."""
    seat = event.seat
    if seat is None or not 1 <= seat <= state.settings.seats:
        raise Refused("This table has seats 1 to {seats}, not {seat}.", seats=state.settings.seats, seat=seat)
    if seat in hand.order:
        raise Refused("Seat {seat} is in this round: its hand is not an extra one.", "5.2.7", seat=seat)
    text = f"Take the cards from seat {seat}; those beyond the deal are the next cards"
    return _hand_count(state, hand, event, text, out)


def _hand_count(state: State, hand: Hand, event: Irregularity, text: str, out: list[Effect]) -> State:
    if event.looked:
        return void_by(state, hand, event, "5.2.7(b)", TAKE_IN, out)
    if not event.reconstructable:
        return void_by(state, hand, event, "5.2.7(a)", TAKE_IN, out)
    out.append(RulingGiven(event.kind, "reconstruct", "5.2.7", f"{text}, all in the order in which they came."))
    return state


def first_burn_missed(state: State, hand: Hand, event: Irregularity, out: list[Effect]) -> State:
    """The first card was not burned: every card goes one place back, or the round is Void (5.7)."""
    check_shoe(state)
    if event.looked or not event.reconstructable:
        return void_by(state, hand, event, "5.7", TAKE_IN, out)
    text = "Burn the first card and move every other card one place back, then deal on."
    out.append(RulingGiven(event.kind, "reconstruct", "5.7", text))
    return state


def face_up_card(state: State, hand: Hand, event: Irregularity, out: list[Effect]) -> State:
    """The exposed card is discarded and the next one lies in its place (5.3).

    It is the last card dealt, in the Initial Deal also another one by its face. A second one there makes two exposed
    cards, and the round Void (5.2.5).
    """
    check_shoe(state)
    marks, street = hand.betting.marks, hand.betting.street
    dealing_next = len(hand.deal.burns) > street + 1
    if hand.deal.early:
        changed = _discard_early(hand, event)
    elif hand.phase == "initial_deal" or (street == PREFLOP and marks == (FRESH,) * len(marks) and not dealing_next):
        changed = _discard_hole(hand, event)
        if changed.deal.exposed_holes > 1:
            return void_by(state, hand, event, "5.2.5", TAKE_IN, out)
    elif dealing_next or _untouched(hand):
        changed = _discard_community(hand, event)
    else:
        raise Refused("A Player has acted on the cards since: the Table Game Shift Manager decides.", "5.16")
    out.append(
        RulingGiven(
            event.kind, "discard", "5.3", "Discard the exposed card; the next card of the shoe takes its place."
        )
    )
    return state.with_hand(changed)


def _untouched(hand: Hand) -> bool:
    """Nobody has acted or shown since the last Community Card."""
    if hand.betting.street == PREFLOP or hand.contending or hand.mucked:
        return False
    if hand.phase == "betting":
        return ACTED not in hand.betting.marks and not hand.betting.pending
    return hand.betting.closed and not any(hand.betting.bets)


def _discard_early(hand: Hand, event: Irregularity) -> Hand:
    deal = hand.deal
    return hand.with_deal(_out_of_the_round(altered(deal, early=deal.early[:-1]), deal.early[-1], event))


def _discard_hole(hand: Hand, event: Irregularity) -> Hand:
    deal = hand.deal
    if not deal.burns:
        raise Refused("No card has been dealt.", "5.3")
    if not deal.holes:
        return hand.with_deal(_out_of_the_round(altered(deal, burns=()), deal.burns[0], event))
    last = len(deal.holes) - 1
    index = deal.holes.index(event.card) if event.card and event.card in deal.holes else last
    card = deal.holes[index]
    holes = deal.holes[:last] if index == last else replace_at(deal.holes, index, "")
    deal = _out_of_the_round(altered(deal, holes=holes, exposed_holes=deal.exposed_holes + 1), card, event)
    return altered(hand, phase="initial_deal", deal=deal)


def _discard_community(hand: Hand, event: Irregularity) -> Hand:
    deal, betting = hand.deal, hand.betting
    if len(deal.burns) > betting.street + 1:  # the next street is being dealt
        if len(deal.board) > BOARD_SIZE[betting.street]:
            deal = _out_of_the_round(altered(deal, board=deal.board[:-1]), deal.board[-1], event)
        else:
            deal = _out_of_the_round(altered(deal, burns=deal.burns[:-1]), deal.burns[-1], event)
        return hand.with_deal(deal)
    deal = _out_of_the_round(altered(deal, board=deal.board[:-1]), deal.board[-1], event)
    betting = altered(betting, street=betting.street - 1, actor=NOBODY)
    return altered(hand, phase="board", deal=deal, betting=betting)


def _out_of_the_round(deal: Deal, card: str, event: Irregularity) -> Deal:
    """The deal with the card among the discards, by the face that was seen."""
    face = event.card or card
    if card not in {face, UNKNOWN}:
        raise Refused("The card named is not one that can be discarded now.", "5.3")
    if card == UNKNOWN and deal.seen & BIT[face]:
        raise Refused("The card named is already out in this round: read again, or report `extra_card`.", "2.2.1")
    return altered(deal, discards=(*deal.discards, face), seen=deal.seen | BIT[face])
