"""The text of a `.phh` or `.phhs` file into hands; what is no no-limit hold'em is refused with line and field."""

import re
from decimal import Decimal
from typing import Any, Final, NamedTuple, NoReturn

from controller.audit.phh.notation import VARIANT, Action, HandHistory, by_player
from controller.core.reader import MalformedLine
from controller.core.toml_lines import Path, line_of, lines_of_keys
from controller.core.toml_text import TomlError, read_toml

_TOKEN: Final = re.compile(r"""("(?:[^"\\]|\\.)*+(?:"|$)|'[^']*+(?:'|$))|#.*""")
"""A string of one line, or a comment, which may hold quotes; what does not end ends with the line."""
SHOWN: Final = 80
"""Characters of what came."""


def read_hands(text: str, *, file: str) -> list[HandHistory]:
    """Every hand of the file, in order; raises MalformedLine."""
    try:
        values = read_toml(text)
    except TomlError as error:
        raise MalformedLine(
            file=file, line=error.line, field="", expected=error.expected, actual=error.actual
        ) from error
    whole = _Text(text.splitlines(), lines_of_keys(text), file)
    if "variant" in values or not all(isinstance(value, dict) for value in values.values()) or not values:
        return [_Hand(whole, (), values).read()]
    return [_Hand(whole, (name,), table).read() for name, table in values.items()]


class _Text(NamedTuple):
    """The file that all hands are in: its lines, and at which of them its keys stand."""

    lines: list[str]
    keys: dict[Path, int]
    file: str


class _Hand:
    """One table of the file at hand; `path` leads to it."""

    def __init__(self, text: _Text, path: tuple[str, ...], values: dict[str, Any]) -> None:
        self._text = text
        self._path = path
        self._values = values

    def read(self) -> HandHistory:
        variant = self._values.get("variant")
        if variant != VARIANT:
            self._refuse("variant", f'"{VARIANT}", no-limit hold\'em', _shown(variant))
        stacks = self._amounts("starting_stacks")
        count = len(stacks)
        if any(stack <= 0 for stack in stacks):
            self._refuse("starting_stacks", "stacks above 0", _shown(self._values["starting_stacks"]))
        seats = self._seats(count)
        return HandHistory(
            blinds=by_player(self._amounts("blinds_or_straddles", count)),
            antes=by_player(self._amounts("antes", count)),
            min_bet=self._amount("min_bet", self._get("min_bet")),
            starting_stacks=stacks,
            actions=tuple(self._actions()),
            seats=seats,
            seat_count=self._count("seat_count", max(seats)),
            players=self._players(seats),
            name=str(self._values.get("hand", "".join(self._path))),
            winnings=self._amounts("winnings", count) if "winnings" in self._values else (),
            finishing_stacks=self._amounts("finishing_stacks", count) if "finishing_stacks" in self._values else (),
            lines={field: line_of(self._text.keys, (*self._path, field)) for field in self._values},
        )

    def _get(self, field: str) -> Any:
        if field not in self._values:
            self._refuse(field, "a value", "nothing")
        return self._values[field]

    def _amounts(self, field: str, count: int | None = None) -> tuple[Decimal, ...]:
        values = self._get(field)
        if not isinstance(values, list) or (count is not None and len(values) != count):
            self._refuse(field, "a list" if count is None else f"a list of {count} amounts", _shown(values))
        return tuple(self._amount(field, value) for value in values)

    def _amount(self, field: str, value: object) -> Decimal:
        if isinstance(value, bool) or not isinstance(value, int | Decimal) or not Decimal(value).is_finite():
            self._refuse(field, "amounts that are known", _shown(value))
        return Decimal(value)

    def _count(self, field: str, default: int) -> int:
        value = self._values.get(field, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < default:
            self._refuse(field, f"a whole number of at least {default}", _shown(value))
        return value

    def _seats(self, count: int) -> tuple[int, ...]:
        """Seat numbers by player; they go clockwise from the button's left as the players do."""
        values = self._values.get("seats", list(range(1, count + 1)))
        whole = isinstance(values, list) and all(isinstance(value, int) and value > 0 for value in values)
        if not whole or len(values) != count or count < 2:
            self._refuse("seats", f"{max(count, 2)} seat numbers", _shown(values))
        lowest = values.index(min(values))
        turned = values[lowest:] + values[:lowest]
        if turned != sorted(set(values)):
            self._refuse("seats", "different seats, clockwise from the button's left", _shown(values))
        return tuple(values)

    def _players(self, seats: tuple[int, ...]) -> tuple[str, ...]:
        """Names by player, of the seat where there is none."""
        names = self._values.get("players", [""] * len(seats))
        if not isinstance(names, list) or len(names) != len(seats) or not all(isinstance(name, str) for name in names):
            self._refuse("players", f"{len(seats)} names", _shown(names))
        return tuple(name or f"P{seat}" for name, seat in zip(names, seats, strict=True))

    def _actions(self) -> list[Action]:
        texts = self._get("actions")
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            self._refuse("actions", "a list of texts", _shown(texts))
        lines = self._action_lines(len(texts))
        return [
            Action(tuple(words), line)
            for text, line in zip(texts, lines, strict=True)
            if (words := text.partition("#")[0].split())
        ]

    def _action_lines(self, count: int) -> list[int]:
        """The line of each text of the list, from the line of the key on."""
        first = line_of(self._text.keys, (*self._path, "actions"))
        lines: list[int] = []
        for number in range(first, len(self._text.lines) + 1):
            if len(lines) >= count:
                break
            lines += [number for token in _TOKEN.finditer(self._text.lines[number - 1]) if token[1] is not None]
        return [*lines[:count], *[first] * (count - len(lines))]

    def _refuse(self, field: str, expected: str, actual: str) -> NoReturn:
        line = line_of(self._text.keys, (*self._path, field))
        raise MalformedLine(file=self._text.file, line=line, field=field, expected=expected, actual=actual)


def _shown(value: object) -> str:
    text = "nothing" if value is None else str(value[:SHOWN] if isinstance(value, str | list) else value)
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
