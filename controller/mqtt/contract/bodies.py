"""The fields of each message (contract section 8), in their order; a field's own sentence becomes its description.

`to_json_object` makes the JSON: a field that is None by default is left out where it is None, every other one is
always there. The outcome of a round is in `controller.core.outcomes`; what goes out with it is `Published`. Money is an
integer of minor units (cents).
"""

from typing import Annotated, Literal

from pydantic import Field

from controller.core.alerts import Severity
from controller.core.dataclass import dataclass
from controller.core.effects import MeterState
from controller.core.events import Authority
from controller.core.money import Cents

Card = Annotated[str, Field(pattern=r"^([A23456789TJQK][SHDC]|\?\?)$")]
"""Rank and suit, `??` where the face is not known."""
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
"""SHA-256, hexadecimal."""
Bounds = Annotated[list[Cents], Field(min_length=2, max_length=2)]
"""The least and the most, in cents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """What each message begins with."""

    v: Literal[1]
    """The number of the contract; raised where a field changes its meaning or goes."""
    id: Annotated[str, Field(pattern="^.+-[0-9a-f]{12}-[0-9]+$")]
    """`JOURNAL-LIFE-SEQ`, unique for ever; a life is what follows one start of the daemon."""
    seq: Annotated[int, Field(ge=1)]
    """The number of the message at its table, one more each time: a gap is a loss, a number again a repeat."""
    at: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$")]
    """When it was recorded, UTC (RFC 3339)."""
    table: str
    """The table's name, which is in the topic too."""
    type: str
    """What the message is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unnumbered:
    """What a message begins with that no record stands behind: it is not in the journal, and none is ever missing."""

    v: Literal[1]
    """The number of the contract; raised where a field changes its meaning or goes."""
    at: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$")]
    """When it was made, UTC (RFC 3339). One that is older than what is known is somebody's repetition."""
    table: str
    """The table's name, which is in the topic too."""
    type: str
    """What the message is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """What each message ends with."""

    sig: Annotated[str, Field(pattern="^[0-9a-f]{128}$")]
    """Ed25519 over the topic and the text without this field, by the table's key; hexadecimal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What the table is, from each start."""

    version: str
    """The release that runs."""
    python: str
    """The version of Python that it runs with."""
    code_hash: Hash
    """Of the code that runs."""
    rules_version: str
    """Of the rules; raised with each change of what they answer."""
    rules_hash: Hash
    """Of the game, its rules and readings; each outcome has it too."""
    config_hash: Hash
    """Of the configuration in force."""
    weights_hash: str | None
    """Of the multiplier's weights; null where the game has none."""
    journal_id: str
    """The journal's name, with which each `id` begins."""
    public_key: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    """The table's Ed25519 key, hexadecimal. Who forges messages forges this one too: take it from the table itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoe:
    """The shoe in use."""

    cards_out: int
    """Cards that have left it."""
    decks: int
    """Decks of 52 cards, or what the game leaves of them, that it began with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rake:
    """What the House takes of each pot at poker (4.1)."""

    percent: str
    """Of each pot, a decimal in text, as `2.5`; `0` where it takes none."""
    cap: Cents | None = None
    """The most of a round, in cents; absent where there is no limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The table at this moment; published when phase, round or shoe change."""

    game: str
    """The game on the table."""
    phase: str
    """`idle` while no round is open; else `betting dealing offers play dealer settling`, in poker
    `initial_deal betting board reveal showdown`."""
    round: int
    """The round that is open, or was last."""
    limits: dict[str, Bounds | None]
    """Least and most of each kind of wager, in cents; in poker `stake`, null without limits."""
    blinds: Bounds | None = None
    """In poker alone: the small and the big one, in cents. The first release has neither these nor `rake`."""
    rake: Rake | None = None
    """In poker alone: what the House takes, which a sign has to show with its cap (4.1)."""
    shoe: Shoe
    """How far its shoe is."""
    open: bool
    """Whether the daemon deals; false from its stop on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardBody:
    """A card that the players can see, and where it lies."""

    card: Card
    """Rank and suit."""
    place: Literal["area", "dealer", "board", "seat"]
    """On what it lies."""
    area: int | None = None
    """The betting area, or the seat, from 1; absent for dealer and board."""
    hand: int | None = None
    """The hand on the area, from 1."""
    round: int
    """The round that it belongs to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """The multiplier meter. `showing` comes after the meter at the table has finished its roll, never before."""

    state: MeterState
    """`armed`: a press is awaited; `rolling`: it was pressed; `showing`: the multiplier stands."""
    area: int | None
    """The area whose wager it is for."""
    player: str | None
    """Whose wager it is for."""
    multiplier: int | None
    """Times the stake; null unless `showing`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The journal's head at this record: with it the outcome holds the journal to itself."""

    n: Annotated[int, Field(ge=0)]
    """The record's number in the journal."""
    head: Hash
    """The chain's link at this record."""
    seal: Annotated[str, Field(pattern="^[0-9a-f]{128}$")] | None
    """The key's signature over journal, number and link."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What an outcome carries at the broker beside its own fields."""

    corrects: str | None = None
    """The `id` of the outcome that this one takes the place of; with `revision` 2, 3 … and on a withdrawal."""
    journal: Proof
    """The journal's head at this record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn:
    """The round's outcome is withdrawn, the round is open again; another outcome follows."""

    game: str
    """The game on the table."""
    round: int
    """The round that is open again."""
    status: Literal["withdrawn"]
    """Tells it from an outcome."""
    rule: str
    """The clause that opened it again."""
    authority: Authority
    """Who did."""
    corrects: str | None = None
    """The `id` of the outcome that is withdrawn."""
    journal: Proof
    """The journal's head at this record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """Something for the floor, raised or cleared; `code` is explained in `config/ALERTS.md`."""

    state: Literal["raised", "cleared"]
    """One that is not lasting is raised and never cleared; one that is raised again meanwhile has another text."""
    code: str
    """Its kind; `ruling` is the answer to an irregularity or a correction."""
    severity: Severity
    """How grave it is."""
    text: str
    """A sentence for the floor."""
    rule: str | None
    """The clause, where one decides."""
    device: str | None
    """The device, where it is one's; else the table's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A device as it was last seen."""

    device: str
    """Its name, which ends the topic."""
    driver: str
    """The driver that reads it."""
    role: str
    """`shoe`, `shuffler`, `button`, `meter` or `console`."""
    port: str
    """Where it is plugged in; empty for one at the broker."""
    connected: bool
    """Whether it can be reached and what it sends can be read."""
    firmware: str | None
    """What it says of itself."""
    last_frame: str | None
    """When its last good frame came, UTC (RFC 3339)."""
    errors: dict[str, int]
    """How often: frames `rejected`, `repeated`, `gaps`, errors of the `line`, `losses` of it, orders `unsent`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthAlert:
    """An alert that is active."""

    code: str
    """Its kind, explained in `config/ALERTS.md`."""
    severity: Severity
    """How grave it is."""
    device: str | None
    """The device, where it is one's; else the table's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthDevice:
    """Whether a device is there; `device/NAME` has the rest."""

    device: str
    """Its name."""
    role: str
    """`shoe`, `shuffler`, `button`, `meter` or `console`."""
    connected: bool
    """Whether it can be reached and what it sends can be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthOutbox:
    """What the broker has not acknowledged yet."""

    waiting: int
    """Messages that wait."""
    oldest_s: float | None
    """For how long the oldest of them has, in seconds; null where none waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """How the table is; published every 60 s, and when alerts, devices, clock or `open` change. No card, no money."""

    version: str
    """The release that runs."""
    code_hash: Hash
    """Of the code that runs."""
    rules_hash: Hash
    """Of the game, its rules and readings."""
    config_hash: Hash
    """Of the configuration in force."""
    game: str
    """The game on the table."""
    phase: str
    """As in `state`, at this moment."""
    round: int
    """The round that is open, or was last."""
    open: bool
    """Whether the daemon deals."""
    alerts: tuple[HealthAlert, ...]
    """The active ones."""
    devices: tuple[HealthDevice, ...]
    """All of the configuration."""
    outbox: HealthOutbox
    """What waits for the broker."""
    commit_p99_ms: float | None
    """What 99 of 100 of the last commits took at most, in milliseconds; null before the first."""
    disk_free_bytes: int
    """What is left on the journal's disk."""
    clock_synchronised: bool
    """Whether a time server vouches for the clock by which records are dated."""
