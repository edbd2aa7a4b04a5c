"""Putting cards right: taking over where they in fact lie, and dealing cards anew in their order."""

from collections import Counter

from controller.core.complaints import shown
from controller.core.effects import CardShown, Effect
from controller.core.events import Layout
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.twenty_one.change import with_hand
from controller.games.twenty_one.control import hand_at
from controller.games.twenty_one.irregularities.established import Stage
from controller.games.twenty_one.shoe import Kept
from controller.games.twenty_one.state import BURN, DEALER, DISCARD, Area, Draw, Hand, Round, State


def take_over(
    state: State, round_: Round, layout: Layout | None, at: Stage, *, incomplete: bool = False
) -> tuple[State, Round]:
    """State and round with the cards where the layout has them; without one they lie as the engine has them.

    Args:
        state: a table.
        round_: its open round.
        layout: exactly the cards of the round.
        at: when the error happened; late, and the initial deal is over, whatever the count of cards says.
        incomplete: the initial deal goes on from what lies there (5.11, 5.13).

    Raises:
        Refused: the layout lacks a card of the round, holds one the round did not give, or a place it does not know.

    """
    if incomplete:
        round_ = altered(round_, dealt=False, offers_open=False)
    if layout is None:
        return state, round_
    if at.subsequent and not round_.subsequent:
        round_ = altered(round_, dealt=True, offers_open=False, subsequent=True)
    elif at.settled and not round_.dealt:
        round_ = altered(round_, dealt=True, offers_open=True)
    lists = _lists(state, round_, layout)
    listed = Counter(card for hands in lists.values() for cards in hands for card in cards)
    listed += Counter(layout.dealer) + Counter(layout.removed)
    placed = placed_cards(round_)
    hidden = face_down_cards(state.kept, round_)
    if missing := placed - listed:
        names = ", ".join("a face-down card" if hidden[card] else card for card in sorted(missing.elements()))
        raise Refused("the layout lacks {names}", None, names=names)
    more = listed - placed
    kept = _without(tuple(one.card for one in state.kept), more)
    removed = _without(round_.removed, more)
    burned = _without(state.shoe.burned, more)
    if +more:
        raise Refused("the layout holds {count} cards that this round did not give", None, count=more.total())
    areas = tuple(
        _laid(area, lists.get(index, [()] * len(area.hands)), hidden) for index, area in enumerate(round_.areas)
    )
    state = altered(state, kept=_still_kept(state.kept, kept), shoe=altered(state.shoe, burned=burned))
    return state, altered(
        round_, areas=areas, dealer=layout.dealer, removed=(*removed, *layout.removed), draws=(), dealer_done=False
    )


def placed_cards(round_: Round) -> Counter[str]:
    """The cards that lie on the hands, the Dealer's included."""
    return Counter(card for area in round_.areas for hand in area.hands for card in hand.cards) + Counter(round_.dealer)


def _lists(state: State, round_: Round, layout: Layout) -> dict[int, list[tuple[str, ...]]]:
    lists: dict[int, list[tuple[str, ...]]] = {}
    for name, cards in layout.areas.items():
        index = _area_named(state, name)
        hands = round_.areas[index].hands
        nested = [one for one in cards if isinstance(one, tuple)]
        flat = tuple(one for one in cards if isinstance(one, str))
        found = nested or [flat]
        if not hands and any(found):
            raise Refused("area {name} of the layout has no main wager: its cards belong to `removed`", None, name=name)
        if hands and len(found) != len(hands):
            raise Refused(
                "area {name} has {hands} hands, the layout {found}", None, name=name, hands=len(hands), found=len(found)
            )
        lists[index] = found if hands else []
    return lists


def _area_named(state: State, name: str) -> int:
    """The index of an area by its number as it is written, and as nothing else: no area is named twice."""
    areas = len(state.seats)
    found = next((index for index in range(areas) if name == str(index + 1)), None)
    if found is None:
        raise Refused(
            "the layout names area {name}: this table has areas 1 to {areas}", None, name=shown(name), areas=areas
        )
    return found


def _without(cards: tuple[str, ...], wanted: Counter[str]) -> tuple[str, ...]:
    """The cards that are not wanted; what was found is taken off `wanted`."""
    rest = []
    for card in cards:
        if wanted[card] > 0:
            wanted[card] -= 1
        else:
            rest.append(card)
    return tuple(rest)


def _still_kept(before: tuple[Kept, ...], cards: tuple[str, ...]) -> tuple[Kept, ...]:
    """The kept cards that the layout left where they were."""
    rest = list(cards)
    found = []
    for one in before:
        if one.card in rest:
            rest.remove(one.card)
            found.append(one)
    return tuple(found)


def face_down_cards(kept: tuple[Kept, ...], round_: Round) -> Counter[str]:
    """The cards that nobody has seen: they stay face down wherever they are laid (Blackjack 3.12)."""
    hidden = Counter(hand.cards[at] for area in round_.areas for hand in area.hands for at in hand.hidden)
    hidden.update(one.card for one in kept if one.face_down)
    return hidden


def _laid(area: Area, lists: list[tuple[str, ...]], hidden: Counter[str]) -> Area:
    hands = tuple(_relaid(hand, cards, hidden) for hand, cards in zip(area.hands, lists, strict=True))
    return altered(area, hands=hands)


def _relaid(hand: Hand, cards: tuple[str, ...], hidden: Counter[str]) -> Hand:
    if cards == hand.cards:
        return hand
    face_down = tuple(at for at, card in enumerate(cards) if hidden[card] > 0)
    pending = hand.pending
    if len(cards) > len(hand.cards):
        pending = ""
    elif hand.doubled and len(cards) == 2:
        pending = "double"
    return altered(
        hand, cards=cards, pending=pending, done="" if hand.done == "complete" else hand.done, hidden=face_down
    )


def moved_cards(before: Round, after: Round, out: list[Effect]) -> list[Effect]:
    """The open cards that lie elsewhere than before and are not shown by `out` already, for the signage."""
    lay = {(at, hand.id): hand.cards for at, area in enumerate(before.areas) for hand in area.hands}
    shown: list[Effect] = []
    for at, area in enumerate(after.areas):
        for position, hand in enumerate(area.hands, start=1):
            old = Counter(lay.get((at, hand.id), ()))
            seen = Counter(card for index, card in enumerate(hand.cards) if index not in hand.hidden)
            shown += [CardShown(card, "area", at + 1, position) for card in (seen - old).elements()]
    shown += [CardShown(card, "dealer") for card in (Counter(after.dealer) - Counter(before.dealer)).elements()]
    return [effect for effect in shown if effect not in out]


def take_back(round_: Round, count: int) -> tuple[Round, tuple[Draw, ...]]:
    """Takes the last `count` drawn cards off the places where they lie, each place waiting for its card again.

    Raises:
        Refused: one of them does not lie on top any more (a split came after it): a layout is needed.

    """
    taken: list[Draw] = []
    for _ in range(count):
        draw = round_.draws[-1]
        round_ = _lift(altered(round_, draws=round_.draws[:-1]), draw)
        taken.append(draw)
    return round_, tuple(reversed(taken))


def _lift(round_: Round, draw: Draw) -> Round:
    if draw.area == DEALER:  # his first card may be one that was missing (5.12): the initial deal is over all the same
        return altered(round_, dealer=round_.dealer[:-1], dealer_done=False)
    if draw.area == DISCARD:
        at = len(round_.removed) - 1 - round_.removed[::-1].index(draw.card)
        return altered(round_, removed=(*round_.removed[:at], *round_.removed[at + 1 :]))
    if draw.area < 0:
        raise Refused("the burned card is not dealt anew", None)
    _, hand = hand_at(round_.areas[draw.area], draw.hand)
    if not hand.cards or hand.cards[-1] != draw.card or (hand.split and len(hand.cards) == 1):
        raise Refused("the cards have been moved since: say in `layout` where they lie", None)
    cards = hand.cards[:-1]
    initial = len(cards) < 2 and not hand.split
    pending = hand.pending
    if not initial:
        pending = "double" if hand.doubled and len(cards) == 2 else "second" if len(cards) == 1 else "hit"
    if initial:
        round_ = altered(round_, dealt=False, offers_open=False)
    hidden = tuple(at for at in hand.hidden if at < len(cards))
    done = "" if hand.done == "complete" else hand.done
    return with_hand(round_, draw.area, altered(hand, cards=cards, pending=pending, done=done, hidden=hidden))


def lay_again(state: State, round_: Round, cards: tuple[str, ...], at: Stage) -> tuple[State, Round]:
    """Lays these cards on the places of all cards drawn so far, in their order; what is over is kept as the next ones.

    Places for which there is no card wait for it again. Offers that are open stay so until the subsequent deal.

    Raises:
        Refused: a hand has been split since: a layout is needed.

    """
    places = [(draw.area, draw.hand) for draw in round_.draws if draw.area not in {BURN, DISCARD}]
    burned = tuple(draw for draw in round_.draws if draw.area == BURN)
    dealt, subsequent, offers_open = round_.dealt, round_.subsequent, round_.offers_open and not at.subsequent
    unseen = face_down_cards(state.kept, round_)
    round_, _ = take_back(round_, len(round_.draws) - len(burned))
    round_ = altered(round_, dealt=dealt, subsequent=subsequent, draws=burned, offers_open=offers_open)
    kept = tuple(Kept(card, unseen[card] > 0) for card in cards[len(places) :])
    for (area, hand_id), card in zip(places, cards, strict=False):
        round_ = altered(round_, draws=(*round_.draws, Draw(card, area, hand_id)))
        if area == DEALER:
            round_ = altered(round_, dealer=(*round_.dealer, card))
            continue
        _, hand = hand_at(round_.areas[area], hand_id)
        hidden = (*hand.hidden, len(hand.cards)) if unseen[card] > 0 else hand.hidden
        hand = altered(hand, cards=(*hand.cards, card), pending="", hidden=hidden)
        round_ = with_hand(round_, area, hand)
    for area, hand_id in places[len(cards) :]:
        if area != DEALER:
            _, hand = hand_at(round_.areas[area], hand_id)
            round_ = with_hand(round_, area, altered(hand, pending="double" if hand.doubled else "hit"))
    return altered(state, kept=kept), round_
