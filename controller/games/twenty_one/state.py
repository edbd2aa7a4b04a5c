"""The state of a twenty-one table: immutable records, the table at the root, then the round, its areas and hands.

Everything the rules need to go on stands here and nothing else; `None` for the round means that no round is open.
Areas are kept by index (area number less one); a hand has an `id` that a later split does not change. Records that hold
cards do not show them in their `repr`: one may lie face down, and a record's text may end up in an error.
"""

from typing import Annotated, Literal, NamedTuple, TypeVar

from pydantic import PlainSerializer

from controller.core.cards import ALL_CARDS
from controller.core.effects import SetButton, SetMeter
from controller.core.money import Cents
from controller.core.tables import TwentyOneTable
from controller.games.quick_replace import quick
from controller.games.said import Said

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


@quick
class Bet(NamedTuple):
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


@quick
class Hand(NamedTuple):
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


@quick
class Side(NamedTuple):
    kind: str
    player: str
    position: int
    amount: Cents
    returned: str = ""
    """The clause by which it comes back; empty while it plays."""
    multiplier: int | None = None


class Insurance(NamedTuple):
    """`insured` is the player whose wager it covers, `position` that wager's."""

    player: str
    insured: str
    position: int
    amount: Cents
    returned: str = ""


@quick
class Area(NamedTuple):
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


class Draw(NamedTuple):
    card: str
    area: int
    hand: int

    def __repr__(self) -> str:
        return f"Draw(a card, {self.area}, {self.hand})"


class Following(NamedTuple):
    """What the other wagers on a hand may join until the next card; `new_hand` 0 where it is a double."""

    area: int
    hand: int
    new_hand: int
    free: bool


@quick
class Round(NamedTuple):
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


class Kept(NamedTuple):
    """A card out of the shoe that waits to be the next card.

    `disclosed` ones of several drawn at once are burned when the player they are offered to declines them (5.23.3.1);
    he is another than the one at the area `chooser`, who has selected what he wants of them.
    """

    card: str
    face_down: bool = False
    disclosed: bool = False
    chooser: int | None = None

    def __repr__(self) -> str:
        return "Kept(a card)"


@quick
class Shoe(NamedTuple):
    decks: int
    drawn: tuple[int, ...] = (0,) * len(ALL_CARDS)
    cut: bool = False
    burn_due: bool = False
    burned: tuple[str, ...] = ()
    """Burned since the last round ended: a burn card that was in fact dealt belongs to the next round."""

    @property
    def out(self) -> int:
        """How many cards have left the shoe."""
        return sum(self.drawn)

    def __repr__(self) -> str:
        return f"Shoe({self.decks} decks, {self.out} cards out)"


@quick
class State(NamedTuple):
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

    def __repr__(self) -> str:
        return f"State({self.table.game}, {self.rounds} rounds, {self.round!r})"


def replace_at(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The same tuple with one item changed."""
    changed = list(items)
    changed[index] = item
    return tuple(changed)
