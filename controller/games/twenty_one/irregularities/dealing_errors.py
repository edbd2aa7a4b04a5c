"""Cards dealt wrongly: 5.2, 5.6, 5.11 to 5.18, 5.21 (Blackjack 5.7, 5.9, 5.10).

Before an interim settlement and the subsequent deal the cards are reconstructed and the initial deal goes on; after
that each clause has its own way. In Blackjack every dealing error leaves the players the choice of 5.7.
"""

from typing import Final

from controller.core.effects import Effect, RulingGiven
from controller.core.events import Irregularity
from controller.games.refusal import Refused
from controller.games.twenty_one.change import with_area, with_hand
from controller.games.twenty_one.control import area_index
from controller.games.twenty_one.flow import advance
from controller.games.twenty_one.irregularities.established import established, too_late
from controller.games.twenty_one.irregularities.redeal import face_down_cards, lay_again, take_back, take_over
from controller.games.twenty_one.irregularities.withdrawal import allow_withdrawal
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.ending import void
from controller.games.twenty_one.state import BURN, Area, Hand, Kept, State

OF_ONE_AREA: Final = ("area_short", "area_not_dealt", "hand_skipped")
"""Errors that name the area they happened to."""

CHOICE: Final = "Each player may now go on with his hand or have his bet returned (5.7)."


def misdeal(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """A card or cards dealt incorrectly (5.2, 5.6; Blackjack 5.7, 5.9, 5.10.1)."""
    late = too_late(state, rules)
    if rules.house_options:
        return house_misdeal(state, rules, event, out, reconstructable=bool(event.reconstructable))
    if event.reconstructable:
        state = take_over(state, event.layout, incomplete=not late)
        text = "Put the cards where they belong in the order of the deal, then go on with the round."
        out.append(RulingGiven(event.kind, "reconstruct", "5.6.2" if late else "5.6.1", text))
        return state
    if not late:
        out.append(RulingGiven(event.kind, "void", "5.2", "Return all wagers: the round is void."))
        return void(state, rules, "5.2", out)
    state = take_over(state, event.layout)
    out.append(RulingGiven(event.kind, "record", rules.clauses.shift_manager, "Call the shift manager for a decision."))
    return state


def house_misdeal(
    state: State, rules: Rulebook, event: Irregularity, out: list[Effect], *, reconstructable: bool
) -> State:
    """Any dealing error at Blackjack: the cards are put right if they can be, and the players choose (5.7, 5.9)."""
    round_ = state.round
    assert round_ is not None
    index = _dealt_area(state, event) if event.kind in OF_ONE_AREA else None
    late = too_late(state, rules)
    # what the layout of one area's error shows in the subsequent deal is where the cards lie and stay
    stays = event.layout is not None and round_.subsequent and event.kind != "misdeal"
    if reconstructable and not stays and not established(state, rules):
        state = take_over(state, event.layout, incomplete=not round_.subsequent)
        if event.kind == "hand_skipped" and round_.dealt and index is not None:
            state = _let_act(state, index, lift=event.layout is None)
        out.append(RulingGiven(event.kind, "reconstruct", "5.9", f"Put the cards into their intended order. {CHOICE}"))
    else:
        state = take_over(state, event.layout)
        out.append(
            RulingGiven(
                event.kind, "continue", "5.10.1" if late else "5.7.1", f"The cards stay as they were dealt. {CHOICE}"
            )
        )
        if round_.dealt:
            state = _as_dealt(state, index if event.option == "withdraw" else None)
    return allow_withdrawal(advance(state, rules, out), "5.7.3")


def _as_dealt(state: State, withdrawn: int | None) -> State:
    """Hands go on with what they were dealt: a single card is acted upon, without any the bets come back (5.7)."""
    assert state.round is not None
    for index, area in enumerate(state.round.areas):
        hand = area.hands[0] if len(area.hands) == 1 else None
        if hand is not None and (not hand.cards or index == withdrawn):
            state = _return_area(state, index, area, "5.7.3")
        elif hand is not None and len(hand.cards) == 1:
            state = with_hand(state, index, hand._replace(short=True))
    return state


def dealer_not_dealt(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """The Dealer has no card from the initial deal (5.11, 5.12)."""
    if not too_late(state, rules):
        return _reconstruct(state, event, out, "5.11")
    state = take_over(state, event.layout)
    assert state.round is not None
    if state.round.dealer:
        out.append(RulingGiven(event.kind, "continue", "5.12", "The Dealer has a card: the round goes on."))
        return state
    acting = state.round.turn
    state = state._replace(round=state.round._replace(completing=acting))
    text = (
        "The player who is acting may complete his hand first; then the Dealer takes a card, and surrender or "
        "insurance is offered to the others."
    )
    out.append(RulingGiven(event.kind, "offer", "5.12", text))
    return allow_withdrawal(advance(state, rules, out), "5.25")


def area_short(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """An area has one card of the initial deal (5.13, 5.16)."""
    index = _dealt_area(state, event)
    if not too_late(state, rules):
        return _reconstruct(state, event, out, "5.13")
    state = take_over(state, event.layout)
    assert state.round is not None
    area = state.round.areas[index]
    if event.option == "withdraw":
        state = _return_area(state, index, area, "5.16.2")
        out.append(RulingGiven(event.kind, "return", "5.16.2", "Return the wagers of the area and discard its card."))
    else:
        hand = area.hands[0]  # put right without a layout it has its two cards and is a hand like the others
        state = with_hand(state, index, hand._replace(short=hand.acted or len(hand.cards) < 2))
        out.append(
            RulingGiven(event.kind, "continue", "5.16.1", "The player acts on his one card when his turn comes.")
        )
    return allow_withdrawal(advance(state, rules, out), "5.25")


def area_not_dealt(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """An area with a wager has no cards (5.13, 5.14)."""
    index = _dealt_area(state, event)
    if not too_late(state, rules):
        return _reconstruct(state, event, out, "5.13")
    state = take_over(state, event.layout)
    assert state.round is not None
    state = _return_area(state, index, state.round.areas[index], "5.14")
    out.append(RulingGiven(event.kind, "return", "5.14", "Return the wagers of the area; the others play on."))
    return state


def empty_area_dealt(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """An area without a wager got cards (5.15; Blackjack 5.10.3)."""
    clause = "5.10.3" if rules.house_options else "5.15"
    assert state.round is not None
    if state.round.areas[area_index(state, event.area)].hands:
        raise Refused(f"area {event.area} has a main wager: its cards are not removed", clause)
    _without_given(state, event.cards or ())
    if rules.house_options and not established(state, rules):
        return house_misdeal(state, rules, event, out, reconstructable=True)
    if not too_late(state, rules):
        return _reconstruct(state, event, out, "5.6.1")
    state = _close_up(state, event.cards or ()) if event.layout is None else take_over(state, event.layout)
    out.append(
        RulingGiven(event.kind, "remove", clause, "Discard the cards of the area without a wager; play goes on.")
    )
    return allow_withdrawal(advance(state, rules, out), "5.7.3" if rules.house_options else "5.25")


def hand_skipped(state: State, _rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """A player was passed over in the subsequent deal (5.17, 5.18)."""
    index = _dealt_area(state, event)
    assert state.round is not None
    if not state.round.dealt:
        raise Refused("the initial deal is not complete: use misdeal", "5.13")
    laid = take_over(state, event.layout)
    assert laid.round is not None
    later = [at for at, area in enumerate(laid.round.areas) if at > index and _has_drawn(area)]
    if len(later) > 1:
        areas = tuple(_stood(area) if index <= at < later[-1] else area for at, area in enumerate(laid.round.areas))
        out.append(
            RulingGiven(event.kind, "continue", "5.18", "The player did not act in time: his hand stands as it is.")
        )
        return laid._replace(round=laid.round._replace(areas=areas))
    text = "Take back the card dealt to the next hand as undisclosed and let the player who was passed over act."
    out.append(RulingGiven(event.kind, "remove", "5.17", text))
    return _let_act(laid, index, lift=event.layout is None)


def _let_act(state: State, index: int, *, lift: bool) -> State:
    """The hands from this area on act (again); with `lift` the cards given after it are the next ones again."""
    if lift:
        state = _lift_after(state, index)
    assert state.round is not None
    areas = tuple(_reopened(area) if at >= index else area for at, area in enumerate(state.round.areas))
    return state._replace(round=state.round._replace(areas=areas))


def burn_missed(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """The first card was not burned (5.21)."""
    if not too_late(state, rules):
        return _reconstruct(state, event, out, "5.21.1")
    state = take_over(state, event.layout)
    out.append(RulingGiven(event.kind, "continue", "5.21.2", "The card stays in play and the round goes on."))
    return state


def face_up_card(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """A card lay face up in the shoe (5.5; Blackjack 5.11)."""
    clause = "5.11" if rules.house_options else "5.5"
    out.append(RulingGiven(event.kind, "continue", clause, "Play the card as if it had lain face down."))
    return state


def _reconstruct(state: State, event: Irregularity, out: list[Effect], clause: str) -> State:
    text = "Put every card where it belongs in the order of the deal, then complete the initial deal."
    out.append(RulingGiven(event.kind, "reconstruct", clause, text))
    return take_over(state, event.layout, incomplete=True)


def _dealt_area(state: State, event: Irregularity) -> int:
    index = area_index(state, event.area)
    assert state.round is not None
    if not state.round.areas[index].hands:
        raise Refused(f"area {event.area} has no main wager", None)
    return index


def _return_area(state: State, index: int, area: Area, clause: str) -> State:
    """All wagers of the area come back; what lies there is discarded."""
    assert state.round is not None
    cards = tuple(card for hand in area.hands for card in hand.cards)
    hands = tuple(
        hand._replace(
            cards=(),
            pending="",
            hidden=(),
            bets=tuple(bet._replace(fate="returned", clause=clause) for bet in hand.bets),
        )
        for hand in area.hands
    )
    sides = tuple(side._replace(returned=side.returned or clause) for side in area.sides)
    insurances = tuple(one._replace(returned=one.returned or clause) for one in area.insurances)
    state = state._replace(round=state.round._replace(removed=(*state.round.removed, *cards)))
    return with_area(state, index, area._replace(hands=hands, sides=sides, insurances=insurances))


def _close_up(state: State, cards: tuple[str, ...]) -> State:
    """The named cards are removed and the others lie in their order, each one place further on."""
    state = lay_again(state, _without_given(state, cards))
    assert state.round is not None
    return state._replace(round=state.round._replace(removed=(*state.round.removed, *cards)))


def _without_given(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that the shoe gave the round, in their order, without these.

    Raises:
        Refused: one of these was not given.

    """
    assert state.round is not None
    given = [draw.card for draw in state.round.draws if draw.area != BURN] + [one.card for one in state.kept]
    for card in cards:
        if card not in given:
            raise Refused("one of the cards is none that this round gave", None)
        given.remove(card)
    return tuple(given)


def _has_drawn(area: Area) -> bool:
    return len(area.hands) > 1 or any(len(hand.cards) > 2 for hand in area.hands)


def _stood(area: Area) -> Area:
    return area._replace(hands=tuple(hand if hand.done else hand._replace(done="stand") for hand in area.hands))


def _reopened(area: Area) -> Area:
    hands = tuple(_reopened_hand(hand) for hand in area.hands)
    return area._replace(hands=hands, closer=None)


def _reopened_hand(hand: Hand) -> Hand:
    if hand.split or hand.doubled:
        return hand
    return hand._replace(done="" if hand.done == "stand" else hand.done, pending="")


def _lift_after(state: State, index: int) -> State:
    """The cards given to hands after this area are the next cards again."""
    assert state.round is not None
    count = 0
    for draw in reversed(state.round.draws):
        if draw.area <= index:
            break
        count += 1
    in_deal = sum(min(len(hand.cards), 2) for area in state.round.areas[index + 1 :] for hand in area.hands[:1])
    beyond = sum(len(hand.cards) for area in state.round.areas[index + 1 :] for hand in area.hands) - in_deal
    unseen = face_down_cards(state)
    state, taken = take_back(state, min(count, beyond))
    kept = tuple(Kept(draw.card, unseen[draw.card] > 0) for draw in taken)
    return state._replace(kept=(*kept, *state.kept))
