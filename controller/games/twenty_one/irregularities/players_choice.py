"""Errors of the deal where one rule is for all: put right or not, each player goes on or has his bet returned.

So it is at Blackjack (5.7, 5.9, 5.10): cards are reconstructed until an interim settlement, and lie as they were dealt
after it.
"""

from typing import Final

from controller.core.effects import Effect, RulingGiven
from controller.core.events import Irregularity
from controller.games.records.altering import altered
from controller.games.twenty_one.change import with_hand
from controller.games.twenty_one.clauses import PlayersChoiceClauses
from controller.games.twenty_one.control import wagered_area
from controller.games.twenty_one.flow import advance
from controller.games.twenty_one.irregularities.established import stage
from controller.games.twenty_one.irregularities.passed_over import let_act
from controller.games.twenty_one.irregularities.redeal import take_over
from controller.games.twenty_one.irregularities.withdrawal import allow_withdrawal, return_area
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Round, State

OF_ONE_AREA: Final = ("area_short", "area_not_dealt", "hand_skipped")
"""Errors that name the area they happened to."""


def choose(
    state: State,
    round_: Round,
    rules: Rulebook,
    clauses: PlayersChoiceClauses,
    event: Irregularity,
    out: list[Effect],
) -> State:
    """Any error of the deal: the cards are put right if they can be, and the players choose."""
    index = wagered_area(state, round_, event.area, clauses.choice) if event.kind in OF_ONE_AREA else None
    at, dealt = stage(state, round_, rules, event), round_.dealt
    choice = f"Each player may now go on with his hand or have his bet returned ({clauses.choice})."
    # what the layout of one area's error shows in the subsequent deal is where the cards lie and stay
    stays = event.layout is not None and at.subsequent and event.kind != "misdeal"
    if _can_be_put_right(event) and not stays and not at.settled:
        state, round_ = take_over(state, round_, event.layout, at, incomplete=not at.subsequent)
        if event.kind == "hand_skipped" and dealt and index is not None:
            state = let_act(state, round_, index, lift=event.layout is None)
        else:
            state = state.with_round(round_)
        text = f"Put the cards into their intended order. {choice}"
        out.append(RulingGiven(event.kind, "reconstruct", clauses.reconstructed, text))
    else:
        state, round_ = take_over(state, round_, event.layout, at)
        text = f"The cards stay as they were dealt. {choice}"
        out.append(RulingGiven(event.kind, "continue", clauses.as_dealt_late if at.late else clauses.as_dealt, text))
        if dealt:
            round_ = _as_dealt(round_, rules, index if event.option == "withdraw" else None)
        state = state.with_round(round_)
    return advance(allow_withdrawal(state, rules.irregularities.withdrawal), rules, out)


def _can_be_put_right(event: Irregularity) -> bool:
    """A misdeal only where it is said to be; the other errors unless they are said not to be."""
    if event.kind == "empty_area_dealt":
        return True
    return bool(event.reconstructable) if event.kind == "misdeal" else event.reconstructable is not False


def _as_dealt(round_: Round, rules: Rulebook, withdrawn: int | None) -> Round:
    """Hands go on with what they were dealt: a single card is acted upon, without any the bets come back (5.7)."""
    for index, area in enumerate(round_.areas):
        hand = area.hands[0] if len(area.hands) == 1 else None
        if hand is not None and (not hand.cards or index == withdrawn):
            round_ = return_area(round_, index, rules.irregularities.withdrawal)
        elif hand is not None and len(hand.cards) == 1:
            round_ = with_hand(round_, index, altered(hand, short=True))
    return round_
