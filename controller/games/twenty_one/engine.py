"""A twenty-one table as a pure function: state and event give the new state and the effects.

Every event of the contract has one handler in the chapter it belongs to; what the rules complete by themselves is done
by `flow.advance` afterwards. A refused request leaves the state as it was.
"""

from collections.abc import Callable
from typing import Final, TypeVar, cast

from controller.core.effects import Effect
from controller.core.events import (
    BetsClosed,
    BetsOpen,
    ButtonPressed,
    CardDrawn,
    CardRead,
    CutCard,
    Decision,
    Event,
    Follow,
    Insure,
    Irregularity,
    MultiplierDrawn,
    OffersClosed,
    Reveal,
    RoundVoid,
    Seat,
    SeatLeft,
    ShoeNew,
    Wager,
    WagerWithdrawn,
)  # fmt: skip
from controller.games.refusal import Refused
from controller.games.twenty_one import cards
from controller.games.twenty_one.betting import bets
from controller.games.twenty_one.choosing import is_choice
from controller.games.twenty_one.decisions import following, offers, play
from controller.games.twenty_one.flow import go_on, working_copy
from controller.games.twenty_one.irregularities import kinds
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import State
from controller.games.twenty_one.wagers import jackpot

E = TypeVar("E", bound=Event)
Handler = Callable[[State, Rulebook, E, list[Effect]], State]


def _of(event: type[E], handler: Handler[E]) -> tuple[type[Event], Handler[Event]]:
    """One entry of the table: a handler is looked up by the type of event that it takes."""
    return event, cast(Handler[Event], handler)


HANDLERS: Final = dict(
    (
        _of(ShoeNew, cards.new_shoe),
        _of(BetsOpen, bets.open_bets),
        _of(Seat, bets.seat),
        _of(SeatLeft, bets.leave_seat),
        _of(Wager, bets.place_wager),
        _of(WagerWithdrawn, bets.withdraw_wager),
        _of(BetsClosed, bets.close_bets),
        _of(CardDrawn, cards.draw_card),
        _of(CardRead, cards.read_card),
        _of(Reveal, cards.reveal),
        _of(CutCard, cards.cut_card),
        _of(Insure, offers.insure),
        _of(Decision, play.decide),
        _of(Follow, following.follow),
        _of(OffersClosed, offers.close_offers),
        _of(ButtonPressed, jackpot.press),
        _of(MultiplierDrawn, jackpot.draw),
        _of(RoundVoid, kinds.void_round),
        _of(Irregularity, kinds.treat),
    )
)


def step(rules: Rulebook, state: State, event: Event) -> tuple[State, list[Effect]]:
    """The new state and the effects of one event."""
    handler = HANDLERS.get(type(event))
    if handler is None:
        word = getattr(event, "type", repr(event))
        return state, [Refused("{title} knows no event {event!r}", title=rules.title, event=word).rejected()]
    out: list[Effect] = []
    try:
        ready = state if is_choice(event, state.round) else _unpaused(rules, state, out)
        changed = handler(ready, rules, event, out)
        changed = go_on(_own(changed, state), rules, out)
        return (cards.play_on(changed, rules, out) if changed.waiting else changed), out
    except Refused as refused:
        return state, [refused.rejected()]


def accepting(rules: Rulebook, state: State) -> Callable[[Event], bool]:
    """Whether `step` would accept an event, asked for many: only the handler refuses, so nothing goes on behind it."""
    unpaused = _unpaused(rules, state, [])

    def accepts(event: Event) -> bool:
        try:
            HANDLERS[type(event)](state if is_choice(event, state.round) else unpaused, rules, event, [])
        except Refused:
            return False
        return True

    return accepts


def _unpaused(rules: Rulebook, state: State, out: list[Effect]) -> State:
    """The kept cards waited for somebody to choose: another event shows that nobody does any more."""
    round_ = state.round
    if round_ is None or not round_.pause:
        return state
    state = working_copy(state)
    assert state.round is not None
    state.round.pause = False
    return go_on(state, rules, out)


def _own(changed: State, before: State) -> State:
    """What a handler made of the table before, with its round; what he left as it was is copied."""
    if changed is before:
        changed = before.copy()
    if changed.round is not None and changed.round is before.round:
        changed.round = changed.round.copy()
    return changed
