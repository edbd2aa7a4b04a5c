"""The one strict reader at the border: a line of JSON becomes an event or the table, or a sentence says why not.

Scripts, consoles, drivers that carry JSON and the journal itself are all read here. Strict means: an unknown field, a
key given twice, `NaN`, a number with a fraction where cents belong, text where a number belongs are errors, and none is
bent to fit. What is well formed but meaningless at this table (an area that the layout lacks, an unknown kind of wager
or irregularity) passes: the rules refuse it with a reason.

What a line may say depends on the game twice: the table line has the shape of the game's family, and an event needs the
fields that the family's words need. Which games there are is for the caller to say (`controller.games.reading`).
"""

import json
from collections.abc import Mapping
from typing import Annotated, Any, Final, NoReturn

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from controller.core.complaints import expected_and_actual, furthest, place_of, shown
from controller.core.effects import SetButton, SetMeter
from controller.core.events import AnyEvent, Correction, Irregularity, Reveal
from controller.core.families import Family, OfFamily
from controller.core.sentences import sentence
from controller.core.tables import Table

TYPE_TABLE: Final = "table"
DIGITS_MOST: Final = 100
"""Of a number; far more than any amount or time has, and few enough to be read in no time."""
VALUES_MOST: Final = 1000
"""Of a line, in all its objects and lists; the cards of nineteen decks. Each may be a complaint, and takes its time."""

_EVENT: Final[TypeAdapter[AnyEvent]] = TypeAdapter(
    Annotated[AnyEvent, Field(discriminator="type")], config=ConfigDict(defer_build=True)
)


def make_ready() -> None:
    """Builds the reader of events now, for who cannot let the first one wait for it."""
    _EVENT.rebuild()


class MalformedLine(ValueError):  # noqa: N818 - a fact about the line, as the contract words it
    """A line that is not of the contract; the text is a sentence with file, line, field, expected and actual."""

    def __init__(self, *, file: str, line: int, field: str, expected: str, actual: str) -> None:
        where = f"{file}, line {line}" + (f", field `{field}`" if field else "")
        super().__init__(sentence(f"{where}: expected {expected}, got {actual}."))
        self.file = file
        self.line = line
        self.field = field
        self.expected = expected
        self.actual = actual


def read_event(text: str, *, family: Family | None, file: str = "-", line: int = 1) -> AnyEvent:
    """The event of one JSON line at a table of a game of `family`; raises MalformedLine.

    Without a family (a device's driver knows no game) the caller looks at `missing_field` himself.
    """
    at = _Place(file, line)
    _check_json(text, at)
    try:
        event = _EVENT.validate_json(text)
    except ValidationError as error:
        _refuse(error, at, depth=1)
    if family is not None and (lacks := _lacking(event, family)) is not None:
        name, one = lacks
        kind = f" of kind `{one.kind}`" if isinstance(one, Irregularity) else ""
        at.malformed(name, f"a value, which `{one.type}`{kind} needs", "nothing")
    return event


def read_object(text: str, *, file: str = "-", line: int = 1) -> dict[str, Any]:
    """The JSON object of one line, its fields not looked at; raises MalformedLine."""
    return _check_json(text, _Place(file, line))


def read_table(text: str, games: Mapping[str, OfFamily], *, file: str = "-", line: int = 1) -> Table:
    """The table line of one of these games; raises MalformedLine.

    Whether the rules allow its values is for `games.new_table` to say.
    """
    at = _Place(file, line)
    record = _check_json(text, at)
    if record.get("type") != TYPE_TABLE:
        at.malformed("type", "`table` on the first line", shown(record.get("type")))
    if "game" not in record:
        at.malformed("game", "a `game`", "nothing")
    name = record["game"]
    game = games.get(name) if isinstance(name, str) else None
    if game is None:
        at.malformed("game", f"one of {', '.join(map(repr, games))}", shown(name))
    try:
        return table_reader(game.family.table).validate_json(text, strict=True, extra="forbid")
    except ValidationError as error:
        _refuse(error, at, depth=0)


_table_readers: dict[type, TypeAdapter[Table]] = {}


def table_reader(shape: type[Table]) -> TypeAdapter[Table]:
    """Pydantic's reader of a table line of this shape."""
    if shape not in _table_readers:
        _table_readers[shape] = TypeAdapter(shape)
    return _table_readers[shape]


def read_order(text: str) -> SetButton | SetMeter:
    """The level that a row of a device's lane asks for; the rows are our own, so a fault in one is a fault of ours."""
    record = json.loads(text)
    kind = record.pop("type")
    return SetButton(**record) if kind == "button" else SetMeter(**record)


def missing_field(event: AnyEvent, family: Family) -> str | None:
    """The field that an event, or one inside a correction, needs at the tables of this family and lacks."""
    lacks = _lacking(event, family)
    return None if lacks is None else lacks[0]


def _lacking(event: AnyEvent, family: Family) -> tuple[str, AnyEvent] | None:
    """That field, and the event that lacks it."""
    if isinstance(event, Correction):
        inside = ((at, change.event) for at, change in enumerate(event.changes) if change.event is not None)
        lacks = ((at, _lacking(one, family)) for at, one in inside)
        return next(((f"changes.{at}.event.{one[0]}", one[1]) for at, one in lacks if one is not None), None)
    name = next((name for name in _required(event, family) if getattr(event, name) is None), None)
    return None if name is None else (name, event)


def _required(event: AnyEvent, family: Family) -> tuple[str, ...]:
    if isinstance(event, Reveal):
        return family.reveal
    if isinstance(event, Irregularity):
        return family.irregularity.get(event.kind, ())
    return ()


class _Place:
    """Where we read, for the sentence."""

    def __init__(self, file: str, line: int) -> None:
        self.file = file
        self.line = line

    def malformed(self, field: str, expected: str, actual: str) -> NoReturn:
        raise MalformedLine(file=self.file, line=self.line, field=field, expected=expected, actual=actual) from None


class _TwiceGivenError(ValueError):
    pass


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record: dict[str, Any] = {}
    for key, value in pairs:
        if key in record:
            raise _TwiceGivenError(key)
        record[key] = value
    return record


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"the constant {word}, which JSON does not have")


def _integer(digits: str) -> int:
    """No number of the contract is longer than 64 bits; Python has a limit of its own and speaks of itself there."""
    if len(digits) > DIGITS_MOST:
        raise ValueError(f"a number of {len(digits.lstrip('-'))} digits")
    return int(digits)


def _check_json(text: str, at: _Place) -> dict[str, Any]:
    """What pydantic's reader would let pass: keys given twice, NaN and the infinities; and its record as a dict.

    Nothing is left to it, either, that it would complain of a thousand times.
    """
    try:
        record = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_int=_integer)
    except _TwiceGivenError as error:
        at.malformed(str(error), "each key once", "the key twice")
    except json.JSONDecodeError as error:
        at.malformed("", "one JSON object", f"text that is no JSON at column {error.colno} ({error.msg})")
    except RecursionError:
        at.malformed("", "one JSON object", "lists or objects nested too deep")
    except ValueError as error:
        at.malformed("", "one JSON object", str(error))
    if not isinstance(record, dict):
        at.malformed("", "one JSON object", shown(record))
    if sum(map(text.count, ",[{")) > VALUES_MOST and _has_too_many(record):
        at.malformed("", f"at most {VALUES_MOST} values", "more")
    return record


def _has_too_many(record: dict[str, Any]) -> bool:
    """Whether there are more keys and members than may be, those inside others too."""
    containers: list[Any] = [record]
    count = 0
    while containers and count <= VALUES_MOST:
        inside = containers.pop()
        count += len(inside)
        containers += [one for one in (inside.values() if isinstance(inside, dict) else inside) if _is_container(one)]
    return count > VALUES_MOST


def _is_container(value: object) -> bool:
    return isinstance(value, dict | list)


def _refuse(error: ValidationError, at: _Place, *, depth: int) -> NoReturn:
    """The complaint of pydantic as our sentence; `depth` of its path names the member of the union."""
    complaint = furthest(error)
    expected, actual = expected_and_actual(complaint)
    at.malformed(place_of(complaint, depth), expected, actual)
