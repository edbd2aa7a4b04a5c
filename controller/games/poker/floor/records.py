"""The parts of what the floor sees that only a poker table has."""

from dataclasses import dataclass
from typing import Literal

from controller.core.money import Cents
from controller.core.outcomes import SeatLine, ShownHand, Uncalled
from controller.games.floor.records import Floor

SeatStatus = Literal["", "free", "out", "away", "acts", "folded", "all_in", "shown", "mucked"]
"""Empty for a seat in the round whose turn is still to come; `out` was not dealt in."""

Street = Literal["preflop", "flop", "turn", "river"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSeen:
    """`bet` lies in front, `put` is all that it has in the pot and in front; `hole` as everybody sees it.

    `owes` are blinds missed while away (5.4.2). `hand` is what it holds, once shown with the whole board open.
    """

    seat: int
    status: SeatStatus
    player: str | None = None
    stack: Cents = 0
    bet: Cents = 0
    put: Cents = 0
    button: bool = False
    folded: bool = False
    all_in: bool = False
    hole: tuple[str, ...] = ()
    hand: ShownHand | None = None
    owes: tuple[Literal["small", "big"], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PotSeen:
    """The main pot first; `eligible` are the seats that can win it, `winners` what each got of it after the rake."""

    amount: Cents
    rake: Cents
    eligible: tuple[int, ...]
    winners: dict[str, Cents] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerFloor(Floor):
    """`pots` are without what lies in front. `to_show` are the seats that still show or give up, in their order.

    `owed` are the lines of the ledger, once the round has its outcome. `early` cards came before they were expected.
    """

    blinds: tuple[Cents, Cents]
    stake: tuple[Cents, Cents] | None = None
    button: int | None = None
    seats: tuple[SeatSeen, ...]
    street: Street | None = None
    board: tuple[str, ...] = ()
    pots: tuple[PotSeen, ...] = ()
    to_call: Cents | None = None
    uncalled: Uncalled | None = None
    to_show: tuple[int, ...] = ()
    owed: tuple[SeatLine, ...] = ()
    rake: Cents | None = None
    early: int = 0
