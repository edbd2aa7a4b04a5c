"""Errors of the deal where each has its own clause: 5.2, 5.6, 5.11 to 5.14, 5.16 to 5.18, 5.21 of the MBS documents.

Before an interim settlement and the subsequent deal the cards are reconstructed and the initial deal goes on; after
that each clause has its own way.
"""

from collections import Counter

from controller.core.effects import Effect, RulingGiven
from controller.core.events import Irregularity
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.twenty_one.change import with_hand
from controller.games.twenty_one.clauses import DealingErrorClauses
from controller.games.twenty_one.control import wagered_area
from controller.games.twenty_one.flow import advance
from controller.games.twenty_one.irregularities.established import Stage, stage
from controller.games.twenty_one.irregularities.passed_over import drawn_after, let_act, stood
from controller.games.twenty_one.irregularities.redeal import placed_cards, take_over
from controller.games.twenty_one.irregularities.withdrawal import allow_withdrawal, return_area
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.ending import void
from controller.games.twenty_one.state import Round, State

Clauses = DealingErrorClauses


def misdeal(
    state: State, round_: Round, rules: Rulebook, clauses: Clauses, event: Irregularity, out: list[Effect]
) -> State:
    """A card or cards dealt incorrectly (5.2, 5.6)."""
    at = stage(state, round_, rules, event)
    if event.reconstructable:
        state, round_ = take_over(state, round_, event.layout, at, incomplete=not at.late)
        text = "Put the cards where they belong in the order of the deal, then go on with the round."
        out.append(RulingGiven(event.kind, "reconstruct", clauses.late if at.late else clauses.early, text))
        return state.with_round(round_)
    if not at.late:
        out.append(RulingGiven(event.kind, "void", clauses.void, "Return all wagers: the round is void."))
        return void(state, round_, rules, clauses.void, out)
    state, round_ = take_over(state, round_, event.layout, at)
    clause = rules.irregularities.shift_manager
    out.append(RulingGiven(event.kind, "record", clause, "Call the shift manager for a decision."))
    return state.with_round(round_)


def dealer_not_dealt(
    state: State, round_: Round, rules: Rulebook, clauses: Clauses, event: Irregularity, out: list[Effect]
) -> State:
    """The Dealer has no card from the initial deal (5.11, 5.12)."""
    at = stage(state, round_, rules, event)
    if not at.late:
        return reconstruct(state, round_, event, out, clauses.dealer_early)
    state, round_ = take_over(state, round_, event.layout, at)
    if round_.dealer:
        text = "The Dealer has a card: the round goes on."
        out.append(RulingGiven(event.kind, "continue", clauses.dealer_late, text))
        return state.with_round(round_)
    text = (
        "The player who is acting may complete his hand first; then the Dealer takes a card, and surrender or "
        "insurance is offered to the others."
    )
    out.append(RulingGiven(event.kind, "offer", clauses.dealer_late, text))
    return _offering_withdrawal(state, altered(round_, completing=round_.turn), rules, out)


def area_short(
    state: State, round_: Round, rules: Rulebook, clauses: Clauses, event: Irregularity, out: list[Effect]
) -> State:
    """An area has one card of the initial deal (5.13, 5.16)."""
    index = wagered_area(state, round_, event.area, clauses.area_early)
    at = stage(state, round_, rules, event)
    if not at.late:
        return reconstruct(state, round_, event, out, clauses.area_early)
    state, round_ = take_over(state, round_, event.layout, at)
    if event.option == "withdraw":
        round_ = return_area(round_, index, clauses.short_returned)
        text = "Return the wagers of the area and discard its card."
        out.append(RulingGiven(event.kind, "return", clauses.short_returned, text))
    else:
        hand = round_.areas[index].hands[0]  # put right without a layout it has its two cards and is like the others
        round_ = with_hand(round_, index, altered(hand, short=hand.acted or len(hand.cards) < 2))
        text = "The player acts on his one card when his turn comes."
        out.append(RulingGiven(event.kind, "continue", clauses.short_acts, text))
    return _offering_withdrawal(state, round_, rules, out)


def area_not_dealt(
    state: State, round_: Round, rules: Rulebook, clauses: Clauses, event: Irregularity, out: list[Effect]
) -> State:
    """An area with a wager has no cards (5.13, 5.14)."""
    index = wagered_area(state, round_, event.area, clauses.area_early)
    at = stage(state, round_, rules, event)
    if not at.late:
        return reconstruct(state, round_, event, out, clauses.area_early)
    state, round_ = take_over(state, round_, event.layout, at)
    round_ = return_area(round_, index, clauses.area_late)
    text = "Return the wagers of the area; the others play on."
    out.append(RulingGiven(event.kind, "return", clauses.area_late, text))
    return state.with_round(round_)


def hand_skipped(
    state: State, round_: Round, _rules: Rulebook, clauses: Clauses, event: Irregularity, out: list[Effect]
) -> State:
    """A player was passed over in the subsequent deal (5.17, 5.18)."""
    index = wagered_area(state, round_, event.area, clauses.skipped_acts)
    if not round_.dealt:
        raise Refused("the initial deal is not complete: use misdeal", clauses.skipped_acts)
    state, round_ = take_over(state, round_, event.layout, Stage(subsequent=True, settled=False))
    later = drawn_after(round_, index)
    if len(later) > 1 or (later and len(round_.dealer) > 1):
        areas = tuple(stood(area) if index <= number < later[-1] else area for number, area in enumerate(round_.areas))
        text = "The player did not act in time: his hand stands as it is."
        out.append(RulingGiven(event.kind, "continue", clauses.skipped_stands, text))
        return state.with_round(altered(round_, areas=areas))
    text = "Take back the card dealt to the next hand as undisclosed and let the player who was passed over act."
    out.append(RulingGiven(event.kind, "remove", clauses.skipped_acts, text))
    return let_act(state, round_, index, lift=event.layout is None)


def burn_missed(
    state: State, round_: Round, rules: Rulebook, clauses: Clauses, event: Irregularity, out: list[Effect]
) -> State:
    """The first card was not burned (5.21)."""
    at = stage(state, round_, rules, event)
    if not at.late and not (event.since is None and _stays(state, round_, event)):
        return reconstruct(state, round_, event, out, clauses.burn_early)
    state, round_ = take_over(state, round_, event.layout, at)
    text = "The card stays in play and the round goes on."
    out.append(RulingGiven(event.kind, "continue", clauses.burn_late, text))
    return state.with_round(round_)


def _stays(state: State, round_: Round, event: Irregularity) -> bool:
    """Whether the layout has the card that should have been burned on a hand: then it stays there."""
    if event.layout is None:
        return False
    laid = Counter(event.layout.dealer)
    for cards in event.layout.areas.values():
        for one in cards:
            laid.update([one] if isinstance(one, str) else one)
    return bool((laid - placed_cards(round_)) & Counter(state.shoe.burned))


def reconstruct(state: State, round_: Round, event: Irregularity, out: list[Effect], clause: str) -> State:
    """Every card goes where the order of the deal wants it, and the initial deal goes on."""
    text = "Put every card where it belongs in the order of the deal, then complete the initial deal."
    out.append(RulingGiven(event.kind, "reconstruct", clause, text))
    state, round_ = take_over(state, round_, event.layout, Stage(subsequent=False, settled=False), incomplete=True)
    return state.with_round(round_)


def _offering_withdrawal(state: State, round_: Round, rules: Rulebook, out: list[Effect]) -> State:
    return advance(allow_withdrawal(state.with_round(round_), rules.irregularities.withdrawal), rules, out)
