"""The parts of what the floor sees that are the same for every game, and the sentences in it.

`controller.core.outcomes.to_json_object` is their JSON form: fields without a value are left out.
"""

import string
from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final, NamedTuple

from controller.core.dataclass import dataclass
from controller.core.effects import SetButton, SetMeter
from controller.core.money import Cents
from controller.core.outcomes import LedgerLine, Outcome, SeatLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """What a person reads: `code` names it in every language, `params` are filled in, `text` is the English.

    A parameter may be a sentence itself, in its JSON form.
    """

    code: str
    params: dict[str, Any] = field(default_factory=dict)
    clause: str | None = None
    text: str


class _Words(string.Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        """`{name:money}` is an amount of cents, written with its point."""
        if format_spec == "money":
            return f"{value // 100}.{value % 100:02}"
        return str(super().format_field(value, format_spec))


_WORDS: Final = _Words()


def sentence(words: Mapping[str, str], code: str, clause: str | None = None, **params: str | int) -> Sentence:
    """The sentence of this code among the words of a game."""
    return Sentence(code=code, params=params, clause=clause, text=_WORDS.vformat(words[code], (), params))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableNow:
    """What the house may see of any table. `status` and `rule` are those of the outcome, once the round has one."""

    game: str
    title: str
    phase: str
    round: int
    cards_out: int
    decks: int
    button: SetButton
    meter: SetMeter
    status: str | None = None
    rule: str | None = None
    revision: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """`now` says what the table waits for, `notes` why so and what else is open; who acts, where anybody does."""

    now: Sentence
    notes: tuple[Sentence, ...] = ()
    area: int | None = None
    hand: int | None = None
    seat: int | None = None
    player: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """What the floor sees of a table whose game says nothing more; each family adds its own parts.

    `owed` has the lines of the ledger that stand fast already; between rounds all of the last one.
    """

    table: TableNow
    turn: Turn | None = None
    chip: Cents | None = None
    owed: tuple[LedgerLine | SeatLine, ...] = ()


class LastRound(NamedTuple):
    """A round that has its outcome; `state` is the table with the round as it lay at its end."""

    state: Any
    outcome: Outcome
