"""The contract's two vocabularies: its words for the twenty-one games (sections 2, 4, 5) and for poker (section 6).

A game is of one family. The family says how its table line is shaped, and what its events need where the contract gives
one word to both: `reveal` and the kinds of `irregularity`.
"""

from collections.abc import Mapping
from typing import Final, Protocol

from controller.core.dataclass import dataclass
from controller.core.tables import PokerTable, Table, TwentyOneTable


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Family:
    """`reveal` are the fields that the event needs, `irregularity` those of each of its kinds that needs any."""

    table: type[Table]
    reveal: tuple[str, ...]
    irregularity: Mapping[str, tuple[str, ...]]


class OfFamily(Protocol):
    """A game, as far as its words go."""

    @property
    def family(self) -> Family: ...


TWENTY_ONE: Final = Family(
    table=TwentyOneTable,
    reveal=("area",),
    irregularity={
        "misdeal": ("reconstructable",),
        "card_refused": ("area",),
        "area_short": ("area", "option"),
        "area_not_dealt": ("area",),
        "empty_area_dealt": ("area", "cards"),
        "hand_skipped": ("area",),
        "player_absent": ("area",),
        "simultaneous_draw": ("cards", "disclosed"),
        "withdraw": ("player",),
        "discard": ("card",),
        "late_insurance": ("area", "amount"),
        "other": ("decision",),
    },
)
"""Section 4 of the contract: the fields without a question mark, of the kinds that have any."""

POKER: Final = Family(
    table=PokerTable,
    reveal=(),
    irregularity={
        "hole_cards_exposed": ("seats",),
        "wrong_hole_count": ("seat", "looked"),
        "hand_left_out": ("seat", "looked", "reconstructable"),
        "extra_hand": ("seat", "looked", "reconstructable"),
        "first_burn_missed": ("looked", "reconstructable"),
        "burn_missed": ("reconstructable",),
        "too_many_community": ("street",),
        "community_exposed": ("street",),
        "hole_exposed": ("seat",),
    },
)
"""The same of section 6; `other` records the ruling there too, but no field is named for it."""
