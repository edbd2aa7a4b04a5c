"""The state of a poker table, immutable throughout, and the theory of a hand.

Between rounds `State.hand` is None and seats come, go and add chips (3.6). `blinds.open` makes a hand, which passes

    initial_deal → betting → board → betting → board → betting → board → betting → showdown → (no hand)

`initial_deal` waits for the burn card and the Hole Cards, `board` for the burn card and the cards of the next street.
From a shuffler there is no burn card: `initial_deal` waits for the sets, and `reveal` stands in the place of `board`
where the faces of the next street are not known. Where nobody is left to bet, betting is `closed` and the streets
follow each other without it (1.17). The last Fold ends the hand from any phase, and so does Void.

Whose word counts: in `betting` the seat at `actor` (another one is Out of Turn, 5.12); once betting is closed the seats
still in, to show or muck; the shoe always, since a card is a fact; the floor always.

Inside a hand a *position* counts the seats dealt in, clockwise from the button's left: position 0 gets the first card
(3.9.1), acts first after the flop (3.9.4) and gets the first odd chip (4.5).
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from controller.core.money import Cents
from controller.games.poker.settings import Settings
from controller.games.records.record import Record
from controller.games.said import Said

T = TypeVar("T")

NAME: Final = "poker"
"""As in the table line."""

Phase = Literal["initial_deal", "betting", "board", "reveal", "showdown"]

FRESH: Final = 0
"""Has not acted since the last full bet or raise: may raise."""
ACTED: Final = 1
"""Has acted since: may only call or fold what a short All-in added (3.12.3)."""
FOLDED: Final = 2

PREFLOP: Final = 0
RIVER: Final = 3
STREETS: Final = ("the Hole Cards", "the Flop", "the Turn Card", "the River Card")
BOARD_SIZE: Final = (0, 3, 4, 5)
"""The Community Cards that lie on each street."""

NOBODY: Final = -1


@dataclass(slots=True, unsafe_hash=True)
class Seat(Record):
    """A player at the table. `entry`: how he came, until he is dealt in; `missed_*`: what he owes (5.4.2)."""

    player: str
    stack: Cents
    entry: Literal["new", "relocated", ""] = "new"
    away: bool = False
    missed_small: bool = False
    missed_big: bool = False

    def copy(self) -> "Seat":
        """Another record with the same fields."""
        new = Seat.__new__(Seat)
        new.player = self.player
        new.stack = self.stack
        new.entry = self.entry
        new.away = self.away
        new.missed_small = self.missed_small
        new.missed_big = self.missed_big
        return new


@dataclass(slots=True, unsafe_hash=True, repr=False)
class Deal(Record):
    """The cards out of the deck: where they lie, and `seen`, a bit for each known face.

    `holes` is in the order dealt: from a shoe the first cards of all positions, then the second; from a shuffler two a
    position. An empty text is a place whose exposed card was discarded (5.3) and which the next card fills. `burns` has
    one a street. `community` are the five face down from a shuffler, of which `board` are open. `early` came before
    they were expected and are the next cards. `discards` are out of the round.
    """

    burns: tuple[str, ...] = ()
    holes: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    community: tuple[str, ...] = ()
    early: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    seen: int = 0
    exposed_holes: int = 0

    def __repr__(self) -> str:
        """How many cards lie where; never a face, since a record's text may end up in an error."""
        return f"Deal({len(self.burns)} burnt, {len(self.holes)} hole cards, {len(self.board)} on the board)"

    def copy(self) -> "Deal":
        """Another record with the same fields."""
        new = Deal.__new__(Deal)
        new.burns = self.burns
        new.holes = self.holes
        new.board = self.board
        new.community = self.community
        new.early = self.early
        new.discards = self.discards
        new.seen = self.seen
        new.exposed_holes = self.exposed_holes
        return new


@dataclass(slots=True, unsafe_hash=True)
class OutOfTurn(Record):
    """An action retracted until its turn (5.12): `amount` the total it indicated, 0 for a check or fold.

    `opening` was the amount to call then; `folded` and `moved`: whether one before it has folded since, or done
    anything but check and fold.
    """

    position: int
    amount: Cents
    opening: Cents
    folded: bool = False
    moved: bool = False

    def copy(self) -> "OutOfTurn":
        """Another record with the same fields."""
        new = OutOfTurn.__new__(OutOfTurn)
        new.position = self.position
        new.amount = self.amount
        new.opening = self.opening
        new.folded = self.folded
        new.moved = self.moved
        return new


@dataclass(slots=True, unsafe_hash=True)
class Betting(Record):
    """A Betting Round: `high` is the total to call, `last_raise` the last full bet or raise, `bets` what lies in front.

    `aggressor` is who has to show first by the last round that had betting: the last to raise, else the first to bet.
    `closed`: nobody will bet again in this hand. `waived` is the position that need not act any more since nobody is
    left who could answer: its check is taken for what it is.
    """

    street: int
    actor: int
    high: Cents
    last_raise: Cents
    bets: tuple[Cents, ...]
    stacks: tuple[Cents, ...]
    marks: tuple[int, ...]
    aggressor: int = NOBODY
    closed: bool = False
    pending: tuple[OutOfTurn, ...] = ()
    waived: int = NOBODY

    def copy(self) -> "Betting":
        """Another record with the same fields."""
        new = Betting.__new__(Betting)
        new.street = self.street
        new.actor = self.actor
        new.high = self.high
        new.last_raise = self.last_raise
        new.bets = self.bets
        new.stacks = self.stacks
        new.marks = self.marks
        new.aggressor = self.aggressor
        new.closed = self.closed
        new.pending = self.pending
        new.waived = self.waived
        return new


@dataclass(slots=True, unsafe_hash=True)
class Hand(Record):
    """A Round of play. `order` are the seats dealt in, by position; `brought` their stacks before the blinds.

    `dead` is what was paid into the Pot without being part of a bet. `shown` and `mucked` are positions in the order
    in which they did so; `before` is the table as it was, for a Void (5.14). `revealed` counts the streets that a
    `reveal` has confirmed. `came_early`: a card of the street that follows, or of the one that lies open, came before
    its Betting Round was over (5.9).
    """

    phase: Phase
    order: tuple[int, ...]
    deal: Deal
    betting: Betting
    brought: tuple[Cents, ...]
    dead: tuple[Cents, ...]
    before: tuple[Seat | None, ...]
    marker: bool = False
    shown: tuple[int, ...] = ()
    mucked: tuple[int, ...] = ()
    revealed: int = 0
    came_early: bool = False

    @property
    def contending(self) -> tuple[int, ...]:
        """Those of `shown` that are still in; a hand exposed during the betting was folded (5.13)."""
        marks = self.betting.marks
        return tuple(position for position in self.shown if marks[position] != FOLDED)

    def in_phase(self, phase: Phase) -> "Hand":
        """The hand as it goes on."""
        new = self.copy()
        new.phase = phase
        return new

    def with_deal(self, deal: Deal) -> "Hand":
        """The hand after a card."""
        new = self.copy()
        new.deal = deal
        return new

    def with_betting(self, betting: Betting) -> "Hand":
        """The hand after an action."""
        new = self.copy()
        new.betting = betting
        return new

    def copy(self) -> "Hand":
        """Another record with the same fields."""
        new = Hand.__new__(Hand)
        new.phase = self.phase
        new.order = self.order
        new.deal = self.deal
        new.betting = self.betting
        new.brought = self.brought
        new.dead = self.dead
        new.before = self.before
        new.marker = self.marker
        new.shown = self.shown
        new.mucked = self.mucked
        new.revealed = self.revealed
        new.came_early = self.came_early
        return new


@dataclass(slots=True, unsafe_hash=True, repr=False)
class State(Record):
    """The table: `seats` by number less one, `hand` None between rounds.

    `travelled` is how far the button has come, in seats; `absent_small` the seat that was absent for the Small Blind of
    the last round (5.5), 0 for none; `kept` the cards that came while no round was open. While `held` the round does
    not settle, since a ruling in its record is still to come.
    """

    settings: Settings
    seats: tuple[Seat | None, ...]
    round: int = 0
    button: int = 0
    travelled: int = 0
    absent_small: int = 0
    kept: tuple[str, ...] = ()
    hand: Hand | None = None
    held: bool = False
    before: "State | None" = None
    said: tuple[Said, ...] = ()
    revision: int = 0

    @property
    def game(self) -> str:
        """The name of the game on the table."""
        return NAME

    def __repr__(self) -> str:
        """Where the table is; never a card."""
        return f"State(round {self.round}, {self.hand.phase if self.hand is not None else 'between rounds'})"

    def with_hand(self, hand: Hand) -> "State":
        """The table after whatever happened in the hand."""
        new = self.copy()
        new.hand = hand
        return new

    def copy(self) -> "State":
        """Another record with the same fields."""
        new = State.__new__(State)
        new.settings = self.settings
        new.seats = self.seats
        new.round = self.round
        new.button = self.button
        new.travelled = self.travelled
        new.absent_small = self.absent_small
        new.kept = self.kept
        new.hand = self.hand
        new.held = self.held
        new.before = self.before
        new.said = self.said
        new.revision = self.revision
        return new


def hole_cards(settings: Settings, hand: Hand, position: int) -> tuple[str, str]:
    """The two Hole Cards of a position, `??` where a face is not known."""
    holes = hand.deal.holes
    if settings.shuffler:
        return holes[2 * position], holes[2 * position + 1]
    return holes[position], holes[len(hand.order) + position]


def replace_at(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The tuple with one item changed."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)
