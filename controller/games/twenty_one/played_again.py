"""What a round that is played again keeps: which rulings bring it about, and the multipliers that were drawn in it.

A multiplier once drawn stays with its wager (contract section 9): the round begins again with those of `State.drawn`
promised to their wagers, and its presses are for these, in their order (`wagers.jackpot`).
"""

from typing import Final

from controller.core.events import ButtonPressed, CardDrawn, CardRead, CutCard, Event, Irregularity, RoundVoid
from controller.games.records.altering import altered
from controller.games.round_of_play import RoundOfPlay
from controller.games.twenty_one.irregularities.kinds import DEALING, VOIDS
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import State

ERRORS_OF_THE_DEAL: Final = frozenset((*DEALING, "empty_area_dealt"))
REVISING: Final = frozenset((*VOIDS, *ERRORS_OF_THE_DEAL, "simultaneous_draw", "withdraw", "face_up_card"))
"""Kinds that the documents void, reconstruct or put right: also when the outcome has been told."""


def round_of_play(rules: Rulebook) -> RoundOfPlay:
    """How the rounds of this game are played again."""
    return RoundOfPlay(
        definition=rules.clauses.round_of_play,
        shift_manager=rules.irregularities.shift_manager,
        revises=_revises,
        late_authority=_needs_a_manager,
        still_of_it=(CardDrawn, CardRead, CutCard, ButtonPressed, Irregularity, RoundVoid),
        begin=_begin,
        hold=_hold,
    )


def _revises(event: Event) -> bool:
    return isinstance(event, RoundVoid) or (isinstance(event, Irregularity) and event.kind in REVISING)


def _needs_a_manager(event: Event) -> bool:
    """An error of the deal opens choices that the outcome has closed: after it, as a correction, for a pit manager."""
    return isinstance(event, RoundVoid) or (isinstance(event, Irregularity) and event.kind in ERRORS_OF_THE_DEAL)


def _begin(before: State, now: State) -> State:
    return altered(before, promised=now.drawn)


def _hold(state: State, held: bool) -> State:
    return altered(state, held=held)
