"""What a round that is played again keeps: which rulings bring it about, and Hole Cards that nobody may see (3.9)."""

from typing import Final

from controller.core.cards import UNKNOWN
from controller.core.effects import Effect
from controller.core.events import CardDrawn, Event, Irregularity, RoundVoid, SetDispensed
from controller.games.poker.showdown.settlement import settle_held
from controller.games.poker.state import State
from controller.games.records.altering import altered
from controller.games.round_of_play import RoundOfPlay

ERRORS_OF_THE_DEAL: Final = frozenset(
    ("hole_cards_exposed", "wrong_hole_count", "hand_left_out", "extra_hand", "first_burn_missed")
)
REVISING: Final = frozenset(
    (*ERRORS_OF_THE_DEAL, "foreign_card", "extra_card", "missing_card", "unshuffled", "face_up_card")
)
"""Kinds that section 5 voids, reconstructs or puts right: also when the outcome has been told."""


def _revises(event: Event) -> bool:
    return isinstance(event, RoundVoid) or (isinstance(event, Irregularity) and event.kind in REVISING)


def _needs_a_manager(event: Event) -> bool:
    return isinstance(event, RoundVoid) or (isinstance(event, Irregularity) and event.kind in ERRORS_OF_THE_DEAL)


def _hold(state: State, held: bool) -> State:
    return altered(state, held=held)


def _conclude(state: State, out: list[Effect]) -> State:
    return settle_held(state, out)


def _unseen(state: State, event: Event) -> tuple[int, ...]:
    """The seats at which a card's face, or those of a shuffler's set, come to lie as Hole Cards."""
    hand = state.hand
    if hand is None or hand.phase != "initial_deal":
        return ()
    deal, order = hand.deal, hand.order
    if isinstance(event, CardDrawn) and event.card != UNKNOWN and not state.settings.shuffler and deal.burns:
        at = deal.holes.index("") if "" in deal.holes else len(deal.holes)
        return (order[at % len(order)],)
    if isinstance(event, SetDispensed) and state.settings.shuffler and deal.community:
        known = any(card != UNKNOWN for card in event.cards)
        return (order[len(deal.holes) // 2],) if known else ()
    return ()


ROUND_OF_PLAY: Final = RoundOfPlay(
    definition="1.36",
    shift_manager="5.16",
    revises=_revises,
    late_authority=_needs_a_manager,
    still_of_it=(Irregularity, RoundVoid),
    hold=_hold,
    conclude=_conclude,
    unseen=_unseen,
)
