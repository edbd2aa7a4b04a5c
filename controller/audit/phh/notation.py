"""The words of a hand history: cards, amounts, and the record of one hand as it stands in the file."""

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Final, NamedTuple

from controller.core.cards import CARD_INDEX, UNKNOWN
from controller.core.money import Cents

VARIANT: Final = "NT"
"""No-limit Texas hold'em."""

STREETS: Final = (3, 1, 1)
"""Board cards of flop, turn and river."""


class Action(NamedTuple):
    """One notation without its commentary, and the line of the file where it stands (0 where it comes from no file)."""

    words: tuple[str, ...]
    line: int = 0


class HandHistory(NamedTuple):
    """One hand; tuples by player, p1 first, amounts in the file's unit; `lines` are those of the file's fields.

    `blinds` and `antes` are what each player posts: the file's order of two players is already turned round.
    """

    blinds: tuple[Decimal, ...]
    antes: tuple[Decimal, ...]
    min_bet: Decimal
    starting_stacks: tuple[Decimal, ...]
    actions: tuple[Action, ...]
    seats: tuple[int, ...]
    seat_count: int
    players: tuple[str, ...]
    name: str = ""
    winnings: tuple[Decimal, ...] = ()
    finishing_stacks: tuple[Decimal, ...] = ()
    lines: Mapping[str, int] = MappingProxyType({})


def by_player(posted: tuple[Decimal, ...]) -> tuple[Decimal, ...]:
    """Blinds or antes between the file's order and the players': of two players the file has them in reverse."""
    return posted[::-1] if len(posted) == 2 else posted


def read_cards(text: str) -> tuple[str, ...] | None:
    """The cards of `Ac??7h` in the table's words; None where it is no cards."""
    if not text or len(text) % 2:
        return None
    cards = [text[at] + text[at + 1].upper() for at in range(0, len(text), 2)]
    good = all((card in CARD_INDEX and text[2 * at + 1].islower()) or card == UNKNOWN for at, card in enumerate(cards))
    return tuple(cards) if good else None


def written_cards(cards: tuple[str, ...]) -> str:
    """Cards as a hand history has them."""
    return "".join(card[0] + card[1].lower() for card in cards)


def cents(amount: Decimal, unit: Cents) -> Cents | None:
    """An amount of the file in cents; None where it comes out uneven."""
    exact = amount * unit
    return int(exact) if exact == int(exact) else None


def amount(value: Cents, unit: Cents) -> Decimal:
    """Cents in the file's unit, as short as it can be written; exact, since the unit has no factors but 2 and 5."""
    exact = Decimal(value) / unit
    return Decimal(int(exact)) if exact == int(exact) else exact.normalize()
