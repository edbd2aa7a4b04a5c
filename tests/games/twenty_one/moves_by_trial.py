"""The legal moves of a twenty-one table as they were first written: each candidate is played by `step` to its end.

It is the oracle of `controller.games.twenty_one.legal_moves`, which asks the handlers alone.
"""

from collections.abc import Iterator
from typing import Final

from controller.core.effects import Rejected
from controller.core.events import (
    BetsClosed,
    Decision,
    Event,
    Follow,
    Insure,
    Irregularity,
    OffersClosed,
    ShoeNew,
    Wager,
    WagerWithdrawn,
)  # fmt: skip
from controller.core.money import Cents
from controller.games.moves import LegalMove
from controller.games.twenty_one.betting.bets import free_positions
from controller.games.twenty_one.betting.priorities import insurance_takers, side_wager_takers
from controller.games.twenty_one.control import controller_of, hand_at
from controller.games.twenty_one.engine import step
from controller.games.twenty_one.hands import may_double_free
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import DEALER, Area, Bet, Hand, Insurance, Round, Side, State
from controller.games.twenty_one.wagers.pandemonium import MULTIPLIER, PRESS

UNLIMITED: Final = 10**9
"""The most that is offered where the table has no limit: ten million, more than a table can hold."""


def legal_moves(rules: Rulebook, state: State) -> tuple[LegalMove, ...]:
    """All moves: what the table waits for first, then what else is open."""
    round_ = state.round
    clauses = rules.clauses
    if round_ is None:
        moves = [
            LegalMove(type="bets.open", clause=clauses.open),
            LegalMove(type="shoe.new", clause=rules.irregularities.cut_card),
        ]
        return (*_unread(rules, state), *(moves[::-1] if state.shoe.cut else moves))
    if round_.phase == "betting":
        return (*_unread(rules, state), *_betting(rules, state, round_))
    return (*_unread(rules, state), *_awaited(rules, round_), *_play(rules, state, round_))


def _unread(rules: Rulebook, state: State) -> Iterator[LegalMove]:
    if state.waiting:
        yield LegalMove(type="card.read", clause=rules.irregularities.next_card)


def _allowed(rules: Rulebook, state: State, event: Event) -> bool:
    _, effects = step(rules, state, event)
    return not any(isinstance(effect, Rejected) for effect in effects)


def _betting(rules: Rulebook, state: State, round_: Round) -> Iterator[LegalMove]:
    clauses = rules.clauses
    if _allowed(rules, state, BetsClosed()):
        yield LegalMove(type="bets.closed", clause=clauses.close)
    for index, area in enumerate(round_.areas):
        for kind in rules.wager_kinds:
            amounts = _wager_amounts(rules, state, index, area, kind)
            if amounts is None or not _allowed(rules, state, Wager(area=index + 1, kind=kind, amount=amounts[0])):
                continue
            takers = side_wager_takers(state, round_, rules, index) if kind != "main" and area.mains else ()
            clause = clauses.first_wager if kind == "main" else clauses.out_of_place
            yield LegalMove(
                type="wager", fields=(("area", index + 1), ("kind", kind)), amounts=amounts, clause=clause,
                takers=takers, positions=free_positions(rules, area, kind),
            )  # fmt: skip
        laid = [("main", bet.player) for bet in area.mains] + [(side.kind, side.player) for side in area.sides]
        for kind, player in laid:
            if _allowed(rules, state, WagerWithdrawn(area=index + 1, kind=kind, player=player)):
                fields = (("area", index + 1), ("kind", kind), ("player", player))
                yield LegalMove(type="wager.withdrawn", fields=fields, clause=clauses.late_withdrawal)
    yield from _withdrawals(rules, state, round_)


def _wager_amounts(rules: Rulebook, state: State, index: int, area: Area, kind: str) -> tuple[Cents, Cents] | None:
    """Least and most of a further wager by the area's own player, `P<area>`; None when it is full."""
    least, most = state.table.limits.get(kind, (state.table.chip, UNLIMITED))
    laid = [(bet.player, bet.original) for bet in area.mains] if kind == "main" else []
    laid += [(side.player, side.amount) for side in area.sides if side.kind == kind]
    own = sum(amount for player, amount in laid if player == f"P{index + 1}")
    if rules.limits_on_box:
        least, most = state.table.chip, most - sum(amount for _, amount in laid)
    else:
        least, most = max(least - own, state.table.chip), most - own
    bound = rules.sides[kind].bound if kind in rules.sides else None
    if bound is not None and area.mains:  # I19
        most = min(most, bound.most(area, f"P{index + 1}") - own)
    return (least, most) if least <= most else None


def _awaited(rules: Rulebook, round_: Round) -> Iterator[LegalMove]:
    if round_.awaits == "card" and round_.place is not None:
        index, hand = round_.place
        clause = rules.clauses.deal if round_.phase == "dealing" else rules.clauses.hit
        if index == DEALER:
            yield LegalMove(type="card", fields=(("place", "dealer"),), clause=rules.clauses.dealer_draws)
        else:
            yield LegalMove(type="card", fields=(("area", index + 1), ("hand", hand)), clause=clause)
    if rules.jackpot and not round_.pressed and round_.awaits == "press":
        yield LegalMove(type="button.pressed", clause=PRESS)
    if round_.pressed:
        yield LegalMove(type="multiplier.drawn", clause=MULTIPLIER)


def _play(rules: Rulebook, state: State, round_: Round) -> Iterator[LegalMove]:
    if round_.turn is not None:
        area = round_.areas[round_.turn[0]]
        hand = next(one for one in area.hands if one.id == round_.turn[1])
        yield from _turn(rules, state, round_.turn[0], area, hand)
    for index, area in enumerate(round_.areas):
        for bet in _bets(area):
            yield from _any_wager(rules, state, round_, index, bet)
        yield from _insurances(rules, state, round_, index, area)
        if any(hand.hidden for hand in area.hands):
            yield LegalMove(type="reveal", fields=(("area", index + 1),), clause=rules.clauses.reveal)
    yield from _withdrawals(rules, state, round_)
    if (round_.offers_open or (round_.pause and state.kept)) and _allowed(rules, state, OffersClosed()):
        yield LegalMove(type="offers.closed", clause=rules.clauses.surrender_closed)
    if round_.reshuffling and _allowed(rules, state, ShoeNew()):
        yield LegalMove(type="shoe.new", clause=rules.irregularities.insufficient)


def _turn(rules: Rulebook, state: State, index: int, area: Area, hand: Hand) -> Iterator[LegalMove]:
    clauses = rules.clauses
    stated = {"hit": clauses.hit, "stand": clauses.stand, "split": clauses.split,
              "free_split": clauses.split, "free_double": clauses.free_double}  # fmt: skip
    for action, clause in stated.items():
        if action in rules.actions and _allowed(rules, state, Decision(area=index + 1, action=action)):  # type: ignore[arg-type]
            yield LegalMove(type="decision", fields=(("area", index + 1), ("action", action)), clause=clause)
    amounts = _double_amounts(rules, state, index, area, hand)
    if _allowed(rules, state, Decision(area=index + 1, action="double", amount=amounts[0])):
        fields = (("area", index + 1), ("action", "double"))
        yield LegalMove(type="decision", fields=fields, amounts=amounts, clause=clauses.double)


def _double_amounts(rules: Rulebook, state: State, index: int, area: Area, hand: Hand) -> tuple[Cents, Cents]:
    """Least and most that the player in control may add."""
    holder = controller_of(rules, state.seats[index], area, hand)
    return _double_least(rules, state), next((bet.original for bet in hand.bets if bet.player == holder), 0)


def _double_least(rules: Rulebook, state: State) -> Cents:
    limits = state.table.limits.get("main") if rules.double_least_is_minimum else None
    return state.table.chip if limits is None else limits[0]


def _bets(area: Area) -> list[Bet]:
    bets = [bet for hand in area.hands for bet in hand.bets]
    return [bet for at, bet in enumerate(bets) if all(bet.player != other.player for other in bets[:at])]


def _any_wager(rules: Rulebook, state: State, round_: Round, index: int, bet: Bet) -> Iterator[LegalMove]:
    """What any wager on a hand may call, whoever is in control."""
    clauses = rules.clauses
    number, player = index + 1, bet.player
    stated = {"surrender": clauses.surrender, "even_money": clauses.even_money, "rescue": clauses.rescue}
    for action, clause in stated.items():
        if action in rules.actions and _allowed(
            rules,
            state,
            Decision(area=number, action=action, player=player),  # type: ignore[arg-type]
        ):
            fields = (("area", number), ("action", action), ("player", player))
            yield LegalMove(type="decision", fields=fields, clause=clause)
    following = round_.following
    if following is None or following.area != index:
        return
    _, hand = hand_at(round_.areas[index], following.hand)
    joins = (("area", number), ("player", player))
    if following.new_hand:
        free, least, clause = following.free, bet.original, clauses.follow_split
    else:
        free, least = rules.free_bets and may_double_free(rules, hand), _double_least(rules, state)
        clause = clauses.follow_double
    if free and _allowed(rules, state, Follow(area=number, player=player)):
        yield LegalMove(type="follow", fields=joins, clause=clause)
    if least <= bet.original and _allowed(rules, state, Follow(area=number, player=player, amount=least)):
        yield LegalMove(type="follow", fields=joins, amounts=(least, bet.original), clause=clause)


def _withdrawals(rules: Rulebook, state: State, round_: Round) -> Iterator[LegalMove]:
    if round_.withdrawal is None:
        return
    laid: list[Bet | Side | Insurance] = []
    for area in round_.areas:
        laid += (*area.mains, *area.sides, *area.insurances)
    for player in dict.fromkeys(one.player for one in laid):
        if _allowed(rules, state, Irregularity(kind="withdraw", player=player)):
            fields = (("kind", "withdraw"), ("player", player))
            yield LegalMove(type="irregularity", fields=fields, clause=round_.withdrawal)


def _insurances(rules: Rulebook, state: State, round_: Round, index: int, area: Area) -> Iterator[LegalMove]:
    if not round_.offers_open or not area.hands:
        return
    for bet in area.hands[0].bets:
        taken = next((one for one in area.insurances if one.insured == bet.player), None)
        player = taken.player if taken is not None else bet.player
        chip = state.table.chip
        most = bet.original // 2 // chip * chip - (taken.amount if taken is not None else 0)
        event = Insure(area=index + 1, amount=chip, player=player, for_=bet.player)
        if most >= chip and _allowed(rules, state, event):
            fields: tuple[tuple[str, str | int], ...] = (("area", index + 1), ("player", player), ("for", bet.player))
            takers = insurance_takers(state, round_, rules, index, bet.player) if taken is None else ()
            yield LegalMove(
                type="insure", fields=fields, amounts=(chip, most), clause=rules.clauses.insurance, takers=takers
            )
