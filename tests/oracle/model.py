"""What lies on the table in a round: wagers, hands, areas and the round itself. Only data, no rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.oracle.cards import count


@dataclass
class Wager:
    """A wager as placed: main or side. The later fields are used by main wagers only."""

    player: str
    position: int
    amount: int
    surrendered: bool = False
    even_money: bool = False
    insurance: int = 0
    insured_by: str | None = None
    insurance_returned: bool = False


@dataclass
class Part:
    """The part of one player's main wager that lies on one hand."""

    base: int  # money: the original wager, or the equal one of a paid split; 0 on a hand of a free split
    doubled: int = 0  # money added by a double
    markers: int = 0  # free bet markers on this hand
    joined: bool = False  # has doubled (for money or free) on this hand
    rescued: bool = False

    @property
    def stake(self) -> int:
        return self.base + self.doubled


@dataclass
class Hand:
    cards: list[str] = field(default_factory=list)
    parts: dict[str, Part] = field(default_factory=dict)
    split: bool = False
    split_aces: bool = False
    doubled: bool = False
    stood: bool = False
    acted: bool = False
    awaiting: bool = False  # a card has been asked for
    low_aces: bool = False  # Pontoon, doubled: an Ace among the first two cards is 1 (3.4.2)

    def count(self) -> tuple[int, bool]:
        return count(self.cards, aces_low=2 if self.low_aces else 0)

    @property
    def total(self) -> int:
        return self.count()[0]

    @property
    def bust(self) -> bool:
        return self.total > 21


@dataclass
class Area:
    number: int
    mains: list[Wager] = field(default_factory=list)
    sides: dict[str, list[Wager]] = field(default_factory=dict)
    hands: list[Hand] = field(default_factory=list)
    first_two: list[str] = field(default_factory=list)  # as dealt, for the side wagers
    in_control_at_end: str | None = None

    def main_of(self, player: str | None) -> Wager | None:
        return next((w for w in self.mains if w.player == player), None)


@dataclass
class Press:
    """A winning pandemonium wager and its press (3.19.1)."""

    area: int
    wager: Wager
    pressed: bool = False
    multiplier: int | None = None


@dataclass
class Follow:
    """The controlling player's last split or double, open to the others until the next card."""

    area: int
    hand: int
    action: str  # split, free_split, double, free_double
    leader: str
    new_hand: int | None = None
    joined: set[str] = field(default_factory=set)


@dataclass
class Round:
    number: int
    areas: dict[int, Area] = field(default_factory=dict)
    dealer: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)  # of the initial deal still to come; 0 is the Dealer
    phase: str = "betting"  # betting, deal, play, dealer
    cards_after_deal: bool = False  # the subsequent deal has begun
    offers_closed: bool = False
    closed_by_held: bool = False  # a card that nobody asked for came while something was open
    follow: Follow | None = None
    rescue: tuple[int, int] | None = None
    presses: list[Press] = field(default_factory=list)

    def area(self, number: int) -> Area:
        return self.areas.setdefault(number, Area(number))

    def dealt(self) -> list[Area]:
        """The areas with a main wager, clockwise."""
        return [self.areas[n] for n in sorted(self.areas) if self.areas[n].mains]
