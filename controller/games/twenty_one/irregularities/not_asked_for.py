"""Cards that nobody asked for at a table where a card is its own hit (contract section 10).

A card too many in the initial deal looks like the first hit there. Where the error is said to have happened before the
subsequent deal (`since`), nobody has hit: such cards are the next cards, as at a table where decisions are called.
"""

from itertools import takewhile

from controller.core.events import Irregularity
from controller.games.records.altering import altered
from controller.games.twenty_one.irregularities.redeal import face_down_cards, take_back
from controller.games.twenty_one.shoe import Kept
from controller.games.twenty_one.state import DEALER, Hand, Round, State


def kept_again(state: State, round_: Round, event: Irregularity) -> tuple[State, Round]:
    """State and round without the hits that were none; as they are where somebody has split or doubled since."""
    hands = [hand for area in round_.areas for hand in area.hands]
    if state.table.decisions != "drawn" or event.since not in ("deal", "interim") or not round_.subsequent:
        return state, round_
    if any(hand.split or hand.doubled for hand in hands):
        return state, round_
    drawn = sum(1 for _ in takewhile(lambda draw: draw.area >= 0 or draw.area == DEALER, reversed(round_.draws)))
    more = sum(max(len(hand.cards) - 2, 0) for hand in hands) + max(len(round_.dealer) - 1, 0)
    unseen = face_down_cards(state.kept, round_)
    round_, taken = take_back(round_, min(drawn, more))
    areas = tuple(altered(area, hands=tuple(map(_not_acted, area.hands))) for area in round_.areas)
    kept = tuple(Kept(draw.card, unseen[draw.card] > 0) for draw in taken)
    round_ = altered(round_, areas=areas, subsequent=False, offers_open=not round_.offered)
    return altered(state, kept=(*kept, *state.kept), round=round_), round_


def _not_acted(hand: Hand) -> Hand:
    return altered(hand, acted=False, pending="")
