"""Cards that wait behind a face the shoe could not read: where they lie meanwhile, and where they go with their round.

Nobody deals on until a face is entered, but the cards lie on the table all the same: each is noted with its place, as
far as that can be told without a face. When the round ends before the faces are known, by a void or because everybody
has withdrawn, these leave the table with it. They stay out of the shoe, the unread ones too, and belong to no other
round; their faces may still be entered, which then deals nothing. A card beyond the places of the round came too early
and is kept as the next card (5.8).
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice, repeat
from typing import Final, NamedTuple

from controller.core.cards import CARD_INDEX, UNKNOWN
from controller.core.effects import AlertRaised, Effect
from controller.games.records.altering import altered
from controller.games.twenty_one.dealer import dealer_needs
from controller.games.twenty_one.hands import is_complete, live
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.shoe import Kept
from controller.games.twenty_one.state import BURN, DEALER, Hand, Round, State, replace_at

Place = tuple[int, int]

ON_THE_TABLE: Final = (-4, 0)
"""The place of a card that lies on a hand or the Dealer's: on which of them only the faces before it tell."""

OVER: Final = "a card of a round that is over"
"""How a sentence names a card that went unread or behind one: nobody has to have seen its face."""

NO_ROUND: Final = "no round is open, the rounds before stand."
"""What becomes of a wrong card that no round has dealt."""


class Wrong(NamedTuple):
    """What is wrong with a card that left the shoe (5.1)."""

    code: str
    text: str
    clause: str

    def alert(self, then: str) -> AlertRaised:
        """The alert of it, with what becomes of the round."""
        return AlertRaised(self.code, f"{self.text}; {then}", self.clause, "critical")


def count_out(state: State, rules: Rulebook, card: str, name: str) -> Wrong | None:
    """Counts the card as out of the shoe, at a table that is the caller's own; `name` is how a sentence names it."""
    index = CARD_INDEX[card]
    shoe = state.shoe = state.shoe.copy()
    drawn = shoe.drawn[index] + 1
    shoe.drawn = replace_at(shoe.drawn, index, drawn)
    if card[0] == "T" and not rules.tens:
        text = f"{name} does not belong to these decks"
        return Wrong("foreign_card", text, rules.irregularities.void_foreign)
    if drawn > shoe.decks:
        text = f"{name} came {drawn} times from {shoe.decks} decks"
        return Wrong("extra_card", text, rules.irregularities.void_surplus)
    return None


def overdrawn(rules: Rulebook) -> AlertRaised:
    """The alert of a card behind the Dealer's complete hand (5.7)."""
    text = "A card was drawn after the Dealer's hand was complete; it is discarded and his total stands."
    return AlertRaised("dealer_overdraw", text, rules.irregularities.overdraw)


def leave(state: State, rules: Rulebook, out: list[Effect]) -> None:
    """What waits at a place of the round that ends goes out of play with it; the table is the caller's own."""
    gone = tuple(one for one in state.waiting if one.place is not None)
    state.waiting = state.waiting[len(gone) :]  # they are the first ones
    discard(state, rules, gone, out)


def discard(state: State, rules: Rulebook, gone: tuple[Kept, ...], out: list[Effect]) -> None:
    """Cards that waited are out of play and counted, as far as their faces are known; no round is theirs."""
    for one in gone:
        if one.place == (BURN, 0):
            state.shoe = altered(state.shoe, burn_due=False)
        if one.card == UNKNOWN:
            state.shoe = altered(state.shoe, unread=state.shoe.unread + 1)
            continue
        if (wrong := count_out(state, rules, one.card, OVER)) is not None:
            out.append(wrong.alert(NO_ROUND))


def with_places(state: State, rules: Rulebook) -> State:
    """The table with its waiting cards where they lie; one that has a place keeps it as long as its round goes on."""
    if state.round is None:
        return altered(state, waiting=tuple([altered(one, place=None) for one in state.waiting]))
    taken = Counter(one.place for one in state.waiting if one.place is not None)
    if taken.total() == len(state.waiting):
        return state
    free = _without(_places(state, rules), taken)
    waiting = tuple([one if one.place else altered(one, place=next(free, None)) for one in state.waiting])
    return altered(state, waiting=waiting)


def _without(places: Iterator[Place], taken: Counter[Place]) -> Iterator[Place]:
    for place in places:
        if taken[place]:
            taken[place] -= 1
        else:
            yield place


def _places(state: State, rules: Rulebook) -> Iterator[Place]:
    """Where the next cards go, as far as no face decides it; the kept ones come before those that wait."""
    round_ = state.round
    if round_ is not None and state.shoe.burn_due:
        yield (BURN, 0)
    if round_ is not None and round_.phase not in ("betting", "settling"):
        yield from islice(_of_round(state, round_, rules), len(state.kept), None)


def _of_round(state: State, round_: Round, rules: Rulebook) -> Iterator[Place]:
    called = state.table.decisions == "called"
    next_ = round_.place if round_.awaits == "card" else None if round_.dealer else (DEALER, 0)  # 5.12
    if not round_.dealt:
        yield from _of_the_deal(round_)
    elif round_.phase == "dealer":
        yield from _of_the_dealer(state, round_, rules)
    elif next_ is not None and called and next_[0] != DEALER:
        yield from _of_the_hands(state, round_, rules)
    elif next_ is not None:
        yield next_
    if not called and not state.kept:  # each card is somebody's hit, and at last the Dealer's (contract section 10)
        yield from repeat(ON_THE_TABLE)


def _of_the_deal(round_: Round) -> Iterator[Place]:
    """What is missing of the initial deal, in its order (3.18)."""
    hands = [(index, area.hands[0]) for index, area in enumerate(round_.areas) if len(area.hands) == 1]
    playing = [(index, hand) for index, hand in hands if live(hand)]
    yield from ((index, hand.id) for index, hand in playing if not hand.cards)
    if playing and not round_.dealer:
        yield (DEALER, 0)
    yield from ((index, hand.id) for index, hand in playing if len(hand.cards) < 2 and not hand.short)


def _of_the_hands(state: State, round_: Round, rules: Rulebook) -> Iterator[Place]:
    """The card that is on its way, and those behind it for which nobody has to decide anything."""
    for index, area in enumerate(round_.areas):
        for hand in area.hands:
            if hand.done or not live(hand):
                continue
            gets_one = bool(hand.pending) or (hand.split and len(hand.cards) < 2 and not hand.short)
            if gets_one:
                yield (index, hand.id)
            if not _ends(rules, hand, with_another=gets_one):
                return
    yield from _of_the_dealer(state, round_, rules)


def _ends(rules: Rulebook, hand: Hand, *, with_another: bool) -> bool:
    """Whether the hand is complete as it is, or with another card whatever its face."""
    return hand.pending == "double" or hand.aces if with_another else is_complete(rules, hand)


def _of_the_dealer(state: State, round_: Round, rules: Rulebook) -> Iterator[Place]:
    """His draw to its end, with what he draws beyond it (5.7); one card where no more is needed (I1)."""
    if dealer_needs(state, round_, rules) == "all":
        yield from repeat((DEALER, 0))
    else:
        yield (DEALER, 0)
