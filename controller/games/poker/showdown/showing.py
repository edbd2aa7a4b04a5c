"""The showdown (3.11): the marker is turned, hands are shown or mucked, and an exposed hand is folded (5.13).

Once betting is closed no decision is left, and a hand shown is valid whether the marker has been turned or not
(3.11.2 b). Who has to show first is the last to raise in the final Betting Round, else the first to bet in it, else the
first seat left of the button (3.11.2 a, c). The others show if their hand is equal or better (3.11.2 d); a hand whose
faces the table does not know is believed to be beaten when it is mucked.
"""

from controller.core.effects import CardShown, Effect, RulingGiven
from controller.core.events import Muck, Show, Showdown
from controller.games.poker.betting.out_of_turn import observe_exposed
from controller.games.poker.betting.rounds import fold, is_covered, nobody_can_bet
from controller.games.poker.cards import BIT
from controller.games.poker.flow import close_street, proceed
from controller.games.poker.showdown import pots
from controller.games.poker.showdown.ranks import strength
from controller.games.poker.showdown.settlement import settle_when_decided
from controller.games.poker.state import BOARD_SIZE, FOLDED, NOBODY, RIVER, Hand, State, hole_cards
from controller.games.records.altering import altered
from controller.games.refusal import Refused


def turn_marker(state: State, _event: Showdown, out: list[Effect]) -> State:
    """The Game Marker is turned to SHOWDOWN (1.20): accepted once betting is closed."""
    hand = state.hand
    if hand is not None and hand.phase == "betting" and is_covered(hand.betting):
        state = close_street(state, hand, out)
        hand = state.hand
    if hand is None or not hand.betting.closed:
        raise Refused("The marker is turned once the final Betting Round is completed.", "3.11")
    if hand.marker:
        raise Refused("The marker already says SHOWDOWN.")
    return settle_when_decided(state, altered(hand, marker=True), out)


def show(state: State, event: Show, out: list[Effect]) -> State:
    """Hole Cards are shown: after the betting for the showdown, before its end they are folded (5.13)."""
    hand, position = _seat_in(state, event.seat)
    if hand.phase == "initial_deal":
        raise Refused("The Hole Cards have not been dealt.", "1.22")
    if not hand.betting.closed:
        known = (
            _with_faces(state, hand, position, event.cards) if event.cards is None or len(event.cards) == 2 else None
        )
        if known is not None and "??" not in hole_cards(state.settings, known, position):
            hand = altered(known, shown=(*known.shown, position))
            _turn_over(state, hand, position, out)
        return fold_exposed(state, hand, position, out)
    if position in hand.shown:
        raise Refused("Seat {seat} has shown its hand.", seat=event.seat)
    if position in hand.mucked:
        raise Refused("Seat {seat} has given up its hand.", "1.19", seat=event.seat)
    hand = _with_faces(state, hand, position, event.cards)
    if "??" in hole_cards(state.settings, hand, position):
        raise Refused("The faces at seat {seat} are not known: say which two cards are shown.", seat=event.seat)
    hand = hand.copy()
    hand.shown = (*hand.shown, position)
    _turn_over(state, hand, position, out)
    return settle_when_decided(state, hand, out)


def muck(state: State, event: Muck, out: list[Effect]) -> State:
    """A beaten hand is given up unseen; refused to a seat that must show (3.11.2)."""
    hand, position = _seat_in(state, event.seat)
    board = hand.deal.board
    if not hand.betting.closed or len(board) < BOARD_SIZE[RIVER] or "??" in board:
        raise Refused("A hand is given up at the showdown, once the board lies open; before, it is folded.", "3.11")
    if position in hand.shown or position in hand.mucked:
        raise Refused("Seat {seat} has decided already.", seat=event.seat)
    if position == first_to_show(hand):
        raise Refused(
            "Seat {seat} must show its hand first.", "3.11.2(a)" if was_bet(hand) else "3.11.2(c)", seat=event.seat
        )
    if not hand.contending:
        first = hand.order[first_to_show(hand)]
        raise Refused("Seat {first} shows first; then seat {seat} decides.", "3.11.2", first=first, seat=event.seat)
    if must_show(state, hand, position):
        raise Refused("The hand of seat {seat} is not beaten: it must be shown.", "3.11.2(d)", seat=event.seat)
    return settle_when_decided(state, altered(hand, mucked=(*hand.mucked, position)), out)


def first_to_show(hand: Hand) -> int:
    """The position that 3.11.2 a and c oblige to show first."""
    betting = hand.betting
    if was_bet(hand):
        return betting.aggressor
    return next(position for position, mark in enumerate(betting.marks) if mark != FOLDED)


def must_show(state: State, hand: Hand, position: int) -> bool:
    """Whether the hand is known to be equal to the best shown for one of its Pots, or better (3.11.2 d, 4.6.2)."""
    hole = hole_cards(state.settings, hand, position)
    if "??" in hole:
        return False
    board = hand.deal.board
    own = strength(hole, board)
    for pot in pots.build(state.settings, hand, pots.stakes(hand).live):
        shown = [other for other in pot.eligible if other in hand.contending]
        if position in pot.eligible and shown:
            best = min(strength(hole_cards(state.settings, hand, other), board) for other in shown)
            if own <= best:
                return True
    return False


def fold_exposed(state: State, hand: Hand, position: int, out: list[Effect]) -> State:
    """Hole Cards exposed before the final Betting Round is completed are folded (5.13)."""
    seat = hand.order[position]
    out.append(RulingGiven("hole_exposed", "fold", "5.13", f"Take in the cards of seat {seat}: they are folded."))
    betting = hand.betting
    if betting.pending:
        betting = observe_exposed(betting, position)
    betting = fold(betting, position)
    if hand.phase != "betting" and nobody_can_bet(betting):
        betting = altered(betting, closed=True)
    return proceed(state, hand.with_betting(betting), out)


def was_bet(hand: Hand) -> bool:
    """Whether the last Betting Round that had betting was begun or raised by who is still in."""
    aggressor = hand.betting.aggressor
    return aggressor != NOBODY and hand.betting.marks[aggressor] != FOLDED


def _seat_in(state: State, seat: int) -> tuple[Hand, int]:
    hand = state.hand
    if hand is None:
        raise Refused("No Round of play is in progress.")
    if seat not in hand.order:
        raise Refused("Seat {seat} is not in this round.", seat=seat)
    position = hand.order.index(seat)
    if hand.betting.marks[position] == FOLDED:
        raise Refused("Seat {seat} has folded.", "1.19", seat=seat)
    return hand, position


def _with_faces(state: State, hand: Hand, position: int, cards: tuple[str, ...] | None) -> Hand:
    """The hand with the faces that were read out at a show, checked against what is known."""
    if cards is None:
        return hand
    seat = hand.order[position]
    if len(cards) != 2 or "??" in cards or cards[0] == cards[1]:
        raise Refused("Seat {seat} shows two different cards with their faces.", seat=seat)
    known = [card for card in hole_cards(state.settings, hand, position) if card != "??"]
    if any(card not in cards for card in known):
        raise Refused(
            "The shoe gave seat {seat} other cards than those read out: read again, or correct the card.", seat=seat
        )
    unknown = [card for card in cards if card not in known]
    if any(hand.deal.seen & BIT[card] for card in unknown):
        raise Refused(
            "A card read out for seat {seat} is already out in this round: read again, or report `extra_card`.",
            "2.2.1",
            seat=seat,
        )
    deal = hand.deal
    first, second = (
        (2 * position, 2 * position + 1) if state.settings.shuffler else (position, len(hand.order) + position)
    )
    holes = list(deal.holes)
    if known != list(cards):
        holes[first], holes[second] = cards if not known else (*known, *unknown)
    seen = deal.seen
    for card in unknown:
        seen |= BIT[card]
    return hand.with_deal(altered(deal, holes=tuple(holes), seen=seen))


def _turn_over(state: State, hand: Hand, position: int, out: list[Effect]) -> None:
    seat = hand.order[position]
    out.extend([CardShown(card, "seat", area=seat) for card in hole_cards(state.settings, hand, position)])
