"""`tablectl devices`: the configured devices as the journal last saw them, and what to do about each."""

import sqlite3

from controller.audit.journal_file import Places, opened
from controller.audit.legible import UnreadableError
from controller.cli import journals
from controller.cli.table.status import listing
from controller.configuration.config import ConfigError, load
from controller.doctor.devices import DeviceNow, devices_now
from controller.doctor.status import devices_of
from controller.journal.archive import JournalRefusedError
from controller.journal.files.lock import holder
from controller.terminal.instants import instant
from controller.terminal.lines import columns, show
from controller.terminal.printable import complain, say, say_row


def command(
    *,
    config: journals.ConfigOption = None,
) -> int:
    """Exit status: 0 all well, 1 one is not or was never seen, or the table does not run, 2 cannot be read."""
    try:
        table = load(journals.configuration(config))
        runs = holder(table.journal) is not None
        if started := not journals.never_started(table.journal):
            with opened(Places(table.journal, table.journal_key, table.journal_seal)) as file:
                seen, alerts = list(devices_of(file)), file.archive.active_alerts()
        else:
            seen, alerts = [], []
        found = devices_now(seen, alerts, config=table, runs=runs)
    except (journals.NoJournalError, ConfigError, UnreadableError) as error:
        complain(f"tablectl: {error}")
        return journals.BAD
    except (JournalRefusedError, sqlite3.Error) as error:
        sentence = str(error).rstrip(".")
        complain(f"tablectl: the journal cannot be read: {sentence}. Run `tablectl doctor`.")
        return journals.BAD
    if not runs:
        stopped = "The table does not run: this is how its devices were when it last did."
        say(stopped if started else journals.NEVER_STARTED)
    if columns() is None:
        for device in found:
            say_row(*_cells(device))
    else:
        show(listing(found))
    return 0 if runs and all(device.well for device in found) else 1


def _cells(device: DeviceNow) -> tuple[str, ...]:
    """A row for a program."""
    last = "never" if device.last_ns is None else instant(device.last_ns)
    return (
        device.name, device.port or "-", device.driver, device.state, device.firmware or "-", last,
        device.counts or "none", device.to_do,
    )  # fmt: skip
