"""The lines of an exported script as they are handed out: faces masked, and records that are named become lines.

A correction names events by their records in the journal; in a script they are lines (contract section 9). One that
names a record which is no line here is of a round before: it is left out, with a note.
"""

from bisect import bisect_right
from typing import Any, Final

from controller.core.cards import UNKNOWN
from controller.core.events import Correction
from controller.core.outcomes import dumps
from controller.journal.chain import Record
from controller.journal.clock import rfc3339

FACES: Final = frozenset({"card", "cards", "disclosed", "chosen", "layout"})
"""Fields of an event that name cards."""


def named(correction: Correction) -> set[int]:
    """The events that a correction changes."""
    return {change.of for change in correction.changes if change.of is not None}


class ScriptLines:
    """Counts what it hands out; `faces` of cards that the players could not see only where they are asked for."""

    def __init__(self, *, faces: bool) -> None:
        self._faces = faces
        self._count = 0
        self._records: list[int] = []
        self._lines: list[int] = []

    def note(self, text: str) -> str:
        """A comment."""
        self._count += 1
        return f"# {text}"

    def line(self, obj: Any) -> str:
        """An object by itself, as the table line."""
        self._count += 1
        return dumps(obj)

    def event(self, record: Record | None, event: dict[str, Any]) -> str:
        """The event with its time and source; its faces masked where its record is sealed."""
        if record is None:
            return self.line(event)
        if event["type"] == "correction":
            changes = [self._by_line(change) for change in event["changes"]]
            if None in changes:
                return self.note(f"record {record.n} corrected a round before")
            event = event | {"changes": changes}
        if record.sealed and not self._faces:
            event = _masked_fields(event)
        event.setdefault("at", rfc3339(record.utc_ns))
        if record.device is not None:
            event.setdefault("source", record.device)
        self._records.append(record.n)
        self._lines.append(self._count + 1)
        return self.line(event)

    def _by_line(self, change: dict[str, Any]) -> dict[str, Any] | None:
        """The change with lines for records; None where what it names is no line of this script."""
        key = "of" if change.get("of") is not None else "after"
        at = bisect_right(self._records, change[key]) - 1
        if at < 0 or (key == "of" and self._records[at] != change[key]):
            return None
        return change | {key: self._lines[at]}


def _masked_fields(event: dict[str, Any]) -> dict[str, Any]:
    found = {key: _masked(value) if key in FACES else value for key, value in event.items()}
    if event["type"] == "correction":
        found["changes"] = [
            change if change.get("event") is None else change | {"event": _masked_fields(change["event"])}
            for change in event["changes"]
        ]
    return found


def _masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _masked(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_masked(item) for item in value]
    return UNKNOWN
