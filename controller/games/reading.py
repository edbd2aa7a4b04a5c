"""The border's strict reader (`controller.core.reader`) at a table of one of the games that are installed."""

from typing import Any

from controller.core import reader
from controller.core.events import AnyEvent
from controller.core.tables import Table
from controller.games.registry import GAMES, find


def read_event(text: str, *, game: str, file: str = "-", line: int = 1) -> AnyEvent:
    """The event of one JSON line at a table of `game`; raises MalformedLine."""
    return reader.read_event(text, family=find(game).family, file=file, line=line)


def missing_field(event: AnyEvent, game: str) -> str | None:
    """The field that an event needs at a table of `game` and lacks."""
    return reader.missing_field(event, find(game).family)


def read_table(text: str, *, file: str = "-", line: int = 1) -> Table:
    """The table line; raises MalformedLine. Whether the rules allow its values is for `games.new_table` to say."""
    return reader.read_table(text, GAMES, file=file, line=line)


def table_from_record(record: dict[str, Any]) -> Table:
    """The table line as a journal recorded it; raises TableError for a game that is not installed here."""
    return reader.table_reader(find(record["game"]).family.table).validate_python(record)
