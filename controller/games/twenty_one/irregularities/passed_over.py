"""A player passed over in the subsequent deal: his hand stands, or he acts and the cards given since are the next ones.

Which of the two is said by the clauses that call this (5.17, 5.18; Blackjack 5.9).
"""

from controller.games.records.altering import altered
from controller.games.twenty_one.irregularities.redeal import face_down_cards, take_back
from controller.games.twenty_one.shoe import Kept
from controller.games.twenty_one.state import BURN, DISCARD, Area, Hand, Round, State


def drawn_after(round_: Round, index: int) -> list[int]:
    """The areas after this one that have drawn."""
    return [at for at, area in enumerate(round_.areas) if at > index and _has_drawn(area)]


def _has_drawn(area: Area) -> bool:
    return len(area.hands) > 1 or any(len(hand.cards) > 2 for hand in area.hands)


def stood(area: Area) -> Area:
    """The area with its hands as if they had been stood on."""
    return altered(area, hands=tuple(hand if hand.done else altered(hand, done="stand") for hand in area.hands))


def let_act(state: State, round_: Round, index: int, *, lift: bool) -> State:
    """The hands from this area on act (again); with `lift` the cards given after it are the next ones again."""
    if lift:
        state, round_ = _lift_after(state, round_, index)
    areas = tuple(_reopened(area) if at >= index else area for at, area in enumerate(round_.areas))
    return state.with_round(altered(round_, areas=areas))


def _reopened(area: Area) -> Area:
    return altered(area, hands=tuple(_reopened_hand(hand) for hand in area.hands))


def _reopened_hand(hand: Hand) -> Hand:
    if hand.split or hand.doubled:
        return hand
    return altered(hand, done="" if hand.done == "stand" else hand.done, pending="")


def _lift_after(state: State, round_: Round, index: int) -> tuple[State, Round]:
    """The cards given to hands after this area, the Dealer's too, are the next cards again."""
    count = 0
    for draw in reversed(round_.draws):
        if draw.area == BURN or 0 <= draw.area <= index:
            break
        count += 1
    later = [area.hands for area in round_.areas[index + 1 :]]
    in_deal = sum(min(len(hand.cards), 2) for hands in later for hand in hands[:1])
    beyond = sum(len(hand.cards) for hands in later for hand in hands) - in_deal
    beyond += max(len(round_.dealer) - 1, 0) + sum(draw.area == DISCARD for draw in round_.draws)
    unseen = face_down_cards(state.kept, round_)
    round_, taken = take_back(round_, min(count, beyond))
    kept = tuple(Kept(draw.card, unseen[draw.card] > 0) for draw in taken)
    return altered(state, kept=(*kept, *state.kept)), round_
