"""The record of a start: under which rules, settings, weights and key all after it was done, and who was to know.

A start is also written where the house's own system changes limits or weights of a running table (`taken`): the table
goes on in a new life, under what this record says.

Its `lanes` are the numbers that the outbox's lanes had reached, its `buttons` and `meters` the devices that show
levels, `standing` the alerts that were active: with them the messages and orders that followed can be made again from
the records alone.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from pydantic import TypeAdapter, ValidationError

from controller.core.alerts import ActiveAlert
from controller.core.dataclass import dataclass
from controller.core.outcomes import dumps, to_json_object
from controller.core.tables import Table, TableError


@dataclass(frozen=True, slots=True, kw_only=True)
class Requested:
    """By which key and transaction something was set; `file` is what the configuration had, while which it holds."""

    by: str
    transaction: str
    file: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """`fresh` where the table begins new or under another table line or other rules than the start before."""

    version: str
    rules_version: str
    rules_hash: str
    python: str
    config_hash: str
    weights_hash: str | None = None
    weights: tuple[int, ...] | None = None
    table: Table
    fresh: bool
    boot_id: str
    journal_id: str
    public_key: str
    table_name: str
    has_broker: bool
    buttons: tuple[str, ...]
    meters: tuple[str, ...]
    lanes: Mapping[str, int]
    standing: tuple[ActiveAlert, ...]
    outcome_id: str | None = None
    """The id of the last `outcome` message, which a revision names as the one it corrects."""
    code_hash: str | None = None
    """Of the code that ran (`code_hash`); None by a release that neither named it nor signed its messages."""
    shows_terms: Literal[True] | None = None
    """`state` has the table's terms (`Table.terms`); None where it has none, and by releases that left them out."""
    requested: Mapping[str, Requested] | None = None
    """What is by request, and not as the configuration has it: `limits` of the table line, `weights`."""
    taken: tuple[str, ...] | None = None
    """No start of the daemon: the table goes on, under what these transactions have changed."""

    @property
    def about(self) -> dict[str, Any]:
        """Release, hashes and public key, as they are shown."""
        return {
            "release": self.version, "rules": self.rules_version, "rules_hash": self.rules_hash,
            "code_hash": self.code_hash, "config_hash": self.config_hash, "public_key": self.public_key,
        }  # fmt: skip


_START: Final[TypeAdapter[Start]] = TypeAdapter(Start)


class StartRecordError(ValueError):
    """A body that is no start's; the text is a sentence."""


def start_body(start: Start) -> str:
    """The body of a record of kind `start`."""
    return dumps({"start": to_json_object(start)})


def read_start(body: str, table_from_record: Callable[[dict[str, Any]], Table]) -> Start:
    """The start that a record's body holds, its table line as the games read it; raises StartRecordError."""
    try:
        record: dict[str, Any] = json.loads(body)["start"]
        return _START.validate_python(record | {"table": table_from_record(record["table"])})
    except TableError as error:
        raise StartRecordError(f"The body holds no start of a table that can be read here: {error}.") from error
    except (ValueError, KeyError, TypeError, ValidationError) as error:
        raise StartRecordError(f"The body holds no start of a table: {type(error).__name__}.") from error
