"""The way of a round from closing of bets to its end: whose card is next, who acts, when the Dealer draws.

`advance` is called after every change. It moves on over everything the rules complete by themselves and stops where
the table waits: for a card, a decision or a press. A card that is kept (5.8) is dealt as soon as one is waited for and
nobody may choose any more.

    dealing ──► play ◄──────► (a hand waits for its card)
                  │ every hand done
                  ▼
               dealer ──► settling ──► the round is settled
                          (a press is owed)
"""

from controller.core.effects import CardShown, Effect, SetButton
from controller.games.twenty_one.change import areas_with, show_button, with_area, with_hand
from controller.games.twenty_one.choosing import somebody_may_choose
from controller.games.twenty_one.control import controller_of, hand_at
from controller.games.twenty_one.dealer import dealer_needs, drawn_out
from controller.games.twenty_one.hands import is_complete, live, total_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.ending import settle
from controller.games.twenty_one.settlement.super_bonus import awaits_dealer
from controller.games.twenty_one.state import DEALER, Area, Draw, Hand, Round, State
from controller.games.twenty_one.wagers import jackpot


def advance(state: State, rules: Rulebook, out: list[Effect]) -> State:
    """Goes on until the table waits for somebody, dealing the kept cards on the way."""
    while True:
        round_ = state.round
        if round_ is None or round_.phase == "betting":
            return state
        state = _locate(state, round_, rules, out)
        round_ = state.round
        if not state.kept or round_ is None or round_.awaits != "card":
            return state
        if round_.pause and somebody_may_choose(round_, rules):
            return state
        state = _place_kept(state, round_, rules, out)


def deal_kept(state: State, rules: Rulebook, out: list[Effect], most: int) -> State:
    """Lays up to so many kept cards, whoever may choose: those that a ruling itself deals. The caller advances."""
    for _ in range(most):
        if state.round is None:
            break
        state = _locate(state, state.round, rules, out)
        round_ = state.round
        if round_ is None or round_.awaits != "card" or not state.kept:
            break
        state = _place_kept(state, round_, rules, out)
    return state


def _place_kept(state: State, round_: Round, rules: Rulebook, out: list[Effect]) -> State:
    kept = state.kept[0]
    return place_card(state._replace(kept=state.kept[1:]), round_, rules, kept.card, kept.face_down, out)


def place_card(state: State, round_: Round, rules: Rulebook, card: str, face_down: bool, out: list[Effect]) -> State:
    """Lays the card where the round's next card goes; the caller advances afterwards."""
    assert round_.place is not None
    index, hand_id = round_.place
    draws = (*round_.draws, Draw(card, index, hand_id))
    if index == DEALER:
        out.append(CardShown(card, "dealer"))
        missing = round_.dealt and not round_.dealer
        if missing:  # 5.12.2: offers stand open again, also to who has acted (I23)
            areas = tuple(_not_acted(area) for area in round_.areas)
            round_ = round_._replace(areas=areas, offered=False)
        return state._replace(
            round=round_._replace(
                dealer=(*round_.dealer, card), draws=draws, following=None, rescuable=None, withdrawal=None,
                pause=False, completing=None, offers_open=missing,
                subsequent=(round_.dealt and not missing) or round_.subsequent,
            )
        )  # fmt: skip
    position, hand = hand_at(round_.areas[index], hand_id)
    doubled = hand.pending == "double"
    hidden = (*hand.hidden, len(hand.cards)) if face_down else hand.hidden
    if not face_down:
        out.append(CardShown(card, "area", index + 1, position + 1))
    laid = hand._replace(cards=(*hand.cards, card), pending="" if round_.dealt else hand.pending, hidden=hidden)
    return state._replace(
        round=round_._replace(
            areas=areas_with(round_, index, laid), draws=draws, following=None, withdrawal=None, pause=doubled,
            rescuable=(index, hand_id) if doubled and rules.clauses.rescue else None,
            offers_open=False, subsequent=round_.dealt or round_.subsequent,
        )
    )  # fmt: skip


def _not_acted(area: Area) -> Area:
    return area._replace(hands=tuple(hand._replace(acted=False) for hand in area.hands))


def _locate(state: State, round_: Round, rules: Rulebook, out: list[Effect]) -> State:
    if not round_.dealt:
        place = _initial_place(round_)
        if place is not None:
            return state._replace(round=round_._replace(phase="dealing", awaits="card", place=place, turn=None))
        round_ = round_._replace(dealt=True, offers_open=True)
    if rules.jackpot:
        state, round_ = jackpot.arm(state, round_, out)
    for index in range(len(round_.areas)):
        for hand in round_.areas[index].hands:
            if hand.done:
                continue
            round_, stopped = _look_at(state, round_, rules, index, hand)
            if stopped:
                return state._replace(round=round_)
    return _dealer(state, round_, rules, out)


def _initial_place(round_: Round) -> tuple[int, int] | None:
    """The initial deal: one card clockwise to each area, one to the Dealer, a second to each area (3.18).

    A hand that was split has had its two cards; that of each new hand comes when its turn does (3.22).
    """
    second: tuple[int, int] | None = None
    for index, area in enumerate(round_.areas):
        if len(area.hands) == 1:
            hand = area.hands[0]
            held = len(hand.cards)
            if held < 2 and live(hand):
                if held == 0:
                    return index, hand.id
                if second is None and not hand.short:
                    second = (index, hand.id)
    if not round_.dealer and (second is not None or any(live(h) for area in round_.areas for h in area.hands)):
        return DEALER, 0
    return second


def _look_at(state: State, round_: Round, rules: Rulebook, index: int, hand: Hand) -> tuple[Round, bool]:
    """The round with this hand completed, or stopped at what the hand waits for."""
    if not live(hand):  # nothing is in play for its cards: one that was on its way goes to the next hand
        return with_hand(round_, index, hand._replace(done="complete", pending="")), False
    if hand.pending:
        return _stop(round_, index, hand, card=True), True
    if hand.split and len(hand.cards) < 2 and not hand.short:  # 3.22
        return _stop(round_, index, hand._replace(pending="second"), card=True), True
    if is_complete(rules, hand):
        return with_hand(round_, index, hand._replace(done="complete")), False
    area = round_.areas[index]
    controller = controller_of(rules, state.seats[index], area, hand)
    if controller is None:
        total, soft = total_of(rules, hand)
        if total <= 11 or (soft and total < rules.absent_soft_least):  # 5.22, I11
            return _stop(round_, index, hand._replace(pending="hit"), card=True), True
        return with_hand(round_, index, hand._replace(done="stand")), False
    if rules.free_bets and controller != area.closer:  # for the Pot of Gold wagers of others (I16)
        round_ = with_area(round_, index, area._replace(closer=controller))
    return _stop(round_, index, hand, card=False), True


def _stop(round_: Round, index: int, hand: Hand, *, card: bool) -> Round:
    if not round_.dealer and round_.completing != (index, hand.id):  # 5.12: first the Dealer's missing card
        return round_._replace(phase="play", awaits="card", place=(DEALER, 0), turn=None)
    place = (index, hand.id)
    return round_._replace(
        areas=areas_with(round_, index, hand), phase="play", awaits="card" if card else "decision",
        place=place if card else None, turn=place,
    )  # fmt: skip


def _dealer(state: State, round_: Round, rules: Rulebook, out: list[Effect]) -> State:
    needs = dealer_needs(state, round_, rules)
    if needs == "nothing" or round_.dealer_done:
        drawn = not awaits_dealer(state, round_, rules)
    else:
        drawn = drawn_out(rules, round_.dealer) or (needs == "second" and len(round_.dealer) >= 2)
        round_ = round_._replace(dealer_done=drawn)
    if not drawn:
        return state._replace(round=round_._replace(phase="dealer", awaits="card", place=(DEALER, 0), turn=None))
    return _finish(state, round_, rules, out)


def _finish(state: State, round_: Round, rules: Rulebook, out: list[Effect]) -> State:
    state = state._replace(overdraw=drawn_out(rules, round_.dealer))
    if rules.jackpot and jackpot.owed(round_) is not None:
        return state._replace(round=round_._replace(phase="settling", awaits="press", place=None, turn=None))
    if state.held:
        return state._replace(round=round_._replace(phase="settling", awaits="ruling", place=None, turn=None))
    state = settle(state, round_, rules, out)
    return show_button(state, out, SetButton(lit=False))
