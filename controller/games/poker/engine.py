"""The door of poker: `new_table` makes the state, `step` takes one event to the next state and its effects.

Pure: no clock, no chance, no input or output. A request that the rules forbid changes nothing and answers `Rejected`; a
fact is never refused. An event of the twenty-one games that is a request has no meaning here and is refused; one that
is a fact is passed on to the floor.
"""

from collections.abc import Callable
from typing import Final, TypeVar, cast

from controller.core.effects import AlertRaised, Effect, SetButton, SetMeter
from controller.core.events import (
    Away,
    Back,
    BlindsOpen,
    ButtonPressed,
    CardDrawn,
    CutCard,
    Event,
    Irregularity,
    Join,
    Leave,
    Muck,
    PokerAction,
    Reveal,
    RoundVoid,
    SetDispensed,
    ShoeNew,
    Show,
    Showdown,
    StackAdd,
)
from controller.core.tables import PokerTable
from controller.games.game import State as AnyState
from controller.games.poker import dealing, seating
from controller.games.poker.betting import actions, blinds
from controller.games.poker.cards import out_of_the_deck
from controller.games.poker.irregularities import kinds
from controller.games.poker.settings import DECKS, read_settings
from controller.games.poker.showdown import showing
from controller.games.poker.state import State
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.view import TableView

E = TypeVar("E", bound=Event)
Handler = Callable[[State, E, list[Effect]], State]


def new_table(table: PokerTable) -> State:
    """The empty table; raises TableError where the table line asks for what the rules forbid."""
    settings = read_settings(table)
    return State(settings=settings, seats=(None,) * settings.seats)


def renew(fresh: State, old: AnyState, rounds: int) -> State:
    """A fresh table that goes on where an old one stood between rounds; seats that the layout lacks are left out."""
    if not isinstance(old, State):
        return altered(fresh, round=rounds)
    count = len(fresh.seats)
    kept = altered(fresh, round=old.round, seats=tuple((*old.seats, *((None,) * count))[:count]))
    if count != len(old.seats):
        return kept
    return altered(kept, button=old.button, travelled=old.travelled, absent_small=old.absent_small)


def step(state: State, event: Event) -> tuple[State, list[Effect]]:
    """The state after an event, and its effects in order."""
    handler = _HANDLERS.get(type(event))
    if handler is None:
        word = f"`{getattr(event, 'type', '')}`"
        return state, [Refused("{event} is no event of poker.", event=word).rejected()]
    out: list[Effect] = []
    try:
        return handler(state, event, out), out
    except Refused as refusal:
        return state, [refusal.rejected()]


def view(state: State) -> TableView:
    """What the rest of the house may see of the table; never a card."""
    hand = state.hand
    return TableView(
        phase=hand.phase if hand is not None else "idle",
        round=state.round,
        cards_out=len(out_of_the_deck(hand.deal) if hand is not None else state.kept),
        decks=DECKS,
        awaiting_multiplier=False,
        rules_hash=state.settings.rules_hash,
        button=SetButton(lit=False),
        meter=SetMeter("idle"),
    )


def _cut_card(state: State, _event: CutCard, out: list[Effect]) -> State:
    out.append(AlertRaised("cut_card", "The cutting card came out: if the cards will not suffice, report it.", "5.2.3"))
    return state


def _button_pressed(state: State, _event: ButtonPressed, out: list[Effect]) -> State:
    out.append(AlertRaised("button_not_armed", "The jackpot button was pressed: poker has none."))
    return state


def _of(event: type[E], handler: Handler[E]) -> tuple[type[Event], Handler[Event]]:
    """One entry of the table: a handler is looked up by the type of event that it takes."""
    return event, cast(Handler[Event], handler)


_HANDLERS: Final = dict(
    (
        _of(Join, seating.join),
        _of(Leave, seating.leave),
        _of(StackAdd, seating.add_stack),
        _of(Away, seating.away),
        _of(Back, seating.back),
        _of(BlindsOpen, blinds.open_blinds),
        _of(CardDrawn, dealing.card_drawn),
        _of(SetDispensed, dealing.set_dispensed),
        _of(Reveal, dealing.reveal),
        _of(ShoeNew, dealing.shoe_new),
        _of(PokerAction, actions.act),
        _of(Showdown, showing.turn_marker),
        _of(Show, showing.show),
        _of(Muck, showing.muck),
        _of(Irregularity, kinds.report),
        _of(RoundVoid, kinds.void_round),
        _of(CutCard, _cut_card),
        _of(ButtonPressed, _button_pressed),
    )
)
