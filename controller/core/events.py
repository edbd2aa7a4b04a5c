"""What goes into the rules: facts that have happened and requests that the rules may refuse.

The vocabulary is that of the table contract; a script, the journal, a driver and a message all carry the same
records. `Event` says what every event may carry; each class below is one `type` of the contract. The records are
frozen; their field annotations double as the schema by which the one reader at the border checks what comes in.

A field that may hold the face of a card that nobody has seen is left out of the record's `repr`, so that no traceback,
log line or failed assertion can tell it.
"""

from dataclasses import field
from typing import Annotated, Final, Literal, get_args

from pydantic import ConfigDict, Field, StringConstraints

from controller.core.cards import Card
from controller.core.dataclass import dataclass
from controller.core.money import Cents

Authority = Literal["dealer", "pit_supervisor", "pit_manager", "shift_manager", "technician"]
RANK: Final[dict[str, int]] = {
    "technician": 0, "dealer": 0, "pit_supervisor": 1, "pit_manager": 2, "shift_manager": 3,
}  # fmt: skip
"""Who may do what a lower rank may; a technician has no say over the game."""

Instant = Annotated[
    str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|\+00:00)$")
]
Player = Annotated[str, StringConstraints(min_length=1, max_length=64)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What every event may carry: when (RFC 3339, UTC), from which device or person, by whose authority."""

    __pydantic_config__ = ConfigDict(strict=True, extra="forbid")

    at: Instant | None = None
    source: str | None = None
    authority: Authority = "dealer"


# --- the twenty-one games ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeNew(Event):
    type: Literal["shoe.new"] = "shoe.new"
    decks: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsOpen(Event):
    type: Literal["bets.open"] = "bets.open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Event):
    type: Literal["seat"] = "seat"
    area: int
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft(Event):
    type: Literal["seat.left"] = "seat.left"
    area: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager(Event):
    type: Literal["wager"] = "wager"
    area: int
    kind: str
    amount: Cents
    player: Player | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerWithdrawn(Event):
    type: Literal["wager.withdrawn"] = "wager.withdrawn"
    area: int
    kind: str
    player: Player | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsClosed(Event):
    type: Literal["bets.closed"] = "bets.closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn(Event):
    """A card left the shoe. The engine knows whose it is."""

    type: Literal["card"] = "card"
    card: Card = field(repr=False)
    face_down: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Event):
    """The face-down cards of an area are turned; at poker the next community cards."""

    type: Literal["reveal"] = "reveal"
    area: int | None = None
    cards: tuple[Card, ...] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCard(Event):
    type: Literal["cut_card"] = "cut_card"


@dataclass(frozen=True, slots=True, kw_only=True)
class Insure(Event):
    type: Literal["insure"] = "insure"
    area: int
    amount: Cents
    player: Player | None = None
    for_: Annotated[Player | None, Field(alias="for")] = None


Action21 = Literal[
    "hit", "stand", "double", "split", "surrender", "even_money", "free_double", "free_split", "rescue"
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(Event):
    type: Literal["decision"] = "decision"
    area: int
    action: Action21
    player: Player | None = None
    amount: Cents | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow(Event):
    type: Literal["follow"] = "follow"
    area: int
    player: Player
    amount: Cents | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OffersClosed(Event):
    type: Literal["offers.closed"] = "offers.closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonPressed(Event):
    type: Literal["button.pressed"] = "button.pressed"
    player: Player | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MultiplierDrawn(Event):
    type: Literal["multiplier.drawn"] = "multiplier.drawn"
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoid(Event):
    type: Literal["round.void"] = "round.void"
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where the cards of the round in fact lie; a split area is a list of lists."""

    __pydantic_config__ = ConfigDict(strict=True, extra="forbid")

    areas: dict[str, tuple[Card, ...] | tuple[tuple[Card, ...], ...]] = field(default_factory=dict, repr=False)
    dealer: tuple[Card, ...] = field(default=(), repr=False)
    removed: tuple[Card, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity(Event):
    """Something the rules' section 5 treats; which fields count depends on `kind`."""

    type: Literal["irregularity"] = "irregularity"
    kind: str
    area: int | None = None
    player: Player | None = None
    layout: Layout | None = None
    reconstructable: bool | None = None
    option: Literal["act", "withdraw"] | None = None
    cards: tuple[Card, ...] | None = field(default=None, repr=False)
    disclosed: tuple[Card, ...] | None = field(default=None, repr=False)
    chosen: tuple[Card, ...] | None = field(default=None, repr=False)
    card: Card | None = field(default=None, repr=False)
    amount: Cents | None = None
    decision: str | None = None
    seat: int | None = None
    seats: tuple[int, ...] | None = None
    looked: bool | None = None
    street: Literal["flop", "turn", "river"] | None = None
    since: Literal["deal", "interim", "subsequent"] | None = None
    """When the error happened, where the count of cards misleads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRead(Event):
    """The face of the oldest card that the shoe could not read, entered by the dealer."""

    type: Literal["card.read"] = "card.read"
    card: Card = field(repr=False)


# --- poker ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Event):
    type: Literal["join"] = "join"
    seat: int
    player: Player
    stack: Cents
    as_: Annotated[Literal["new", "relocated"], Field(alias="as")] = "new"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Event):
    type: Literal["leave"] = "leave"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StackAdd(Event):
    type: Literal["stack.add"] = "stack.add"
    seat: int
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Away(Event):
    type: Literal["away"] = "away"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Back(Event):
    type: Literal["back"] = "back"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindsOpen(Event):
    type: Literal["blinds.open"] = "blinds.open"
    button: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDispensed(Event):
    """A set of cards from an electronic shuffler: first five community cards, then two for each player (3.10)."""

    type: Literal["set"] = "set"
    cards: tuple[Card, ...] = field(repr=False)


ActionPoker = Literal["fold", "check", "bet", "call", "raise", "all_in"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerAction(Event):
    type: Literal["action"] = "action"
    seat: int
    action: ActionPoker
    amount: Cents | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Showdown(Event):
    type: Literal["showdown"] = "showdown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Event):
    type: Literal["show"] = "show"
    seat: int
    cards: tuple[Card, ...] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Muck(Event):
    type: Literal["muck"] = "muck"
    seat: int


PlainEvent = (
    ShoeNew | BetsOpen | Seat | SeatLeft | Wager | WagerWithdrawn | BetsClosed | CardDrawn | Reveal | CutCard | Insure
    | Decision | Follow | OffersClosed | ButtonPressed | MultiplierDrawn | RoundVoid | Irregularity | CardRead
    | Join | Leave | StackAdd | Away | Back | BlindsOpen | SetDispensed | PokerAction | Showdown | Show | Muck
)  # fmt: skip
"""What happens at a table; a correction is about these."""


# --- corrections ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change to the record of the round: `of` is the event that was something else, `after` one before a new one.

    The numbers are lines of a script or records of a journal. Without an event the one that is named should not be.
    """

    __pydantic_config__ = ConfigDict(strict=True, extra="forbid")

    of: int | None = None
    after: int | None = None
    event: Annotated[PlainEvent, Field(discriminator="type")] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction(Event):
    """What was said in the round at hand is put right: it is played again with the changes (contract section 9)."""

    type: Literal["correction"] = "correction"
    changes: Annotated[tuple[Change, ...], Field(min_length=1)]
    reason: str


AnyEvent = PlainEvent | Correction

EVENT_TYPES: Final[tuple[str, ...]] = tuple(
    get_args(cls.__dataclass_fields__["type"].type)[0] for cls in get_args(AnyEvent)
)
"""The word of each event, in the order of the contract."""
