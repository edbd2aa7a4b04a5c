"""`tablectl devices`: the configured devices as the journal last saw them, and what to do about each."""

import sqlite3
import sys
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from controller.alerts.wording import to_do
from controller.audit.journal_file import Places, UnreadableError, opened
from controller.cli import journals
from controller.cli.table.status import when
from controller.configuration.config import Config, ConfigError, DeviceEntry, load
from controller.doctor.status import DeviceSeen, devices_of
from controller.journal.archive import JournalRefusedError
from controller.journal.files.lock import holder

HEADINGS: Final = ("device", "port", "driver", "state", "firmware", "last frame", "errors", "what to do")
CABLE: Final = ("rejected", "gaps", "line")
"""Errors that a bad cable, a bad earth or wrong line settings make."""


class Row(NamedTuple):
    """What the table shows of a device; `connected` None where nobody has told."""

    connected: bool | None
    cells: tuple[str, ...]


def command(
    *,
    config: journals.ConfigOption = None,
) -> int:
    """Exit status: 0 all connected, 1 one is not or was never seen, 2 cannot be read."""
    try:
        table = load(journals.configuration(config))
        with opened(Places(table.journal, table.journal_key, table.journal_seal)) as file:
            rows = rows_of(table, list(devices_of(file)))
    except (journals.NoJournalError, ConfigError, UnreadableError) as error:
        print(f"tablectl: {error}", file=sys.stderr)
        return journals.BAD
    except (JournalRefusedError, sqlite3.Error) as error:
        sentence = str(error).rstrip(".")
        print(f"tablectl: the journal cannot be read: {sentence}. Run `tablectl doctor`.", file=sys.stderr)
        return journals.BAD
    runs = holder(table.journal) is not None
    if not runs:
        print("The table does not run: this is how its devices were when it last did.")
    _show(rows)
    return 0 if runs and all(row.connected for row in rows) else 1


def rows_of(config: Config, seen: Sequence[DeviceSeen]) -> list[Row]:
    """A row for each configured device, in the configuration's order."""
    heard = {device.name: device for device in seen}
    return [_row(entry, heard.get(entry.name)) for entry in config.devices]


def _row(entry: DeviceEntry, seen: DeviceSeen | None) -> Row:
    told: dict[str, Any] = (seen.status if seen is not None else None) or {}
    connected = told.get("connected")
    errors: dict[str, int] = {kind: count for kind, count in (told.get("errors") or {}).items() if count}
    state = "not told" if connected is None else "connected" if connected else "NOT CONNECTED"
    last = told.get("last_frame") or (f"seen {when(seen.utc_ns)}" if seen is not None else "never")
    counts = " ".join(f"{kind}={count}" for kind, count in errors.items()) or "none"
    cells = (
        entry.name, entry.port or "-", entry.driver, state, told.get("firmware") or "-", str(last), counts,
        _to_do(entry, told, errors),
    )  # fmt: skip
    return Row(connected, cells)


def _to_do(entry: DeviceEntry, told: dict[str, Any], errors: dict[str, int]) -> str:
    if not told:
        return "never seen: check plug and power"
    if told.get("port", entry.port) != entry.port:
        return f"restart the table: it was on {told['port'] or 'no port'} when last told"
    if not told.get("connected"):
        return to_do("device_lost") if entry.port else "the broker is unreachable: `tablectl doctor`"
    if errors.get("losses"):
        return f"comes and goes: {to_do('device_flapping')}"
    if any(errors.get(kind) for kind in CABLE):
        return to_do("frame_rejected")
    return "nothing"


def _show(rows: Sequence[Row]) -> None:
    console = Console(file=sys.stdout)
    if not console.is_terminal:
        for row in rows:
            print("\t".join(row.cells))
        return
    table = Table(box=None, pad_edge=False)
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row.cells), style=None if row.connected else "bold red")
    console.print(table)
