"""The parts of what the floor sees that only a twenty-one table has."""

from typing import Literal

from controller.core.dataclass import dataclass
from controller.core.money import Cents
from controller.core.outcomes import LedgerLine
from controller.games.floor.records import Floor

HandStatus = Literal[
    "", "acts", "draws", "stand", "complete", "refused", "doubled", "21", "pontoon", "blackjack", "bust", "surrendered",
    "returned",
]  # fmt: skip
"""Empty while the hand's turn is still to come; `draws` while its card is on its way, `refused` after 5.9."""

PressState = Literal["owed", "armed", "rolling", "drawn"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MainWager:
    """`stake` is real money, 0 on a free split; `added` what doubling added; `fate` what became of it before the end.

    `clause` is the one by which it was returned.
    """

    player: str
    position: int
    original: Cents
    stake: Cents
    added: Cents = 0
    markers: int | None = None
    fate: str | None = None
    clause: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBet:
    """A side wager, or insurance: then `insured` is the player whose wager it covers. `returned` is the clause."""

    kind: str
    player: str
    position: int
    amount: Cents
    insured: str | None = None
    multiplier: int | None = None
    returned: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSeen:
    """`total` is None where a card lies face down, or none was dealt. `player` calls its decisions, by `clause`."""

    hand: int
    cards: tuple[str, ...]
    total: int | None = None
    soft: bool = False
    pair: bool = False
    natural: bool = False
    split: bool = False
    doubled: bool = False
    status: HandStatus
    player: str | None = None
    clause: str | None = None
    wagers: tuple[MainWager, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaSeen:
    """`seated` is the player who sits there; `absent` are those for whom the fixed rule plays (5.22)."""

    area: int
    seated: str | None = None
    hands: tuple[HandSeen, ...] = ()
    sides: tuple[SideBet, ...] = ()
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerSeen:
    cards: tuple[str, ...] = ()
    total: int | None = None
    soft: bool = False
    status: Literal["", "draws", "stand", "pontoon", "blackjack", "bust"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """One press of the jackpot button, in the order of 3.19.1; `nominee` is who pressed for the player."""

    area: int
    player: str
    position: int
    stake: Cents
    state: PressState
    nominee: str | None = None
    multiplier: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Jackpot:
    """`barred` may not be nominated: they have a winning wager themselves, by `clause`."""

    presses: tuple[Press, ...]
    barred: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TwentyOneFloor(Floor):
    """`owed` has a line of the ledger for each wager that is won, lost or returned already; at the end, all of them.

    `kept` are the cards that came early and are the next ones, `last_round_of_shoe` whether the cutting card is out.
    """

    limits: dict[str, tuple[Cents, Cents]]
    areas: tuple[AreaSeen, ...]
    dealer: DealerSeen
    owed: tuple[LedgerLine, ...] = ()
    net: Cents = 0
    """The sum over `owed`: what the house pays, negative where it takes."""
    jackpot: Jackpot | None = None
    kept: tuple[str, ...] = ()
    last_round_of_shoe: bool = False
