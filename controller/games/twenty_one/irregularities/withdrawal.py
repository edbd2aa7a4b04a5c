"""Withdrawing from a round after an irregularity or a power failure (5.25, 5.29; Free Bet 5.30; Blackjack 5.4, 5.7)."""

from controller.core.effects import Effect, RulingGiven
from controller.core.events import Irregularity
from controller.games.refusal import Refused
from controller.games.twenty_one.irregularities.established import (
    bet_decided,
    established,
    insurance_decided,
    side_decided,
)
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.ending import settle, void
from controller.games.twenty_one.state import Area, Bet, Hand, Insurance, Side, State


def allow_withdrawal(state: State, clause: str) -> State:
    """Players may withdraw by this clause until the next card."""
    if state.round is None:
        return state
    return state._replace(round=state.round._replace(withdrawal=clause))


def power_failure(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """The power failed: with an outcome established the round goes on, else players choose, or it is void."""
    clause = rules.clauses.power_failure
    house = rules.house_options
    if established(state, rules):
        out.append(
            RulingGiven(event.kind, "continue", f"{clause}.1" if house else f"{clause}.2",
                        "An outcome is established: play the round to its end.")
        )  # fmt: skip
        return state
    if house:
        out.append(RulingGiven(event.kind, "void", f"{clause}.2", "Return all bets: no outcome is established."))
        return void(state, rules, f"{clause}.2", out)
    text = "Offer every player to withdraw all his wagers before the next card; the others play on."
    out.append(RulingGiven(event.kind, "offer", f"{clause}.1", text))
    return allow_withdrawal(state, f"{clause}.1")


def withdraw(state: State, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """All remaining wagers of the player come back; the round ends when everybody has withdrawn."""
    round_ = state.round
    assert round_ is not None
    clause = round_.withdrawal
    if clause is None:
        where = "5.7" if rules.house_options else "5.25"
        raise Refused("wagers are withdrawn only after an irregularity that offers it, before the next card", where)
    player = event.player or ""
    areas = tuple(_without_player(state, rules, area, player, clause) for area in round_.areas)
    if areas == round_.areas:
        raise Refused(f"{player} has no wager left in this round", None)
    out.append(RulingGiven(event.kind, "return", clause, f"Return the remaining wagers of {player}."))
    state = state._replace(round=round_._replace(areas=areas))
    if round_.phase == "betting" and all(_gone(area) for area in areas):
        formed = tuple(area._replace(hands=(Hand(1, (), area.mains),) if area.mains else ()) for area in areas)
        return settle(state._replace(round=round_._replace(areas=formed)), rules, out)
    return state


def _gone(area: Area) -> bool:
    return all(bet.fate == "returned" for bet in area.mains) and all(side.returned for side in area.sides)


def _without_player(state: State, rules: Rulebook, area: Area, player: str, clause: str) -> Area:
    dealt = state.round is not None and state.round.dealt

    def bet(hand: Hand, one: Bet) -> Bet:
        if one.player != player or one.fate == "returned" or (dealt and bet_decided(state, rules, hand, one)):
            return one
        return one._replace(fate="returned", clause=clause)

    def side(one: Side) -> Side:
        if one.player != player or one.returned or (dealt and side_decided(rules, area, one)):
            return one
        return one._replace(returned=clause)

    def insurance(one: Insurance) -> Insurance:
        if one.player != player or one.returned or (state.round is not None and insurance_decided(state.round)):
            return one
        return one._replace(returned=clause)

    hands = tuple(hand._replace(bets=tuple(bet(hand, one) for one in hand.bets)) for hand in area.hands)
    mains = area.mains
    if not area.hands:
        mains = tuple(one._replace(fate="returned", clause=clause) if one.player == player else one for one in mains)
    return area._replace(
        hands=hands,
        mains=mains,
        sides=tuple(side(one) for one in area.sides),
        insurances=tuple(insurance(one) for one in area.insurances),
    )
