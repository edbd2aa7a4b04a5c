"""Betting: seats, wagers, their limits, and the closing of bets (3.1 to 3.17; Blackjack 3.3 to 3.10, 5.1, 5.2)."""

from typing import Final

from controller.core.effects import AlertRaised, Effect, SetMeter
from controller.core.events import BetsClosed, BetsOpen, Seat, SeatLeft, Wager, WagerWithdrawn
from controller.core.money import Cents
from controller.games.records.altering import altered
from controller.games.refusal import Refused
from controller.games.twenty_one.betting.limits import limits_of, on_area, repeated_under_minimum
from controller.games.twenty_one.change import show_meter, with_area
from controller.games.twenty_one.control import area_index, open_round
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Area, Bet, Hand, Round, Side, State, replace_at
from controller.games.twenty_one.wagers.side_wager import SideWager
from controller.games.twenty_one.waiting import discard, leave, overdrawn

SHOWN_BEHIND: Final = 2
"""Positions offered behind the last one on a box, where any number may follow (Blackjack)."""


def open_bets(state: State, rules: Rulebook, _event: BetsOpen, out: list[Effect]) -> State:
    """`Place your bets, please` (3.1)."""
    if state.round is not None:
        raise Refused("round {round} is not over", rules.clauses.round_of_play, round=state.round.number)
    if state.shoe.cut:
        out.append(
            AlertRaised(
                "cut_card_passed",
                "A round begins after the cutting card came out; shuffle when this round is over.",
                rules.irregularities.cut_card,
            )
        )
    if state.waiting:
        state = _without_what_is_over(state, rules, out)
    number = state.rounds + 1
    areas = (Area(),) * len(state.seats)
    warned = state.warned - {default_player(index + 1) for index in state.vacated}  # I24
    state = altered(
        state, rounds=number, round=Round(number, "betting", areas), overdraw=False, warned=warned, vacated=frozenset(),
        drawn=(),
    )  # fmt: skip
    show_meter(state, out, SetMeter("idle"))
    return state


def _without_what_is_over(state: State, rules: Rulebook, out: list[Effect]) -> State:
    """What came unread behind the Dealer's complete hand is discarded, whatever the faces (5.7)."""
    state = state.copy()
    leave(state, rules, out)
    if state.overdraw:
        out.extend(overdrawn(rules) for _ in state.waiting)
        discard(state, rules, state.waiting, out)
        state.waiting = ()
    return state


def seat(state: State, _rules: Rulebook, event: Seat, _out: list[Effect]) -> State:
    """A player sits down at the area and calls its decisions (3.11)."""
    index = area_index(state, event.area)
    if state.seats[index] != event.player:
        state = _vacated(state, index)
    return altered(state, seats=replace_at(state.seats, index, event.player))


def leave_seat(state: State, _rules: Rulebook, event: SeatLeft, _out: list[Effect]) -> State:
    """Nobody sits at the area any more."""
    index = area_index(state, event.area)
    return altered(_vacated(state, index), seats=replace_at(state.seats, index, None))


def _vacated(state: State, index: int) -> State:
    """Another customer is another player: the area's default name is no longer the one that was warned (5.26, I24).

    Where cards are being played it is so from the next round on.
    """
    if state.round is None or state.round.phase == "betting":
        return altered(state, warned=state.warned - {default_player(index + 1)})
    return altered(state, vacated=state.vacated | {index})


def default_player(area: int) -> str:
    """The name of who wagers on the area where none is said."""
    return f"P{area}"


def place_wager(state: State, rules: Rulebook, event: Wager, out: list[Effect]) -> State:
    """A wager is placed, or added to the same player's wager of that kind on the area."""
    index = area_index(state, event.area)
    kind = event.kind
    more = event.amount
    _check_kind(rules, kind)
    round_ = _require_betting(state, rules, rules.clauses.late_wager)
    if more <= 0 or more % state.table.chip:
        raise Refused("{amount} is no multiple of the chip, {chip}", None, amount=more, chip=state.table.chip)
    player = event.player or default_player(event.area)
    _require_staying(round_, player)
    area = round_.areas[index]
    if kind == "main" and rules.limits_on_box and player == state.seats[index]:
        area = _with_seat_first(state, rules, area, event, out)
    laid = area.mains if kind == "main" else tuple([one for one in area.sides if one.kind == kind])
    own = None
    for one in laid:
        if one.player == player:
            own = one
    position = _position(rules, event, laid, own)
    before = 0 if own is None else own.original if isinstance(own, Bet) else own.amount
    amount = before + more
    _check_limits(state, rules, area, kind, amount, more)
    if kind == "main":
        bet = Bet(player, position, amount, amount)
        mains = sorted([*[one for one in area.mains if one is not own], bet], key=_by_position)
        area = area.copy()
        area.mains = tuple(mains)
        return state.with_round(with_area(round_, index, area))
    _check_bound(rules.sides[kind], area, player, amount)
    area = area.copy()
    area.sides = (*[one for one in area.sides if one is not own], Side(kind, player, position, amount))
    return state.with_round(with_area(round_, index, area))


def _with_seat_first(state: State, rules: Rulebook, area: Area, event: Wager, out: list[Effect]) -> Area:
    """The area with room for the seated player's bet, cut from the standing bets, the last first (Blackjack 5.1, I25).

    Where even that makes no room the area stays as it is, and the bet is over the box's maximum.
    """
    limits = limits_of(state, "main")
    if limits is None or state.table.limits_policy != "reject":
        return area
    over = sum(on_area(area, "main")) + event.amount - limits[1]
    if over <= 0:
        return area
    mains: list[Bet] = []
    cut: list[Effect] = []
    for bet in reversed(area.mains):
        less = 0 if bet.player == event.player else min(over, bet.original)
        over -= less
        if less:
            text = f"{less} of {bet.player} goes back: the player seated at the box comes first."
            cut.append(AlertRaised("bet_cut", text, rules.clauses.limits))
        if less < bet.original:
            mains.insert(0, altered(bet, original=bet.original - less, stake=bet.stake - less))
    if over > 0:
        return area
    out.extend(cut)
    return altered(area, mains=tuple(mains))


def withdraw_wager(state: State, rules: Rulebook, event: WagerWithdrawn, _out: list[Effect]) -> State:
    """A wager is taken back, before `No more bets` only (5.4)."""
    index = area_index(state, event.area)
    _check_kind(rules, event.kind)
    round_ = _require_betting(state, rules, rules.clauses.late_withdrawal)
    player = event.player or default_player(event.area)
    area = round_.areas[index]
    mains = tuple(one for one in area.mains if event.kind != "main" or one.player != player)
    sides = tuple(one for one in area.sides if one.kind != event.kind or one.player != player)
    if len(mains) == len(area.mains) and len(sides) == len(area.sides):
        raise Refused(
            "{player} has no {kind} wager on area {area}", None, player=player, kind=event.kind, area=event.area
        )
    return state.with_round(with_area(round_, index, altered(area, mains=mains, sides=sides)))


def close_bets(state: State, rules: Rulebook, _event: BetsClosed, _out: list[Effect]) -> State:
    """`No more bets` (3.2): the hands are formed, and what lies out of place is set aside to be returned."""
    round_ = open_round(state, rules)
    if round_.phase != "betting":
        raise Refused("the bets are closed already", rules.clauses.close)
    if not any(area.mains for area in round_.areas):
        raise Refused("no area has a main wager", rules.clauses.first_wager)
    if rules.limits_on_box and state.table.limits_policy == "reject":
        _check_box_minimum(state, rules, round_)
    areas = tuple(_closed(state, rules, area) for area in round_.areas)
    return state.with_round(altered(round_, areas=areas, phase="dealing", awaits="card"))


def _closed(state: State, rules: Rulebook, area: Area) -> Area:
    sides = []
    for side in area.sides:
        returned = side.returned or ("" if area.mains else rules.clauses.out_of_place)
        if not returned and repeated_under_minimum(state, rules, side.kind, side.player, side.amount):
            returned = rules.clauses.under_minimum
        bound = rules.sides[side.kind].bound
        amount = side.amount if bound is None or not area.mains else min(side.amount, bound.most(area, side.player))
        as_it_lies = amount == side.amount and returned == side.returned
        sides.append(side if as_it_lies else altered(side, amount=amount, returned=returned))
    area = area.copy()
    area.sides = tuple(sides)
    area.hands = (Hand(1, (), area.mains),) if area.mains else ()
    return area


def _require_betting(state: State, rules: Rulebook, clause: str) -> Round:
    """The round, its bets being open."""
    if state.round is None:
        raise Refused("bets are not open", rules.clauses.open)
    if state.round.phase != "betting":
        raise Refused("the bets are closed", clause)
    return state.round


def _require_staying(round_: Round, player: str) -> None:
    """Whoever has withdrawn after a power failure has withdrawn all his wagers of the round (5.29.1)."""
    for area in round_.areas:
        for bet in area.mains:
            if bet.fate == "returned" and bet.player == player:
                raise Refused("{player} has withdrawn from this round", bet.clause, player=player)
        for side in area.sides:
            if side.returned and side.player == player:
                raise Refused("{player} has withdrawn from this round", side.returned, player=player)


def _check_kind(rules: Rulebook, kind: str) -> None:
    if kind not in rules.wager_kinds:
        known = ", ".join(rules.wager_kinds)
        raise Refused(
            "there is no wager {kind!r} in {title}; it has {known}", None, kind=kind, title=rules.title, known=known
        )


def _position(rules: Rulebook, event: Wager, laid: tuple[Bet | Side, ...], own: Bet | Side | None) -> int:
    clauses = rules.clauses
    most = rules.wagers_an_area
    clause = clauses.wager_count if event.kind == "main" else clauses.side_count
    if own is not None:  # it adds to it: wagers of one player are not separated (3.10.2)
        return own.position
    taken = {one.position for one in laid}
    if most is not None and len(taken) >= most:
        raise Refused(
            "area {area} has {most} {kind} wagers already", clause, area=event.area, most=most, kind=event.kind
        )
    if event.position is None:
        return next(one for one in range(1, len(taken) + 2) if one not in taken)
    if event.position < 1 or (most is not None and event.position > most):
        raise Refused("there is no position {position} on an area", clause, position=event.position)
    if event.position in taken:
        raise Refused("position {position} of area {area} is taken", clause, position=event.position, area=event.area)
    return event.position


def free_positions(rules: Rulebook, area: Area, kind: str) -> tuple[int, ...]:
    """Where somebody new may lay this kind, front to back; some behind the others where there is no last one."""
    laid = area.mains if kind == "main" else tuple(one for one in area.sides if one.kind == kind)
    taken = {one.position for one in laid}
    most = rules.wagers_an_area
    if most is not None and len(taken) >= most:
        return ()
    last = most if most is not None else max(taken, default=0) + SHOWN_BEHIND
    return tuple(position for position in range(1, last + 1) if position not in taken)


def _check_limits(state: State, rules: Rulebook, area: Area, kind: str, amount: Cents, more: Cents) -> None:
    limits = limits_of(state, kind)
    if limits is None or state.table.limits_policy != "reject":
        return
    least, most = limits
    if rules.limits_on_box:
        on_box = sum(on_area(area, kind))
        if on_box + more > most:
            raise Refused(
                "the {kind} wagers on the box would come to {on_box}, over its {most}",
                rules.clauses.limits,
                kind=kind,
                on_box=on_box + more,
                most=most,
            )
    elif not least <= amount <= most:
        raise Refused(
            "a {kind} wager of {amount} is outside the table's {least} to {most}",
            rules.clauses.limits,
            kind=kind,
            amount=amount,
            least=least,
            most=most,
        )


def _check_box_minimum(state: State, rules: Rulebook, round_: Round) -> None:
    for number, area in enumerate(round_.areas, start=1):
        if not area.mains:  # what lies there is returned (5.15)
            continue
        for kind, (least, _) in state.table.limits.items():
            on_box = sum(on_area(area, kind))
            if 0 < on_box < least:
                raise Refused(
                    "the {kind} wagers on box {area} come to {on_box}, under the minimum of {least}: "
                    "they must be increased or withdrawn",
                    rules.clauses.minimum_at_close,
                    kind=kind,
                    area=number,
                    on_box=on_box,
                    least=least,
                )


def _check_bound(wager: SideWager, area: Area, player: str, amount: Cents) -> None:
    """Before there is a main wager nothing bounds it; what is too much is cut when the bets close (I19)."""
    if wager.bound is None or not area.mains:
        return
    most = wager.bound.most(area, player)
    if amount > most:
        text = "a wager of {amount} on {kind} is over {bound} of {most}"
        raise Refused(text, wager.bound.clause, amount=amount, kind=wager.kind, bound=wager.bound.of, most=most)


def _by_position(bet: Bet) -> int:
    return bet.position
