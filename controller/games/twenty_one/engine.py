"""A twenty-one table as a pure function: state and event give the new state and the effects.

Every event of the contract has one handler in the chapter it belongs to; what the rules complete by themselves is done
by `flow.advance` afterwards. A refused request leaves the state as it was.
"""

from collections.abc import Callable
from typing import Any, Final

from controller.core.effects import Effect, Rejected
from controller.core.events import (
    BetsClosed,
    BetsOpen,
    ButtonPressed,
    CardDrawn,
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
from controller.games.twenty_one.decisions import offers, play
from controller.games.twenty_one.flow import advance
from controller.games.twenty_one.irregularities import desk
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import State
from controller.games.twenty_one.wagers import jackpot

Handler = Callable[[State, Rulebook, Any, list[Effect]], State]

HANDLERS: Final[dict[type[Event], Handler]] = {
    ShoeNew: cards.new_shoe,
    BetsOpen: bets.open_bets,
    Seat: bets.seat,
    SeatLeft: bets.leave_seat,
    Wager: bets.place_wager,
    WagerWithdrawn: bets.withdraw_wager,
    BetsClosed: bets.close_bets,
    CardDrawn: cards.draw_card,
    Reveal: cards.reveal,
    CutCard: cards.cut_card,
    Insure: offers.insure,
    Decision: play.decide,
    Follow: play.follow,
    OffersClosed: offers.close_offers,
    ButtonPressed: jackpot.press,
    MultiplierDrawn: jackpot.draw,
    RoundVoid: desk.void_round,
    Irregularity: desk.treat,
}


def step(rules: Rulebook, state: State, event: Event) -> tuple[State, list[Effect]]:
    """The new state and the effects of one event."""
    handler = HANDLERS.get(type(event))
    if handler is None:
        return state, [Rejected(f"{rules.title} knows no event {getattr(event, 'type', event)!r}", None)]
    out: list[Effect] = []
    try:
        changed = handler(state, rules, event, out)
        return advance(changed, rules, out), out
    except Refused as refused:
        return state, [Rejected(refused.reason, refused.rule)]
