r"""What lines an ASCII shoe or shuffler sends, described in a TOML file, so that a new one needs no code.

    name = "…"                     for people: what is shown as the firmware of the device
    [line]                         how a line is cut out of the stream
    start = "$"                    the first byte; without it a line begins after the end of the one before
    end = "\r\n"                   the last bytes
    longest = 40                   bytes of a line, start and end with it
    [check]                        what holds the line against damage; pyserial hides parity errors, so have one
    kind = "xor"                   none, xor, sum (both one byte), crc16
    separator = "*"                between the text and the check, which is in hex digits, the last of the line
    covers_start = false           whether the start byte counts
    polynomial, initial, reflected, final     of crc16; as given they are CRC-16/IBM-3740
    [duplicates]                   what makes a line one that came before
    rule = "sequence"              sequence: by its number, `first` to `last` in base `base`;
                                   time: the same bytes within `window_s`; none: each line is new
    copies = 1                     how often the device sends everything; only more than that is reported
    [answer]                       what the host sends: `ack` when a line is on the disk, `nak` to a damaged one;
                                   `{sequence}` in `ack` is the line's number: without it an answer that comes twice
                                   is taken for the next line's
    [[lines]]                      each kind of line: `means`, and a pattern with named fields for the text
    [ranks] [suits] [states]       what the device sends for each rank, suit, state; as it is where one is left out

What a line means, and its fields: `card` (rank, suit, face_down), `unread` (a card whose face was not read),
`cut_card`, `new_shoe` (decks), `state` (state), `error` (number, text), `error_over` (number), `shuffler` (state,
cycle, count), `set` (cards: all of a set, each of one `card` pattern), `undealt` (dropped unread), `nothing`. Every
line may have `sequence`, and `total`, how many cards have left the shoe by its count.
"""

import json
import re
from typing import Annotated, Final, Literal, NoReturn

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from controller.core.cards import RANKS, SUITS
from controller.core.complaints import expected_and_actual
from controller.core.sentences import sentence
from controller.core.toml_lines import Path as KeyPath
from controller.core.toml_lines import line_of, lines_of_keys
from controller.core.toml_text import TomlError, read_toml

Means = Literal[
    "card", "unread", "cut_card", "new_shoe", "state", "error", "error_over", "shuffler", "set", "undealt", "nothing"
]  # fmt: skip
LONGEST: Final = 400
"""A set of 23 cards in the wordiest form takes some 200 bytes."""
ANYWHERE: Final = frozenset(("sequence", "total"))
NEEDED: Final[dict[Means, frozenset[str]]] = {
    "card": frozenset(("rank", "suit")), "state": frozenset(("state",)), "shuffler": frozenset(("state",)),
    "set": frozenset(("cards",)), "error": frozenset(("number",)), "error_over": frozenset(("number",)),
}  # fmt: skip
ALLOWED: Final[dict[Means, frozenset[str]]] = {
    "card": frozenset(("face_down",)), "new_shoe": frozenset(("decks",)), "error": frozenset(("text",)),
    "shuffler": frozenset(("cycle", "count")),
}  # fmt: skip
SHOE_STATES: Final = frozenset(("ready", "empty", "door_open", "door_closed", "jam", "locked", "unlocked", "standby"))
SHUFFLER_STATES: Final = frozenset(
    ("ready", "shuffling", "dispensing", "empty", "jam", "door_open", "door_closed")
)  # fmt: skip

Text = Annotated[str, StringConstraints(min_length=1, max_length=8, pattern=r"^[\x00-\x7F]+$")]
Word = Annotated[int, Field(ge=0, le=0xFFFF)]


class ShapeError(ValueError):
    """The description is wrong; the text is a sentence with file, line and key."""

    def __init__(self, *, file: str, line: int, key: str, text: str) -> None:
        where = f"{file}, line {line}" + (f", key `{key}`" if key else "")
        super().__init__(sentence(f"{where}: {text.rstrip('.')}"))
        self.line = line
        self.key = key


class _Section(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


class Cut(_Section):
    start: Annotated[str, StringConstraints(max_length=1, pattern=r"^[\x00-\x7F]?$")] = ""
    end: Text = "\r\n"
    longest: Annotated[int, Field(ge=4, le=LONGEST)] = 80


class Check(_Section):
    kind: Literal["none", "xor", "sum", "crc16"]
    separator: Annotated[str, StringConstraints(max_length=1, pattern=r"^[\x00-\x7F]?$")] = ""
    covers_start: bool = False
    polynomial: Word = 0x1021
    initial: Word = 0xFFFF
    reflected: bool = False
    final: Word = 0


class Duplicates(_Section):
    rule: Literal["sequence", "time", "none"]
    window_s: Annotated[float, Field(gt=0, le=5)] = 0.5
    first: Annotated[int, Field(ge=0)] = 1
    last: Annotated[int, Field(ge=1, le=999_999)] = 99
    base: Literal[10, 16] = 10
    copies: Annotated[int, Field(ge=1, le=9)] = 1


class Answer(_Section):
    ack: Annotated[str, StringConstraints(max_length=20, pattern=r"^[\x00-\x7F]*$")] = ""
    nak: Annotated[str, StringConstraints(max_length=8, pattern=r"^[\x00-\x7F]*$")] = ""


class LineKind(_Section):
    means: Means
    pattern: str
    card: str | None = None


class LineShape(_Section):
    """A description that holds; `read_shape` makes it."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    role: Literal["shoe", "shuffler"]
    line: Cut = Cut()
    check: Check
    duplicates: Duplicates
    answer: Answer = Answer()
    lines: tuple[LineKind, ...]
    ranks: dict[str, str] = {}
    suits: dict[str, str] = {}
    states: dict[str, str] = {}


def read_shape(text: str, *, file: str) -> LineShape:
    """The description in a TOML text; `file` is for the sentence. Raises ShapeError."""
    try:
        values = read_toml(text, number=float)
    except TomlError as error:
        raise ShapeError(file=file, line=error.line, key="", text=str(error)) from None
    at = _Place(text, file)
    try:
        shape = LineShape.model_validate_json(json.dumps(values, default=str))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        expected, actual = expected_and_actual(first)
        at.refuse(first["loc"], f"expected {expected}, got {actual}")
    _check_lines(shape, at)
    _check_maps(shape, at)
    return shape


class _Place:
    def __init__(self, text: str, file: str) -> None:
        self._lines = lines_of_keys(text)
        self._file = file

    def refuse(self, path: KeyPath, text: str) -> NoReturn:
        key = ".".join(str(part) for part in path)
        raise ShapeError(file=self._file, line=line_of(self._lines, path), key=key, text=text) from None


def _check_lines(shape: LineShape, at: _Place) -> None:
    if not shape.lines:
        at.refuse(("lines",), "expected at least one [[lines]], got none")
    if shape.duplicates.first >= shape.duplicates.last:
        at.refuse(("duplicates", "last"), f"expected a number above `first`, got {shape.duplicates.last}")
    if shape.duplicates.rule == "none" and shape.answer.ack:
        text = "expected a rule for duplicates with it: an answer that got lost brings the line again"
        at.refuse(("answer", "ack"), text)
    for index, kind in enumerate(shape.lines):
        path: KeyPath = ("lines", index, "pattern")
        fields = _fields(kind.pattern, path, at)
        lacking = NEEDED.get(kind.means, frozenset()) - fields
        if lacking:
            at.refuse(path, f"expected a field {_named(lacking)}, which `{kind.means}` needs")
        foreign = fields - ANYWHERE - NEEDED.get(kind.means, frozenset()) - ALLOWED.get(kind.means, frozenset())
        if foreign:
            at.refuse(path, f"expected no field {_named(foreign)} where a line means `{kind.means}`")
        if shape.duplicates.rule == "sequence" and "sequence" not in fields and kind.means != "nothing":
            at.refuse(path, "expected a field `sequence`, which the rule for duplicates needs")
        if (kind.means == "set") is (kind.card is None):
            at.refuse(("lines", index, "card"), "expected a pattern for one card of a `set`, and nowhere else")
        if kind.card is not None and _fields(kind.card, ("lines", index, "card"), at) != {"rank", "suit"}:
            at.refuse(("lines", index, "card"), "expected the fields `rank` and `suit`")


def _fields(pattern: str, path: KeyPath, at: _Place) -> frozenset[str]:
    try:
        return frozenset(re.compile(pattern).groupindex)
    except re.error as error:
        at.refuse(path, f"expected a regular expression, got one with {error}")


def _check_maps(shape: LineShape, at: _Place) -> None:
    states = SHOE_STATES if shape.role == "shoe" else SHUFFLER_STATES
    for table, mapped, allowed in (
        ("ranks", shape.ranks, frozenset(RANKS) | {"?"}),
        ("suits", shape.suits, frozenset(SUITS) | {"?"}),
        ("states", shape.states, states),
    ):
        for said, meant in mapped.items():
            if meant not in allowed:
                at.refuse((table, said), f"expected one of {', '.join(sorted(allowed))}, got `{meant}`")


def _named(fields: frozenset[str]) -> str:
    return ", ".join(f"`{field}`" for field in sorted(fields))
