"""The state of a twenty-one table: immutable records, the table at the root, then the round, its areas and hands.

Everything the rules need to go on stands here and nothing else; `None` for the round means that no round is open.
Areas are kept by index (area number less one); a hand has an `id` that a later split does not change. Records that hold
cards do not show them in their `repr`: one may lie face down, and a record's text may end up in an error.
"""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeVar

from pydantic import PlainSerializer

from controller.core.effects import SetButton, SetMeter
from controller.core.money import Cents
from controller.core.tables import TwentyOneTable
from controller.games.records.record import Record
from controller.games.said import Said
from controller.games.twenty_one.shoe import Kept, Shoe

T = TypeVar("T")

Names = Annotated[frozenset[str], PlainSerializer(sorted, return_type=list[str])]
"""Written in their order: a set's own differs from one process to the next, and a snapshot is compared to the byte."""

Fate = Literal["", "surrendered", "even_money", "rescued", "returned"]
"""What has already become of a wager on a hand; empty while it is live or waits for the cards alone."""

Done = Literal["", "stand", "complete", "refused"]
"""Why no more cards go to a hand: the player stood, the rules completed it, or he refused a card (5.9)."""

Pending = Literal["", "hit", "double", "second"]
"""Why the hand's next card is on its way."""

Phase = Literal["betting", "dealing", "play", "dealer", "settling"]
Awaits = Literal["wagers", "card", "decision", "press", "ruling"]

DEALER = -1
BURN = -2
DISCARD = -3
"""Places that are no area, in a draw."""


@dataclass(slots=True, unsafe_hash=True)
class Bet(Record):
    """A main wager as it lies on one hand: `stake` is real money (0 on a free split), `added` what doubling added."""

    player: str
    position: int
    original: Cents
    stake: Cents
    added: Cents = 0
    markers: int = 0
    joined: bool = False
    fate: Fate = ""
    clause: str = ""
    """The clause by which it was returned."""

    def copy(self) -> "Bet":
        """Another record with the same fields."""
        new = Bet.__new__(Bet)
        new.player = self.player
        new.position = self.position
        new.original = self.original
        new.stake = self.stake
        new.added = self.added
        new.markers = self.markers
        new.joined = self.joined
        new.fate = self.fate
        new.clause = self.clause
        return new


@dataclass(slots=True, unsafe_hash=True, repr=False)
class Hand(Record):
    id: int
    cards: tuple[str, ...]
    bets: tuple[Bet, ...]
    split: bool = False
    aces: bool = False
    doubled: bool = False
    acted: bool = False
    short: bool = False
    done: Done = ""
    pending: Pending = ""
    hidden: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"Hand({self.id}, {len(self.cards)} cards, {self.bets!r})"

    def copy(self) -> "Hand":
        """Another record with the same fields."""
        new = Hand.__new__(Hand)
        new.id = self.id
        new.cards = self.cards
        new.bets = self.bets
        new.split = self.split
        new.aces = self.aces
        new.doubled = self.doubled
        new.acted = self.acted
        new.short = self.short
        new.done = self.done
        new.pending = self.pending
        new.hidden = self.hidden
        return new


@dataclass(slots=True, unsafe_hash=True)
class Side(Record):
    kind: str
    player: str
    position: int
    amount: Cents
    returned: str = ""
    """The clause by which it comes back; empty while it plays."""
    multiplier: int | None = None

    def copy(self) -> "Side":
        """Another record with the same fields."""
        new = Side.__new__(Side)
        new.kind = self.kind
        new.player = self.player
        new.position = self.position
        new.amount = self.amount
        new.returned = self.returned
        new.multiplier = self.multiplier
        return new


@dataclass(slots=True, unsafe_hash=True)
class Insurance(Record):
    """`insured` is the player whose wager it covers, `position` that wager's."""

    player: str
    insured: str
    position: int
    amount: Cents
    returned: str = ""

    def copy(self) -> "Insurance":
        """Another record with the same fields."""
        new = Insurance.__new__(Insurance)
        new.player = self.player
        new.insured = self.insured
        new.position = self.position
        new.amount = self.amount
        new.returned = self.returned
        return new


@dataclass(slots=True, unsafe_hash=True, repr=False)
class Area(Record):
    mains: tuple[Bet, ...] = ()
    sides: tuple[Side, ...] = ()
    insurances: tuple[Insurance, ...] = ()
    hands: tuple[Hand, ...] = ()
    opening: tuple[str, ...] = ()
    """The initial two cards, kept when the hand was split."""
    absent: tuple[str, ...] = ()
    closer: str | None = None
    """Who had the last decision on the area (I16)."""

    def __repr__(self) -> str:
        return f"Area({self.mains!r}, {self.sides!r}, {self.hands!r})"

    def copy(self) -> "Area":
        """Another record with the same fields."""
        new = Area.__new__(Area)
        new.mains = self.mains
        new.sides = self.sides
        new.insurances = self.insurances
        new.hands = self.hands
        new.opening = self.opening
        new.absent = self.absent
        new.closer = self.closer
        return new


@dataclass(slots=True, unsafe_hash=True, repr=False)
class Draw(Record):
    card: str
    area: int
    hand: int

    def __repr__(self) -> str:
        return f"Draw(a card, {self.area}, {self.hand})"

    def copy(self) -> "Draw":
        """Another record with the same fields."""
        new = Draw.__new__(Draw)
        new.card = self.card
        new.area = self.area
        new.hand = self.hand
        return new


@dataclass(slots=True, unsafe_hash=True)
class Following(Record):
    """What the other wagers on a hand may join until the next card; `new_hand` 0 where it is a double."""

    area: int
    hand: int
    new_hand: int
    free: bool

    def copy(self) -> "Following":
        """Another record with the same fields."""
        new = Following.__new__(Following)
        new.area = self.area
        new.hand = self.hand
        new.new_hand = self.new_hand
        new.free = self.free
        return new


@dataclass(slots=True, unsafe_hash=True, repr=False)
class Round(Record):
    number: int
    phase: Phase
    areas: tuple[Area, ...]
    awaits: Awaits = "wagers"
    place: tuple[int, int] | None = None
    """Where the next card goes: (area, hand id), or (DEALER, 0)."""
    turn: tuple[int, int] | None = None
    """The hand that acts: (area, hand id)."""
    dealer: tuple[str, ...] = ()
    dealer_done: bool = False
    dealt: bool = False
    subsequent: bool = False
    offers_open: bool = False
    offered: bool = False
    """The Dealer has announced that the offers are closed (I25)."""
    pressed: tuple[int, int] | None = None
    """The pandemonium wager whose press waits for its multiplier: (area, position)."""
    following: Following | None = None
    rescuable: tuple[int, int] | None = None
    withdrawal: str | None = None
    """The clause by which players may withdraw until the next card."""
    pause: bool = False
    """Kept cards wait while somebody may choose (`choosing`)."""
    completing: tuple[int, int] | None = None
    """The hand that goes on before the Dealer gets his missing first card (5.12.1)."""
    reshuffling: bool = False
    draws: tuple[Draw, ...] = ()
    removed: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Round({self.number}, {self.phase!r}, awaits {self.awaits!r})"

    def copy(self) -> "Round":
        """Another record with the same fields."""
        new = Round.__new__(Round)
        new.number = self.number
        new.phase = self.phase
        new.areas = self.areas
        new.awaits = self.awaits
        new.place = self.place
        new.turn = self.turn
        new.dealer = self.dealer
        new.dealer_done = self.dealer_done
        new.dealt = self.dealt
        new.subsequent = self.subsequent
        new.offers_open = self.offers_open
        new.offered = self.offered
        new.pressed = self.pressed
        new.following = self.following
        new.rescuable = self.rescuable
        new.withdrawal = self.withdrawal
        new.pause = self.pause
        new.completing = self.completing
        new.reshuffling = self.reshuffling
        new.draws = self.draws
        new.removed = self.removed
        return new


@dataclass(slots=True, unsafe_hash=True, repr=False)
class State(Record):
    table: TwentyOneTable
    rules_hash: str
    shoe: Shoe
    seats: tuple[str | None, ...]
    rounds: int = 0
    round: Round | None = None
    kept: tuple[Kept, ...] = ()
    warned: Names = frozenset()
    """Players whose wager under the minimum has been settled once (5.26)."""
    overdraw: bool = False
    """The Dealer drew to his end; a further card before the next round is discarded (5.7)."""
    button: SetButton = SetButton(lit=False)
    meter: SetMeter = SetMeter("idle")
    waiting: tuple[Kept, ...] = ()
    """A card that the shoe could not read, and those that came after it: they wait until its face is entered."""
    vacated: frozenset[int] = frozenset()
    """Areas left or taken by another while cards were played: from the next round on I24 holds."""
    drawn: tuple[tuple[int, str, int], ...] = ()
    """The multipliers drawn in the round, in their order: area index, player, value."""
    promised: tuple[tuple[int, str, int], ...] = ()
    """Those that are still to come where the round is played again."""
    held: bool = False
    """The round does not settle yet: a ruling in its record is still to come."""
    before: "State | None" = None
    said: tuple[Said, ...] = ()
    revision: int = 0

    @property
    def game(self) -> str:
        """The name of the game on the table."""
        return self.table.game

    def with_round(self, round_: Round | None) -> "State":
        """The table after whatever happened in the round."""
        new = self.copy()
        new.round = round_
        return new

    def __repr__(self) -> str:
        return f"State({self.table.game}, {self.rounds} rounds, {self.round!r})"

    def copy(self) -> "State":
        """Another record with the same fields."""
        new = State.__new__(State)
        new.table = self.table
        new.rules_hash = self.rules_hash
        new.shoe = self.shoe
        new.seats = self.seats
        new.rounds = self.rounds
        new.round = self.round
        new.kept = self.kept
        new.warned = self.warned
        new.overdraw = self.overdraw
        new.button = self.button
        new.meter = self.meter
        new.waiting = self.waiting
        new.vacated = self.vacated
        new.drawn = self.drawn
        new.promised = self.promised
        new.held = self.held
        new.before = self.before
        new.said = self.said
        new.revision = self.revision
        return new


def replace_at(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The same tuple with one item changed."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)
