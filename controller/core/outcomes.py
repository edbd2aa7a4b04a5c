"""The outcome of a round, as the contract's sections 5 and 6 shape it, and its one JSON form.

`to_json_object` is the only way an outcome becomes JSON: the same bytes on standard output, in the journal and on MQTT.
"""

import json
from dataclasses import fields
from typing import Any, Final, Literal

from pydantic_core import to_json

from controller.core.dataclass import dataclass
from controller.core.money import Cents
from controller.core.quick import quick

Status = Literal["settled", "void"]
LineResult = Literal["win", "lose", "stand_off", "surrendered", "returned", "void"]
HandResult = Literal["pontoon", "blackjack", "21", "stand", "bust", "surrendered"]
DealerResult = Literal["stand", "bust", "pontoon", "blackjack", "not_drawn"]


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class DealerHand:
    """The Dealer's hand; `not_drawn` where only the first card was needed, whose value is the total."""

    cards: tuple[str, ...]
    """In the order in which they came."""
    total: int
    """By the rules of the game, an Ace alone 11."""
    result: DealerResult
    """How it ended."""


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerHand:
    """A hand on an area; split hands follow each other."""

    area: int
    """The betting area, from 1 at the Dealer's left."""
    hand: int
    """The hand on the area, from 1."""
    cards: tuple[str, ...]
    """In the order in which they came."""
    total: int
    """By the rules of the game."""
    doubled: bool
    """Whether it was doubled, also where that was rescued."""
    split: bool
    """Whether it came from a split."""
    result: HandResult
    """How it ended; `21` is one paid, completed or stood at 21."""


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """One wager's fate: `stake` real money at risk, `net` the player's gain or loss, both in cents."""

    area: int
    """The betting area, from 1."""
    hand: int | None = None
    """The hand, for a main wager or its bonus; side wagers and insurance have none."""
    player: str
    """Whose wager it is."""
    kind: str
    """`main`, `insurance`, a side wager's kind, or `super_bonus`."""
    stake: Cents
    """Real money at risk, in cents, with a doubled portion; 0 for a free hand and a bonus."""
    net: Cents
    """What the player gains, in cents; negative where he loses."""
    result: LineResult
    """`lose` also where a part is lost and a part returned."""
    odds: str | None = None
    """At which it was paid, as `3:2`."""
    multiplier: int | None = None
    """Of a jackpot line: times the stake."""
    markers: int | None = None
    """Free Bet: the free markers on the hand."""
    rules: tuple[str, ...]
    """The clauses that decided it."""


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class TwentyOneOutcome:
    """A round of a twenty-one game (contract section 5)."""

    type: Literal["outcome"] = "outcome"
    """What it is."""
    game: str
    """The game that was played."""
    round: int
    """The round's number, from 1."""
    revision: int | None = None
    """From the second on: the outcome before was withdrawn or changed."""
    status: Status
    """`void`: every stake comes back."""
    rule: str | None = None
    """Why it is void."""
    dealer: DealerHand
    """The Dealer's hand."""
    hands: tuple[PlayerHand, ...]
    """In order of area and hand."""
    ledger: tuple[LedgerLine, ...]
    """A line for each wager, insurance and bonus."""
    net: Cents
    """What the players gain together, in cents: the sum over the ledger."""
    rules_hash: str
    """SHA-256 of game, rules and readings, hexadecimal."""


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHand:
    """The five cards that count."""

    rank: str
    """`royal_flush` to `high_card`."""
    cards: tuple[str, ...]
    """Five."""


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """`amount` before the rake, `winners` seat to amount after it."""

    amount: Cents
    """In cents, before the rake."""
    rake: Cents
    """What the house takes of it, in cents."""
    eligible: tuple[int, ...]
    """The seats that could win it, before any muck."""
    winners: dict[str, Cents]
    """Seat to what it gets, in cents, after the rake."""


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Uncalled:
    """What nobody called goes back (4.3)."""

    seat: int
    """To whom."""
    amount: Cents
    """In cents."""


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """A seat that was dealt in."""

    seat: int
    """Its number, from 1."""
    player: str
    """Who sits there."""
    put: Cents
    """Into the pots, in cents, without what was returned uncalled."""
    won: Cents
    """Out of the pots, in cents."""
    net: Cents
    """`won` less `put`, in cents."""
    result: Literal["win", "split", "lose", "fold", "void"]
    """`win`: a pot alone; `split`: only shared ones."""
    hole: tuple[str, ...]
    """Its two cards, `??` where they were not shown."""
    hand: ShownHand | None = None
    """Where it was shown."""


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class PokerOutcome:
    """A round of poker (contract section 6)."""

    type: Literal["outcome"] = "outcome"
    """What it is."""
    game: str
    """The game that was played."""
    round: int
    """The round's number, from 1."""
    revision: int | None = None
    """From the second on: the outcome before was withdrawn or changed."""
    status: Status
    """`void`: everything comes back."""
    rule: str | None = None
    """Why it is void."""
    button: int
    """The seat of the dealer button."""
    board: tuple[str, ...]
    """The community cards."""
    pots: tuple[Pot, ...]
    """The main pot first."""
    ledger: tuple[SeatLine, ...]
    """A line for each seat that was dealt in."""
    uncalled: Uncalled | None
    """The bet that nobody called; null where there was none."""
    rake: Cents
    """What the house takes in all, in cents."""
    rules: tuple[str, ...]
    """The clauses that decided the round."""
    rules_hash: str
    """SHA-256 of game, rules and readings, hexadecimal."""


Outcome = TwentyOneOutcome | PokerOutcome


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class LineChange:
    """A line of the ledger that a ruling changed: its net before and after, None where there is no such line."""

    area: int | None = None
    hand: int | None = None
    seat: int | None = None
    player: str
    kind: str | None = None
    was: Cents | None
    is_: Cents | None
    change: Cents
    """What the player gets; negative where it is taken from him."""


_PLAIN: Final = frozenset((str, int, bool))
_shapes: dict[type, tuple[tuple[str, str, bool], ...]] = {}


def _shape(cls: type) -> tuple[tuple[str, str, bool], ...]:
    """(field, JSON key, whether it is left out where it is None) of a record's class."""
    _shapes[cls] = found = tuple((one.name, one.name.rstrip("_"), one.default is None) for one in fields(cls))
    return found


def to_json_object(record: Any) -> Any:
    """The JSON form of a frozen record: fields in their order, those that are None by default and now left out."""
    shape = _shapes.get(type(record))
    if shape is None:
        if isinstance(record, (tuple, list)):
            return [item if type(item) in _PLAIN else to_json_object(item) for item in record]
        if record is None or isinstance(record, (str, int)):
            return record
        if isinstance(record, dict):
            return {key: to_json_object(value) for key, value in record.items()}
        if not hasattr(record, "__dataclass_fields__"):
            return record
        shape = _shape(type(record))
    found: dict[str, Any] = {}
    for name, key, optional in shape:
        value = getattr(record, name)
        if type(value) in _PLAIN:  # most are
            found[key] = value
        elif value is not None or not optional:
            found[key] = to_json_object(value)
    return found


_newest: Final[list[tuple[Any, dict[str, Any], str]]] = [(None, {}, "")]


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """The JSON object of an outcome, made once for its record, its messages and its line; not to be changed."""
    return _made(outcome)[1]


def outcome_to_text(outcome: Outcome) -> str:
    """The one JSON text of an outcome, made once for its record and its line."""
    return _made(outcome)[2]


def _made(outcome: Outcome) -> tuple[Any, dict[str, Any], str]:
    newest = _newest[0]
    if newest[0] is not outcome:
        found = to_json_object(outcome)
        newest = _newest[0] = outcome, found, text_of(found)
    return newest


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
"""Made once: `json.dumps` would make one for each text."""


def dumps(obj: Any) -> str:
    """The one JSON text of a JSON object: no spaces, UTF-8 left as it is, keys in their order."""
    return _ENCODER.encode(obj)


def text_of(found: Any) -> str:
    """The same as `dumps` in a tenth of the time, where only what our records hold is in it.

    That is text, whole numbers, truth values, null, lists and objects; a fraction can be written otherwise.
    """
    return to_json(found).decode()
