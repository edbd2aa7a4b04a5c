"""Who sits at the table, with how much (3.6): join, leave and add chips between rounds; away and back at any time.

Only Seated Players play (3.2). Chips on the table may grow between rounds (3.6.1), never shrink (3.6.2). Who goes away
during a round stays in it; it counts from the next blinds on.
"""

from controller.core.effects import Effect
from controller.core.events import Away, Back, Join, Leave, StackAdd
from controller.core.money import Cents
from controller.games.poker.state import Seat, State, replace_at
from controller.games.records.altering import altered
from controller.games.refusal import Refused


def join(state: State, event: Join, _out: list[Effect]) -> State:
    """A player sits down with a Table Stake within the limits (3.6)."""
    _between_rounds(state, "A player joins", "3.6")
    index = _index(state, event.seat)
    taken = state.seats[index]
    if taken is not None and taken.stack:  # a busted seat is free unless its player adds chips first
        raise Refused("Seat {seat} is taken by {taker}.", seat=event.seat, taker=taken.player)
    _check_chips(state, event.stack, "stack")
    _check_stake(state, event.stack, new=True)
    return altered(state, seats=replace_at(state.seats, index, Seat(event.player, event.stack, event.as_)))


def leave(state: State, event: Leave, _out: list[Effect]) -> State:
    """The player takes up his chips; during a round that would reduce the Table Stake (3.6.2)."""
    _between_rounds(state, "A player leaves", "3.6.2")
    index, _ = _taken(state, event.seat)
    return altered(state, seats=replace_at(state.seats, index, None))


def add_stack(state: State, event: StackAdd, _out: list[Effect]) -> State:
    """Chips are added between rounds up to the most a seat may have (3.6.1); a busted seat needs the least again."""
    _between_rounds(state, "The Table Stake grows", "3.6.1")
    index, seat = _taken(state, event.seat)
    _check_chips(state, event.amount, "amount")
    stack = seat.stack + event.amount
    _check_stake(state, stack, new=seat.stack == 0)
    return altered(state, seats=replace_at(state.seats, index, altered(seat, stack=stack)))


def away(state: State, event: Away, _out: list[Effect]) -> State:
    """The player has left his seat for a time: from the next round on he gets no cards and misses blinds (5.4.2)."""
    index, seat = _taken(state, event.seat)
    if seat.away:
        raise Refused("Seat {seat} is already away.", seat=event.seat)
    return altered(state, seats=replace_at(state.seats, index, altered(seat, away=True)))


def back(state: State, event: Back, _out: list[Effect]) -> State:
    """The player has returned: he is dealt in from the next round on and pays what he missed (5.4.2)."""
    index, seat = _taken(state, event.seat)
    if not seat.away:
        raise Refused("Seat {seat} is not away.", seat=event.seat)
    return altered(state, seats=replace_at(state.seats, index, altered(seat, away=False)))


def _between_rounds(state: State, what: str, rule: str) -> None:
    if state.hand is not None:
        raise Refused(
            "{what} between Rounds of play only; round {round} is in progress.", rule, what=what, round=state.round
        )


def _index(state: State, seat: int) -> int:
    if not 1 <= seat <= state.settings.seats:
        raise Refused("This table has seats 1 to {seats}, not {seat}.", seats=state.settings.seats, seat=seat)
    return seat - 1


def _taken(state: State, seat: int) -> tuple[int, Seat]:
    index = _index(state, seat)
    found = state.seats[index]
    if found is None:
        raise Refused("Nobody sits at seat {seat}.", seat=seat)
    return index, found


def _check_chips(state: State, amount: Cents, name: str) -> None:
    chip = state.settings.chip
    if amount <= 0 or amount % chip:
        raise Refused(
            "The {name} must be a multiple of the chip of {chip} above 0, not {amount}.",
            name=name,
            chip=chip,
            amount=amount,
        )


def _check_stake(state: State, stack: Cents, *, new: bool) -> None:
    least, most = state.settings.least_stake, state.settings.most_stake
    if most is not None and stack > most:
        raise Refused("The Table Stake may be at most {most}, not {stack}.", "3.6", most=most, stack=stack)
    if new and least is not None and stack < least:
        raise Refused("The Table Stake must be at least {least}, not {stack}.", "3.6", least=least, stack=stack)
