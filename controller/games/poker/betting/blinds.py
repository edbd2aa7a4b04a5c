"""A round begins: the button's way (3.7, 5.5), who posts which blinds (3.8, 5.4 to 5.6), and the new hand.

Seats that count for the blinds are those of the players present and of the absent who have not missed a Big Blind yet.
The first of them left of the button is due the Small Blind, the next the Big Blind; of only two, the button is due the
Small Blind (3.8). Where the Small Blind's seat is absent nobody posts it (5.5), and its seat gets the button next.
Where the Big Blind's seat is absent the next player posts it, and the absent seat, with the "missed Blind" button on
it, is passed over until the player returns (5.6).

What a player owes besides (5.4): a new one the Big Blind, unless the button has not been once round the table; who
missed blinds those he missed, as 5.4.2 says. A relocated one owes nothing, the Small Blind of his seat included; only
the Big Blind of his seat is his to pay (5.4.1). Of two blinds owed the Big Blind is live and the small one dead.
"""

from typing import NamedTuple

from controller.core.effects import Effect
from controller.core.events import BlindsOpen
from controller.core.money import Cents
from controller.games.poker.cards import faces
from controller.games.poker.flow import resume_deal, start_betting
from controller.games.poker.state import FRESH, NOBODY, PREFLOP, Betting, Deal, Hand, Seat, State
from controller.games.records.altering import altered
from controller.games.refusal import Refused


class _Due(NamedTuple):
    """Seats due the blinds: `small` and `big` post them, the `missed_*` were absent; 0 for none.

    `of_two`: there are only two Players, and the button posts the Small Blind (3.8).
    """

    small: int
    big: int
    missed_small: int = 0
    missed_big: tuple[int, ...] = ()
    of_two: bool = False


def open_blinds(state: State, event: BlindsOpen, out: list[Effect]) -> State:
    """A Round of play begins: the button moves, the blinds are posted, and the cards are awaited."""
    if state.hand is not None:
        raise Refused("Round {round} is in progress.", "1.36", round=state.round)
    settings = state.settings
    if event.button is not None and not 1 <= event.button <= settings.seats:
        raise Refused("This table has seats 1 to {seats}, not {button}.", seats=settings.seats, button=event.button)
    seats = tuple(seat if seat is not None and seat.stack else None for seat in state.seats)  # the busted have left
    state = altered(state, seats=seats)
    button = event.button or _next_button(state)
    present = [number for number in _clockwise(settings.seats, button) if _is_present(seats[number - 1])]
    if len(present) > 2 and (here := seats[button - 1]) is not None and _waits_for_the_button(here):
        present = [number for number in present if number != button]
    if len(present) < 2:
        raise Refused("A Round of play needs two Players with chips, not {present}.", "3.8", present=len(present))
    due = _due(state, button, present)
    travelled = state.travelled + ((button - state.button) % settings.seats if state.button else 0)
    first_orbit = travelled < settings.seats
    hand = _post(state, present, due, first_orbit=first_orbit)
    after = altered(
        state,
        seats=_marked(seats, present, due),
        round=state.round + 1,
        button=button,
        travelled=travelled,
        absent_small=due.missed_small,
        kept=(),
        hand=hand,
    )
    return resume_deal(after, hand, out)


def _clockwise(seats: int, after: int) -> list[int]:
    return [(after + step) % seats + 1 for step in range(seats)]


def _is_present(seat: Seat | None) -> bool:
    return seat is not None and not seat.away


def _waits_for_the_button(seat: Seat) -> bool:
    """5.4.2 a: back after a missed Small Blind alone, he waits until the button has passed his seat."""
    return not seat.away and seat.missed_small and not seat.missed_big


def _next_button(state: State) -> int:
    """3.7: the first player on the Dealer's left, then the next one clockwise, or the seat that 5.5 names."""
    for number in _clockwise(state.settings.seats, state.button):
        seat = state.seats[number - 1]
        if _is_present(seat) or (seat is not None and number == state.absent_small):
            return number
    raise Refused("A Round of play needs two Players with chips, and nobody is at the table.", "3.8")


def _due(state: State, button: int, present: list[int]) -> _Due:
    around = [
        number
        for number in _clockwise(state.settings.seats, button)
        if number in present or ((seat := state.seats[number - 1]) is not None and seat.away and not seat.missed_big)
    ]
    if len(around) == 2 and button in around:  # 3.8: of two Players the button posts the Small Blind
        return _Due(small=button, big=around[0], of_two=True)
    first, rest = around[0], around[1:]
    big = next(number for number in rest if number in present)
    absent = tuple(number for number in rest[: rest.index(big)])
    if len(present) == 2 and button in present:  # 3.8, I26: the absent have missed what they were due all the same
        other = next(number for number in present if number != button)
        missed = 0 if first in present else first
        return _Due(small=button, big=other, missed_small=missed, missed_big=absent, of_two=True)
    if first not in present:  # 5.5
        return _Due(small=0, big=big, missed_small=first, missed_big=absent)
    return _Due(small=first, big=big, missed_big=absent)  # 3.8, 5.6


def _owed(seat: Seat, number: int, due: _Due, small: Cents, big: Cents, *, first_orbit: bool) -> tuple[Cents, Cents]:
    """What the seat posts: the live part, which counts as its bet, and the dead part."""
    if number == due.big:  # 5.4, 5.4.1 and 5.4.2 c and d: the Big Blind alone
        return big, 0
    if seat.entry == "relocated":  # 5.4.1
        return 0, 0
    joins = seat.entry == "new" and not first_orbit  # 5.4
    if number == due.small:
        if joins or seat.missed_big or (seat.missed_small and not due.of_two):
            return big, small
        return small, 0  # also 5.4.2 a, where of two Players the one back at the button cannot wait
    if joins:
        return big, 0
    if seat.missed_big:  # 5.4.2: both
        return big, small
    return (small, 0) if seat.missed_small else (0, 0)  # 5.4.2 a and b


def _post(state: State, present: list[int], due: _Due, *, first_orbit: bool) -> Hand:
    settings, seats = state.settings, state.seats
    brought, bets, dead = [], [], []
    for number in present:
        seat = seats[number - 1]
        assert seat is not None
        live_owed, dead_owed = _owed(
            seat, number, due, settings.small_blind, settings.big_blind, first_orbit=first_orbit
        )
        live = min(seat.stack, live_owed)
        brought.append(seat.stack)
        bets.append(live)
        dead.append(min(seat.stack - live, dead_owed))
    betting = Betting(
        street=PREFLOP,
        actor=NOBODY,
        high=settings.big_blind,
        last_raise=settings.big_blind,
        bets=tuple(bets),
        stacks=tuple(stack - bet - extra for stack, bet, extra in zip(brought, bets, dead, strict=True)),
        marks=(FRESH,) * len(present),
    )
    return Hand(
        phase="initial_deal",
        order=tuple(present),
        deal=Deal(early=state.kept, seen=faces(state.kept)),
        betting=start_betting(betting, present.index(due.big)),
        brought=tuple(brought),
        dead=tuple(dead),
        before=seats,
    )


def _marked(seats: tuple[Seat | None, ...], present: list[int], due: _Due) -> tuple[Seat | None, ...]:
    """The seats with what was paid and what was missed written on them."""
    marked = list(seats)
    for number in present:
        seat = seats[number - 1]
        assert seat is not None
        if seat.entry or seat.missed_small or seat.missed_big:
            marked[number - 1] = altered(seat, entry="", missed_small=False, missed_big=False)
    if due.missed_small and (seat := seats[due.missed_small - 1]) is not None:
        marked[due.missed_small - 1] = altered(seat, missed_small=True)
    for number in due.missed_big:
        if (seat := seats[number - 1]) is not None:
            marked[number - 1] = altered(seat, missed_big=True)
    return tuple(marked)
