"""Two or more cards drawn at once, their order unknown (5.23; Blackjack 5.12)."""

from collections import Counter

from controller.core.effects import Effect, RulingAction, RulingGiven
from controller.core.events import RANK, Irregularity
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.twenty_one.change import with_hand
from controller.games.twenty_one.control import hand_at
from controller.games.twenty_one.flow import advance, deal_kept
from controller.games.twenty_one.hands import is_complete
from controller.games.twenty_one.irregularities.redeal import face_down_cards, take_back
from controller.games.twenty_one.irregularities.withdrawal import allow_withdrawal
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.shoe import Kept
from controller.games.twenty_one.state import DEALER, Draw, Round, State


def simultaneous_draw(state: State, round_: Round, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """The last cards came at once: their order is settled by the clause, and they are dealt anew in it."""
    cards, disclosed, chosen = event.cards or (), event.disclosed or (), event.chosen
    _check(rules, cards, disclosed, chosen)
    from_kept = min(len(cards), len(state.kept))
    from_places = len(cards) - from_kept
    last = tuple(one.card for one in state.kept[len(state.kept) - from_kept :])
    if from_places > len(round_.draws):
        raise Refused("these are not the last cards that came", None)
    last = (*(draw.card for draw in round_.draws[len(round_.draws) - from_places :]), *last)
    if sorted(last) != sorted(cards):
        raise Refused("the cards named are not the last ones that came", None)
    unseen = face_down_cards(state.kept, round_) - Counter(disclosed)
    round_, taken = take_back(round_, from_places)
    state = altered(state, kept=state.kept[: len(state.kept) - from_kept])
    if taken and taken[0].area == DEALER:
        return _on_dealer(state, round_, rules, event, out)
    return _on_player(state, round_, rules, event, out, taken, unseen)


def _check(rules: Rulebook, cards: tuple[str, ...], disclosed: tuple[str, ...], chosen: tuple[str, ...] | None) -> None:
    if len(cards) < 2:
        raise Refused("a simultaneous draw is of two cards or more", rules.irregularities.together_drawn)
    for name, some in (("disclosed", disclosed), ("chosen", chosen or ())):
        rest = list(cards)
        for card in some:
            if card not in rest:
                raise Refused("a card of `{name}` is none of the cards drawn", None, name=name)
            rest.remove(card)


def _ordered(cards: tuple[str, ...], first: tuple[str, ...]) -> tuple[str, ...]:
    """The cards, the first ones first and the rest in their order."""
    rest = list(cards)
    for card in first:
        rest.remove(card)
    return (*first, *rest)


def _on_player(
    state: State,
    round_: Round,
    rules: Rulebook,
    event: Irregularity,
    out: list[Effect],
    taken: tuple[Draw, ...],
    unseen: Counter[str],
) -> State:
    cards, disclosed, chosen = event.cards or (), event.disclosed or (), event.chosen
    shown = min(len(disclosed), 2) if rules.disclosure_decides else 0
    if shown == 1:
        first = disclosed
        text = "The disclosed card is the next card; the others follow as the next ones."
    elif shown:
        first = chosen or ()
        text = "The player has chosen what he receives; offer the rest to the next player, and burn what he refuses."
    else:
        first = (chosen or cards)[:1]
        text = "The player has chosen the card he receives; the others follow as the next cards."
    order = _ordered(cards, first)
    if taken and round_.dealt and not round_.dealer:  # 5.12.1: first the player
        round_ = altered(round_, completing=(taken[0].area, taken[0].hand))
    chooser = _chooser(round_, taken) if shown > 1 else None
    if chooser is not None:
        round_, order = _receive(round_, rules, first, order, chooser)
    chosen_at = chooser[0] if chooser is not None else None
    kept = tuple(Kept(card, unseen[card] > 0, disclosed=shown > 1, chooser=chosen_at) for card in order)
    state = altered(state, kept=(*state.kept, *kept), round=round_)
    action: RulingAction = "offer" if rules.players_choose else "continue"
    out.append(RulingGiven(event.kind, action, rules.irregularities.together[shown], text))
    if taken and chooser is None:  # the places that were lifted in the deal; else the card that the hand receives
        state = deal_kept(state, rules, out, 1 if round_.dealt else len(taken))
    return advance(allow_withdrawal(state, rules.irregularities.withdrawal), rules, out)


def _chooser(round_: Round, taken: tuple[Draw, ...]) -> tuple[int, int] | None:
    """Area and hand whose player selects among the cards; nobody in the initial deal, where no hand is acted upon."""
    if not round_.dealt:
        return None
    return (taken[0].area, taken[0].hand) if taken else round_.turn


def _receive(
    round_: Round, rules: Rulebook, first: tuple[str, ...], order: tuple[str, ...], place: tuple[int, int]
) -> tuple[Round, tuple[str, ...]]:
    """The player takes all that he chose at once, or stands when he chose none (5.23.3, 5.24)."""
    index, hand_id = place
    _, hand = hand_at(round_.areas[index], hand_id)
    if not first:
        return with_hand(round_, index, altered(hand, pending="", done="refused")), order
    draws = list(round_.draws)
    received = 0
    for card in first:
        hand = altered(hand, cards=(*hand.cards, card), pending="", acted=True)
        draws.append(Draw(card, index, hand_id))
        received += 1
        if is_complete(rules, hand):
            break
    round_ = altered(round_, draws=tuple(draws), subsequent=True, offers_open=False)
    return with_hand(round_, index, hand), order[received:]


def _on_dealer(state: State, round_: Round, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    cards, disclosed, chosen = event.cards or (), event.disclosed or (), event.chosen
    clauses, needed = rules.irregularities, rules.together_on_dealer_authority
    clause: str | None = clauses.together_dealer
    if RANK[event.authority] < RANK[needed]:
        raise Refused("on the Dealer's hand this needs a {needed}", clause, needed=needed.replace("_", " "))
    if rules.together_discarded_from_dealer:
        gone: tuple[str, ...] = cards
        order: tuple[str, ...] = ()
        text = "Discard the cards drawn at once; the Dealer draws another."
    elif len(disclosed) == 1:
        order, gone, clause = _ordered(cards, disclosed), (), clauses.together_dealer_one
        text = "The disclosed card is the Dealer's next; the other follows as the next card."
    else:
        if not chosen:
            clause = clauses.together_dealer_all if disclosed else clauses.together_dealer_unseen
            raise Refused("the pit manager has to select the Dealer's card: `chosen`", clause)
        ordered = _ordered(cards, chosen[:1])
        if disclosed:
            order, gone, clause = ordered[:1], ordered[1:], clauses.together_dealer_all
            text = "The pit manager has selected the card most detrimental to the Dealer; discard the other."
        else:
            order, gone, clause = ordered, (), clauses.together_dealer_unseen
            text = "The pit manager has selected the Dealer's first card; the other follows as the next card."
    round_ = altered(round_, removed=(*round_.removed, *gone))
    state = altered(state, round=round_, kept=(*state.kept, *(Kept(card) for card in order)))
    out.append(RulingGiven(event.kind, "discard" if gone else "continue", clause, text))
    state = deal_kept(state, rules, out, len(order))
    return advance(allow_withdrawal(state, clauses.withdrawal), rules, out)
