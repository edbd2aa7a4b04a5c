"""Each change of a table's configuration, as the journal tells it: when, by whom, key, before and after.

    reload     a running table read its file anew: each key, whenever it is taken, and who asked
    start      limits and weights that hold from here on: taken between two rounds, by request, or of another file

Of a file that was edited while the table did not run the journal has the table line, the weights and a hash; who edited
it, and what else, is in no record.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from controller.alerts.notices import CONFIGURATION
from controller.audit.journal_file import JournalFile
from controller.configuration.secrets import shown
from controller.core.outcomes import to_json_object
from controller.games.reading import table_from_record
from controller.journal.archive import stored_record
from controller.journal.start_record import Start, read_start

ONLY_A_HASH: Final = "other keys than those of [table] and the weights: of them the journal has the hash alone"


class Setting(NamedTuple):
    """One key; `takes` is empty where it holds from here on."""

    key: str
    before: Any
    after: Any
    takes: str = ""


class Entry(NamedTuple):
    """What one record tells; `note` where it is more, or less, than keys."""

    n: int
    utc_ns: int
    by: str
    settings: tuple[Setting, ...]
    note: str = ""


def settings_history(file: JournalFile) -> list[Entry]:
    """All of them, in order; raises JournalRefusedError, StartRecordError, sqlite3.Error."""
    numbers = {n for n, _ in file.archive.notices(CONFIGURATION, 0)}
    numbers |= {n for (n,) in file.rows("SELECT n FROM main.records WHERE kind = 'start'")}
    return list(_entries(file, sorted(numbers)))


def _entries(file: JournalFile, numbers: list[int]) -> Iterator[Entry]:
    before: Start | None = None
    read = ""
    for n in numbers:
        record = stored_record(next(file.rows("SELECT * FROM records WHERE n = ?", n))).record
        if record.kind == "notice":
            notice = file.told(record, "notice")
            if notice["status"] == "accepted":
                read = notice["config_hash"]
                yield Entry(n, record.utc_ns, f"{notice['login']}, by a reload", tuple(map(_of, notice["changes"])))
            continue
        start = read_start(file.archive.clear_body(record), table_from_record)
        if before is not None and (found := _of_a_start(before, start, edited=start.config_hash != read)) is not None:
            yield Entry(n, record.utc_ns, *found)
        before, read = start, start.config_hash


def _of(change: Mapping[str, Any]) -> Setting:
    key = change["key"]
    return Setting(key, shown(key, change["before"]), shown(key, change["after"]), change["takes"])


def _of_a_start(before: Start, start: Start, *, edited: bool) -> tuple[str, tuple[Setting, ...], str] | None:
    settings = tuple(_between(before, start))
    if start.taken is not None:
        asked = [one.by for one in (start.requested or {}).values() if one.transaction in start.taken]
        by = ", ".join(f"{name}, by request" for name in dict.fromkeys(asked)) or "the reload before"
        return by, settings, "taken between two rounds"
    if not settings and not edited:
        return None
    note = ONLY_A_HASH if edited else ""
    if start.version != before.version:
        note += f"{'; ' if note else ''}the release is another: {start.version} after {before.version}"
    return "a start with another file; who edited it is not on record", settings, note


def _between(before: Start, start: Start) -> Iterator[Setting]:
    one, other = _line_of(before), _line_of(start)
    for key in (*one, *(key for key in other if key not in one)):
        if one.get(key) != other.get(key):
            yield Setting(f"table.{key}", one.get(key), other.get(key))
    if before.weights != start.weights:
        yield Setting("jackpot.weights", before.weights, start.weights)


def _line_of(start: Start) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(to_json_object(start.table)))
    return found
