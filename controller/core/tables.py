"""The table line: which game is on the table, with its limits and readings, in force for a whole script or start.

It has one shape for all twenty-one games and one for poker; which games there are is for `controller.games` to say.
"""

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, Literal

from controller.core.dataclass import dataclass
from controller.core.money import Cents
from controller.core.outcomes import to_json_object


@dataclass(frozen=True, slots=True, kw_only=True)
class TwentyOneTable:
    """`areas` None is the game's most; `limits` are (least, most) in cents for each kind of wager."""

    type: Literal["table"] = "table"
    game: str
    areas: int | None = None
    decks: int = 8
    chip: Cents = 100
    burn: bool = False
    limits: dict[str, tuple[Cents, Cents]] = field(default_factory=dict)
    limits_policy: Literal["reject", "settle"] = "reject"
    readings: dict[str, str] = field(default_factory=dict)
    decisions: Literal["called", "drawn"] = "called"
    """Whether each hit is said, or a card drawn while the hand in turn may hit is its hit."""

    @property
    def bounds(self) -> dict[str, Any]:
        """The limits as everybody may read them."""
        return self.limits

    @property
    def terms(self) -> dict[str, Any]:
        """What a sign shows beside the limits: nothing more."""
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rake:
    """`percent` is a decimal in text ("2.5"); without `cap` there is no limit."""

    percent: str = "0"
    cap: Cents | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PokerTable:
    """`blinds` small and big; `stake` the least and most a seat may bring (3.6)."""

    type: Literal["table"] = "table"
    game: str
    seats: int = 9
    decks: int = 1
    dealing: Literal["shoe", "shuffler"] = "shoe"
    chip: Cents = 100
    blinds: tuple[Cents, Cents] = (500, 1000)
    stake: tuple[Cents, Cents] | None = None
    rake: Rake = Rake()
    readings: dict[str, str] = field(default_factory=dict)

    @property
    def bounds(self) -> dict[str, Any]:
        """The limits as everybody may read them."""
        return {"stake": self.stake}

    @property
    def terms(self) -> dict[str, Any]:
        """What a sign shows beside the limits: the blinds, and what the House takes with its cap (4.1)."""
        return {"blinds": self.blinds, "rake": to_json_object(self.rake)}


Table = TwentyOneTable | PokerTable
Limits = Mapping[str, tuple[Cents, Cents] | None]


def limits_of(table: Table) -> Limits:
    """What of the table line bounds the money: all that a request may change."""
    if isinstance(table, TwentyOneTable):
        return table.limits
    return {"stake": table.stake, "blinds": table.blinds}


def with_limits(table: Table, limits: Limits) -> Table:
    """The table line under other limits, all of them; raises TableError for one that its family does not know."""
    given = {name: bounds for name, bounds in limits.items() if bounds is not None}
    if isinstance(table, TwentyOneTable):
        return replace(table, limits=given)
    for name in given:
        if name not in {"stake", "blinds"}:
            raise TableError(f"limits.{name}", f"poker has no limit {name}; it has stake, blinds")
    return replace(table, stake=given.get("stake"), blinds=given.get("blinds", table.blinds))


class TableError(ValueError):
    """The table line asks for what the rules forbid; `field` names the place, the text what was expected."""

    def __init__(self, field_name: str, text: str) -> None:
        super().__init__(text)
        self.field = field_name
