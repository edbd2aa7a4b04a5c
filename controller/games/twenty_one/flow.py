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
from controller.games.records.altering import altered
from controller.games.twenty_one.change import areas_with, show_button
from controller.games.twenty_one.choosing import somebody_may_choose
from controller.games.twenty_one.control import controller_of, hand_at
from controller.games.twenty_one.dealer import dealer_needs, drawn_out
from controller.games.twenty_one.hands import is_complete, live, total_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.ending import settle
from controller.games.twenty_one.settlement.super_bonus import awaits_dealer
from controller.games.twenty_one.state import DEALER, Area, Awaits, Done, Draw, Hand, Pending, Round, State, replace_at
from controller.games.twenty_one.wagers import jackpot


def advance(state: State, rules: Rulebook, out: list[Effect]) -> State:
    """Goes on until the table waits for somebody, dealing the kept cards on the way."""
    return go_on(working_copy(state), rules, out)


def working_copy(state: State) -> State:
    """The same table with the same round, both not yet known to anybody: what follows may change them in place."""
    state = state.copy()
    if state.round is not None:
        state.round = state.round.copy()
    return state


def go_on(state: State, rules: Rulebook, out: list[Effect]) -> State:
    """As `advance`, with a table and a round that are the caller's own, and are changed."""
    while True:
        round_ = state.round
        if round_ is None or round_.phase == "betting":
            return state
        _locate(state, round_, rules, out)
        if not state.kept or state.round is None or round_.awaits != "card":
            return state
        if round_.pause and somebody_may_choose(round_, rules):
            return state
        _place_kept(state, round_, rules, out)


def deal_kept(state: State, rules: Rulebook, out: list[Effect], most: int) -> State:
    """Lays up to so many kept cards, whoever may choose: those that a ruling itself deals. The caller advances."""
    state = working_copy(state)
    for _ in range(most):
        round_ = state.round
        if round_ is None:
            break
        _locate(state, round_, rules, out)
        if state.round is None or round_.awaits != "card" or not state.kept:
            break
        _place_kept(state, round_, rules, out)
    return state


def _place_kept(state: State, round_: Round, rules: Rulebook, out: list[Effect]) -> None:
    kept = state.kept[0]
    state.kept = state.kept[1:]
    place_card(round_, rules, kept.card, kept.face_down, out)


def place_card(round_: Round, rules: Rulebook, card: str, face_down: bool, out: list[Effect]) -> None:
    """Lays the card where the next one goes, in a round that is the caller's own; he goes on afterwards."""
    assert round_.place is not None
    index, hand_id = round_.place
    round_.draws = (*round_.draws, Draw(card, index, hand_id))
    round_.following = None
    round_.withdrawal = None
    if index == DEALER:
        out.append(CardShown(card, "dealer"))
        missing = round_.dealt and not round_.dealer
        if missing:  # 5.12.2: offers stand open again, also to who has acted (I23)
            round_.areas = tuple(_not_acted(area) for area in round_.areas)
            round_.offered = False
        elif round_.dealt:
            round_.subsequent = True
        round_.dealer = (*round_.dealer, card)
        round_.rescuable = None
        round_.pause = False
        round_.completing = None
        round_.offers_open = missing
        return
    position, hand = hand_at(round_.areas[index], hand_id)
    doubled = hand.pending == "double"
    laid = hand.copy()
    laid.cards = (*hand.cards, card)
    if face_down:
        laid.hidden = (*hand.hidden, len(hand.cards))
    else:
        out.append(CardShown(card, "area", index + 1, position + 1))
    if round_.dealt:
        laid.pending = ""
        round_.subsequent = True
    round_.areas = areas_with(round_, index, laid)
    round_.pause = doubled
    round_.rescuable = (index, hand_id) if doubled and rules.clauses.rescue else None
    round_.offers_open = False


def _not_acted(area: Area) -> Area:
    return altered(area, hands=tuple(altered(hand, acted=False) for hand in area.hands))


def _locate(state: State, round_: Round, rules: Rulebook, out: list[Effect]) -> None:
    if not round_.dealt:
        place = _initial_place(round_)
        if place is not None:
            round_.phase = "dealing"
            round_.awaits = "card"
            round_.place = place
            round_.turn = None
            return
        round_.dealt = True
        round_.offers_open = True
    if rules.jackpot:
        jackpot.arm(state, round_, out)
    for index, area in enumerate(round_.areas):
        for hand in area.hands:
            if not hand.done and _look_at(state, round_, rules, index, hand):
                return
    _dealer(state, round_, rules, out)


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


def _look_at(state: State, round_: Round, rules: Rulebook, index: int, hand: Hand) -> bool:
    """Completes this hand in the round, or stops at what the hand waits for; whether it has stopped."""
    if not live(hand):  # nothing is in play for its cards: one that was on its way goes to the next hand
        _done(round_, index, hand, "complete")
        return False
    if hand.pending:
        return _stop(round_, index, hand, "card")
    if hand.split and len(hand.cards) < 2 and not hand.short:  # 3.22
        return _stop_for(round_, index, hand, "second")
    if is_complete(rules, hand):
        _done(round_, index, hand, "complete")
        return False
    area = round_.areas[index]
    controller = controller_of(rules, state.seats[index], area, hand)
    if controller is None:
        total, soft = total_of(rules, hand)
        if total <= 11 or (soft and total < rules.absent_soft_least):  # 5.22, I11
            return _stop_for(round_, index, hand, "hit")
        _done(round_, index, hand, "stand")
        return False
    if rules.free_bets and controller != area.closer:  # for the Pot of Gold wagers of others (I16)
        area = area.copy()
        area.closer = controller
        round_.areas = replace_at(round_.areas, index, area)
    return _stop(round_, index, hand, "decision")


def _done(round_: Round, index: int, hand: Hand, why: Done) -> None:
    hand = hand.copy()
    hand.done = why
    hand.pending = ""
    round_.areas = areas_with(round_, index, hand)


def _stop_for(round_: Round, index: int, hand: Hand, pending: Pending) -> bool:
    """Stops at a hand whose next card is on its way from now on."""
    hand = hand.copy()
    hand.pending = pending
    return _stop(round_, index, hand, "card")


def _stop(round_: Round, index: int, hand: Hand, awaits: Awaits) -> bool:
    place = (index, hand.id)
    round_.phase = "play"
    if not round_.dealer and round_.completing != place:  # 5.12: first the Dealer's missing card
        round_.awaits = "card"
        round_.place = (DEALER, 0)
        round_.turn = None
        return True
    round_.areas = areas_with(round_, index, hand)
    round_.awaits = awaits
    round_.place = place if awaits == "card" else None
    round_.turn = place
    return True


def _dealer(state: State, round_: Round, rules: Rulebook, out: list[Effect]) -> None:
    needs = dealer_needs(state, round_, rules)
    if needs == "nothing" or round_.dealer_done:
        drawn = not awaits_dealer(state, round_, rules)
    else:
        drawn = drawn_out(rules, round_.dealer) or (needs == "second" and len(round_.dealer) >= 2)
        round_.dealer_done = drawn
    if drawn:
        _finish(state, round_, rules, out)
    else:
        round_.phase = "dealer"
        round_.awaits = "card"
        round_.place = (DEALER, 0)
        round_.turn = None


def _finish(state: State, round_: Round, rules: Rulebook, out: list[Effect]) -> None:
    state.overdraw = drawn_out(rules, round_.dealer)
    if rules.jackpot and jackpot.owed(round_) is not None:
        _settling(round_, "press")
    elif state.held:
        _settling(round_, "ruling")
    else:
        settle(state, round_, rules, out)
        show_button(state, out, SetButton(lit=False))


def _settling(round_: Round, awaits: Awaits) -> None:
    round_.phase = "settling"
    round_.awaits = awaits
    round_.place = None
    round_.turn = None
