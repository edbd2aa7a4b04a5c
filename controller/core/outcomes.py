"""The outcome of a round, as the contract's sections 5 and 6 shape it, and its one JSON form.

`to_json_object` is the only way an outcome becomes JSON: the same bytes on standard output, in the journal and on MQTT.
"""

import json
from dataclasses import dataclass, fields
from typing import Any, Final, Literal

from controller.core.money import Cents

Status = Literal["settled", "void"]
LineResult = Literal["win", "lose", "stand_off", "surrendered", "returned", "void"]
HandResult = Literal["pontoon", "blackjack", "21", "stand", "bust", "surrendered"]
DealerResult = Literal["stand", "bust", "pontoon", "blackjack", "not_drawn"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerHand:
    cards: tuple[str, ...]
    total: int
    result: DealerResult


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerHand:
    area: int
    hand: int
    cards: tuple[str, ...]
    total: int
    doubled: bool
    split: bool
    result: HandResult


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """One wager's fate: `stake` real money at risk, `net` the player's gain or loss, both in cents."""

    area: int
    hand: int | None = None
    player: str
    kind: str
    stake: Cents
    net: Cents
    result: LineResult
    odds: str | None = None
    multiplier: int | None = None
    markers: int | None = None
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TwentyOneOutcome:
    type: Literal["outcome"] = "outcome"
    game: str
    round: int
    revision: int | None = None
    """From the second on: the outcome before was withdrawn or changed."""
    status: Status
    rule: str | None = None
    dealer: DealerHand
    hands: tuple[PlayerHand, ...]
    ledger: tuple[LedgerLine, ...]
    net: Cents
    rules_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHand:
    rank: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pot:
    """`amount` before the rake, `winners` seat to amount after it."""

    amount: Cents
    rake: Cents
    eligible: tuple[int, ...]
    winners: dict[str, Cents]


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncalled:
    seat: int
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    seat: int
    player: str
    put: Cents
    won: Cents
    net: Cents
    result: Literal["win", "split", "lose", "fold", "void"]
    hole: tuple[str, ...]
    hand: ShownHand | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerOutcome:
    type: Literal["outcome"] = "outcome"
    game: str
    round: int
    revision: int | None = None
    status: Status
    rule: str | None = None
    button: int
    board: tuple[str, ...]
    pots: tuple[Pot, ...]
    ledger: tuple[SeatLine, ...]
    uncalled: Uncalled | None
    rake: Cents
    rules: tuple[str, ...]
    rules_hash: str


Outcome = TwentyOneOutcome | PokerOutcome


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


_ALWAYS = {"uncalled", "was", "is"}
"""Fields whose null is part of the contract; every other field without a value is left out."""


def to_json_object(record: Any) -> Any:
    """The JSON form of a frozen record: fields in their order, those without a value left out."""
    if isinstance(record, tuple | list):
        return [to_json_object(item) for item in record]
    if isinstance(record, dict):
        return {key: to_json_object(value) for key, value in record.items()}
    if hasattr(record, "__dataclass_fields__"):
        found = ((field.name.rstrip("_"), getattr(record, field.name)) for field in fields(record))
        return {name: to_json_object(value) for name, value in found if value is not None or name in _ALWAYS}
    return record


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
"""Made once: `json.dumps` would make one for each text."""


def dumps(obj: Any) -> str:
    """The one JSON text of a JSON object: no spaces, UTF-8 left as it is, keys in their order."""
    return _ENCODER.encode(obj)
