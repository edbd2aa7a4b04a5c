"""Two or more cards drawn at once, their order unknown (5.23; Blackjack 5.12)."""

from collections import Counter

from controller.core.effects import Effect, RulingGiven
from controller.core.events import RANK, Irregularity
from controller.games.refusal import Refused
from controller.games.twenty_one.change import with_hand
from controller.games.twenty_one.control import hand_at
from controller.games.twenty_one.flow import advance
from controller.games.twenty_one.hands import is_complete
from controller.games.twenty_one.irregularities.redeal import face_down_cards, take_back
from controller.games.twenty_one.irregularities.withdrawal import allow_withdrawal
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import DEALER, Draw, Kept, State


def simultaneous_draw(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """The last cards came at once: their order is settled by the clause, and they are dealt anew in it."""
    cards, disclosed, chosen = event.cards or (), event.disclosed or (), event.chosen
    _check(cards, disclosed, chosen)
    round_ = state.round
    assert round_ is not None
    from_kept = min(len(cards), len(state.kept))
    from_places = len(cards) - from_kept
    last = tuple(one.card for one in state.kept[len(state.kept) - from_kept :])
    if from_places > len(round_.draws):
        raise Refused("these are not the last cards that came", None)
    last = (*(draw.card for draw in round_.draws[len(round_.draws) - from_places :]), *last)
    if sorted(last) != sorted(cards):
        raise Refused("the cards named are not the last ones that came", None)
    unseen = face_down_cards(state) - Counter(disclosed)
    state, taken = take_back(state, from_places)
    state = state._replace(kept=state.kept[: len(state.kept) - from_kept])
    if taken and taken[0].area == DEALER:
        return _on_dealer(state, rules, event, out)
    return _on_player(state, rules, event, out, taken, unseen)


def _check(cards: tuple[str, ...], disclosed: tuple[str, ...], chosen: tuple[str, ...] | None) -> None:
    if len(cards) < 2:
        raise Refused("a simultaneous draw is of two cards or more", None)
    for name, some in (("disclosed", disclosed), ("chosen", chosen or ())):
        rest = list(cards)
        for card in some:
            if card not in rest:
                raise Refused(f"a card of `{name}` is none of the cards drawn", None)
            rest.remove(card)


def _ordered(cards: tuple[str, ...], first: tuple[str, ...]) -> tuple[str, ...]:
    """The cards, the first ones first and the rest in their order."""
    rest = list(cards)
    for card in first:
        rest.remove(card)
    return (*first, *rest)


def _on_player(
    state: State,
    rules: Rulebook,
    event: Irregularity,
    out: list[Effect],
    taken: tuple[Draw, ...],
    unseen: Counter[str],
) -> State:
    cards, disclosed, chosen = event.cards or (), event.disclosed or (), event.chosen
    choice = "5.12"
    open_rest = False
    if not rules.house_options:
        choice = ("5.23.1", "5.23.2")[len(disclosed)] if len(disclosed) < 2 else "5.23.3"
        open_rest = len(disclosed) > 1
    if choice == "5.23.2":
        first = disclosed
        text = "The disclosed card is the next card; the others follow as the next ones."
    elif choice == "5.23.3":
        first = chosen or ()
        text = "The player has chosen what he receives; offer the rest to the next player, and burn what he refuses."
    else:
        first = (chosen or cards)[:1]
        text = "The player has chosen the card he receives; the others follow as the next cards."
    order = _ordered(cards, first)
    if taken and state.round is not None and state.round.dealt and not state.round.dealer:  # 5.12.1: first the player
        state = state._replace(round=state.round._replace(completing=(taken[0].area, taken[0].hand)))
    chooser = _chooser(state, taken) if open_rest else None
    if chooser is not None:
        state, order = _receive(state, rules, first, order, chooser)
    chosen_at = chooser[0] if chooser is not None else None
    kept = tuple(Kept(card, unseen[card] > 0, disclosed=open_rest, chooser=chosen_at) for card in order)
    state = state._replace(kept=(*state.kept, *kept))
    out.append(RulingGiven(event.kind, "offer" if rules.house_options else "continue", choice, text))
    return allow_withdrawal(advance(state, rules, out), "5.7.3" if rules.house_options else "5.25")


def _chooser(state: State, taken: tuple[Draw, ...]) -> tuple[int, int] | None:
    """Area and hand whose player selects among the cards; nobody in the initial deal, where no hand is acted upon."""
    assert state.round is not None
    if not state.round.dealt:
        return None
    return (taken[0].area, taken[0].hand) if taken else state.round.turn


def _receive(
    state: State, rules: Rulebook, first: tuple[str, ...], order: tuple[str, ...], place: tuple[int, int]
) -> tuple[State, tuple[str, ...]]:
    """The player takes all that he chose at once, or stands when he chose none (5.23.3, 5.24)."""
    round_ = state.round
    assert round_ is not None
    _, hand = hand_at(round_.areas[place[0]], place[1])
    if not first:
        return with_hand(state, place[0], hand._replace(pending="", done="refused")), order
    draws = list(round_.draws)
    received = 0
    for card in first:
        hand = hand._replace(cards=(*hand.cards, card), pending="", acted=True)
        draws.append(Draw(card, *place))
        received += 1
        if is_complete(rules, hand):
            break
    state = with_hand(state._replace(round=round_._replace(draws=tuple(draws), subsequent=True, offers_open=False)),
                      place[0], hand)  # fmt: skip
    return state, order[received:]


def _on_dealer(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    cards, disclosed, chosen = event.cards or (), event.disclosed or (), event.chosen
    house = rules.house_options
    clause = "5.12.1" if house else "5.23.4"
    needed = "pit_supervisor" if house else "pit_manager"
    if RANK[event.authority] < RANK[needed]:
        raise Refused(f"on the Dealer's hand this needs a {needed}", clause)
    assert state.round is not None
    if house:
        gone: tuple[str, ...] = cards
        order: tuple[str, ...] = ()
        text = "Discard the cards drawn at once; the Dealer draws another."
    elif len(disclosed) == 1:
        order, gone, clause = _ordered(cards, disclosed), (), "5.23.4.3"
        text = "The disclosed card is the Dealer's next; the other follows as the next card."
    else:
        if not chosen:
            raise Refused("the pit manager has to select the Dealer's card: `chosen`", clause)
        ordered = _ordered(cards, chosen[:1])
        if disclosed:
            order, gone, clause = ordered[:1], ordered[1:], "5.23.4.5"
            text = "The pit manager has selected the card most detrimental to the Dealer; discard the other."
        else:
            order, gone, clause = ordered, (), "5.23.4.1"
            text = "The pit manager has selected the Dealer's first card; the other follows as the next card."
    round_ = state.round._replace(removed=(*state.round.removed, *gone))
    state = state._replace(round=round_, kept=(*state.kept, *(Kept(card) for card in order)))
    out.append(RulingGiven(event.kind, "discard" if gone else "continue", clause, text))
    return allow_withdrawal(advance(state, rules, out), "5.7.3" if house else "5.25")
