"""Withdrawing from a round after an irregularity or a power failure (5.25, 5.29; Free Bet 5.30; Blackjack 5.4, 5.7)."""

from controller.core.effects import Effect, RulingGiven
from controller.core.events import Irregularity
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.twenty_one.change import with_area
from controller.games.twenty_one.irregularities.established import (
    bet_decided,
    established,
    insurance_decided,
    side_decided,
)
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.settlement.ending import settle, void
from controller.games.twenty_one.state import Area, Bet, Hand, Insurance, Round, Side, State


def allow_withdrawal(state: State, clause: str) -> State:
    """Players may withdraw by this clause until the next card."""
    if state.round is None:
        return state
    return state.with_round(altered(state.round, withdrawal=clause, pause=True))


def return_area(round_: Round, index: int, clause: str) -> Round:
    """All wagers of the area come back; what lies there is discarded."""
    area = round_.areas[index]
    cards = tuple(card for hand in area.hands for card in hand.cards)
    hands = tuple(
        altered(
            hand,
            cards=(),
            pending="",
            hidden=(),
            bets=tuple(altered(bet, fate="returned", clause=clause) for bet in hand.bets),
        )
        for hand in area.hands
    )
    sides = tuple(altered(side, returned=side.returned or clause) for side in area.sides)
    insurances = tuple(altered(one, returned=one.returned or clause) for one in area.insurances)
    round_ = altered(round_, removed=(*round_.removed, *cards))
    return with_area(round_, index, altered(area, hands=hands, sides=sides, insurances=insurances))


def power_failure(state: State, round_: Round, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """The power failed: with an outcome established the round goes on, else players choose, or it is void."""
    clauses = rules.irregularities
    if established(state, round_, rules):
        text = "An outcome is established: play the round to its end."
        out.append(RulingGiven(event.kind, "continue", clauses.power_failure_established, text))
        return state
    clause = clauses.power_failure_open
    if rules.power_failure_voids:
        out.append(RulingGiven(event.kind, "void", clause, "Return all bets: no outcome is established."))
        return void(state, round_, rules, clause, out)
    text = "Offer every player to withdraw all his wagers before the next card; the others play on."
    out.append(RulingGiven(event.kind, "offer", clause, text))
    return allow_withdrawal(state, clause)


def withdraw(state: State, round_: Round, rules: Rulebook, event: Irregularity, out: list[Effect]) -> State:
    """All remaining wagers of the player come back; the round ends when everybody has withdrawn."""
    clause = round_.withdrawal
    if clause is None:
        text = "wagers are withdrawn only after an irregularity that offers it, before the next card"
        raise Refused(text, rules.irregularities.withdraw)
    player = event.player or ""
    areas = tuple(_without_player(state, round_, rules, area, player, clause) for area in round_.areas)
    if areas == round_.areas:
        raise Refused("{player} has no wager left in this round", clause, player=player)
    out.append(RulingGiven(event.kind, "return", clause, f"Return the remaining wagers of {player}."))
    if round_.phase == "betting" and all(_gone(area) for area in areas):
        formed = tuple(altered(area, hands=(Hand(1, (), area.mains),) if area.mains else ()) for area in areas)
        state = state.copy()
        settle(state, altered(round_, areas=formed), rules, out)
        return state
    return state.with_round(altered(round_, areas=areas, pause=state.held))  # another ruling comes after it


def _gone(area: Area) -> bool:
    return all(bet.fate == "returned" for bet in area.mains) and all(side.returned for side in area.sides)


def _without_player(state: State, round_: Round, rules: Rulebook, area: Area, player: str, clause: str) -> Area:

    def bet(hand: Hand, one: Bet) -> Bet:
        if (
            one.player != player
            or one.fate == "returned"
            or (round_.dealt and bet_decided(state, round_, rules, hand, one))
        ):
            return one
        return altered(one, fate="returned", clause=clause)

    def side(one: Side) -> Side:
        if one.player != player or one.returned or (round_.dealt and side_decided(rules, area, one)):
            return one
        return altered(one, returned=clause)

    def insurance(one: Insurance) -> Insurance:
        if one.player != player or one.returned or insurance_decided(round_):
            return one
        return altered(one, returned=clause)

    hands = tuple(altered(hand, bets=tuple(bet(hand, one) for one in hand.bets)) for hand in area.hands)
    mains = area.mains
    if not area.hands:
        mains = tuple(altered(one, fate="returned", clause=clause) if one.player == player else one for one in mains)
    return altered(
        area,
        hands=hands,
        mains=mains,
        sides=tuple(side(one) for one in area.sides),
        insurances=tuple(insurance(one) for one in area.insurances),
    )
