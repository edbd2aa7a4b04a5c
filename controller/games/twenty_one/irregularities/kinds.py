"""Every kind of irregularity: who may call it, and which chapter treats it (contract section 4)."""

from collections.abc import Callable
from typing import Final

from controller.core.effects import Effect, RulingGiven
from controller.core.events import RANK, Irregularity, RoundVoid
from controller.games.refusal import Refused
from controller.games.twenty_one.clauses import DealingErrorClauses, PlayersChoiceClauses
from controller.games.twenty_one.irregularities import dealing_errors, persons, stray_cards, withdrawal
from controller.games.twenty_one.irregularities.not_asked_for import kept_again
from controller.games.twenty_one.irregularities.players_choice import choose
from controller.games.twenty_one.irregularities.redeal import moved_cards
from controller.games.twenty_one.irregularities.simultaneous import simultaneous_draw
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.ending import void
from controller.games.twenty_one.state import Round, State

Treatment = Callable[[State, Round, Rulebook, Irregularity, list[Effect]], State]
DealingTreatment = Callable[[State, Round, Rulebook, DealingErrorClauses, Irregularity, list[Effect]], State]
AnyTimeTreatment = Callable[[State, Rulebook, Irregularity, list[Effect]], State]

DEALING: Final[dict[str, DealingTreatment]] = {
    "misdeal": dealing_errors.misdeal,
    "dealer_not_dealt": dealing_errors.dealer_not_dealt,
    "area_short": dealing_errors.area_short,
    "area_not_dealt": dealing_errors.area_not_dealt,
    "hand_skipped": dealing_errors.hand_skipped,
    "burn_missed": dealing_errors.burn_missed,
}
"""Errors of the deal, where each has a clause of its own; where one rule is for all of them `choose` treats them."""

IN_ROUND: Final[dict[str, Treatment]] = {
    "empty_area_dealt": stray_cards.empty_area_dealt,
    "face_up_card": stray_cards.face_up_card,
    "card_refused": persons.card_refused,
    "player_absent": persons.player_absent,
    "late_insurance": persons.late_insurance,
    "simultaneous_draw": simultaneous_draw,
    "insufficient_cards": persons.insufficient_cards,
    "withdraw": withdrawal.withdraw,
    "power_failure": withdrawal.power_failure,
}

OF_THE_DEAL: Final = ("misdeal", "dealer_not_dealt", "area_short", "area_not_dealt", "burn_missed", "empty_area_dealt")
"""What can go wrong before anybody asks for a card."""

ANY_TIME: Final[dict[str, AnyTimeTreatment]] = {
    "cut_card_missed": persons.cut_card_missed,
    "discard": persons.discard,
    "other": persons.other,
}

VOIDS: Final = ("foreign_card", "extra_card", "missing_card", "unshuffled")

BEFORE_CARDS: Final = ("withdraw", "power_failure")
"""Kinds that have a meaning while bets are still open."""


def treat(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """Answers an irregularity with its ruling; open cards that it moved are shown where they lie now."""
    treated = _treat(state, rules, event, out)
    if state.round is not None and treated.round is not None:
        out.extend(moved_cards(state.round, treated.round, out))
    return treated


def _treat(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    kind = event.kind
    if kind in VOIDS:
        return _void_cards(state, rules, event, out)
    if kind in ANY_TIME:
        return ANY_TIME[kind](state, rules, event, out)
    if kind not in IN_ROUND and kind not in DEALING:
        raise Refused("there is no irregularity {kind!r}", None, kind=kind)
    round_ = state.round
    if round_ is None:
        if kind == "power_failure":
            text = "No round is open: nothing has to be done, the rounds before stand."
            out.append(RulingGiven(kind, "record", rules.irregularities.power_failure, text))
            return state
        raise Refused("no round is open", None)
    if round_.phase == "betting" and kind not in BEFORE_CARDS:
        raise Refused("no cards have been dealt in this round", None)
    if kind in OF_THE_DEAL:
        state, round_ = kept_again(state, round_, event)
    if kind in IN_ROUND:
        return IN_ROUND[kind](state, round_, rules, event, out)
    if isinstance(rules.dealing_errors, PlayersChoiceClauses):
        return choose(state, round_, rules, rules.dealing_errors, event, out)
    return DEALING[kind](state, round_, rules, rules.dealing_errors, event, out)


def void_round(state: State, rules: Rulebook, event: RoundVoid, out: list[Effect]) -> State:
    """A supervisor's ruling: the round is void."""
    clause = rules.irregularities.shift_manager
    if RANK[event.authority] < RANK["pit_supervisor"]:
        raise Refused("a round is made void by a pit supervisor or above", clause)
    if state.round is None:
        raise Refused("no round is open", None)
    out.append(RulingGiven("round.void", "void", clause, f"Return all wagers: {event.reason}"))
    return void(state, state.round, rules, clause, out)


def _void_cards(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """Wrong, missing or unshuffled cards: the round is void, those before stand (5.1; Blackjack 5.5)."""
    clauses = rules.irregularities
    clause = {
        "foreign_card": clauses.void_foreign,
        "extra_card": clauses.void_surplus,
        "missing_card": clauses.void_missing,
        "unshuffled": clauses.void_unshuffled,
    }[event.kind]
    if state.round is None:
        text = "No round is open; the outcomes of the rounds before stand."
        out.append(RulingGiven(event.kind, "record", clauses.previous_stand, text))
        return state
    text = "Return all wagers and change the cards; the outcomes of the rounds before stand."
    out.append(RulingGiven(event.kind, "void", clause, text))
    return void(state, state.round, rules, clause, out)
