"""How a subcommand finds its journal: by the table's configuration, or by the file itself with its keys beside it.

Without either, the one configuration of a table in /etc/tabled is meant. Nothing here writes; a running table is not
disturbed.
"""

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer

from controller.audit.findings import Progress as Told
from controller.audit.journal_file import JournalFile, Places, beside, opened, unreadable
from controller.audit.legible import UnreadableError
from controller.configuration.examples import WEIGHTS
from controller.configuration.installed import CONFIGURATIONS
from controller.core.toml_text import read_toml
from controller.journal.archive import JournalRefusedError
from controller.journal.start_record import StartRecordError
from controller.terminal.inputs import MIB, read_text
from controller.terminal.printable import complain
from controller.terminal.rights import shut_out

LONG: Final = 5000
"""Records from which on a bar is shown: more than some seconds of work."""
BAD: Final = 2
"""Exit status where there is nothing to look at."""
NEVER_STARTED: Final = "The table was never started: these are the devices of its configuration."


class NoJournalError(Exception):
    """Which journal is meant is not clear; the text is a sentence."""


ConfigOption = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="The table's configuration (default: the only one).")
]
JournalOption = Annotated[
    Path | None, typer.Option("--journal", metavar="FILE", help="The journal itself, with its keys beside it.")
]
KeyOption = Annotated[
    Path | None, typer.Option("--key", metavar="FILE", help="The table's key, where it is elsewhere.")
]
SealOption = Annotated[
    Path | None, typer.Option("--seal", metavar="FILE", help="The key of sealed records, where it is elsewhere.")
]
PublicKeyOption = Annotated[
    str | None,
    typer.Option("--public-key", metavar="HEX", help="The table's public key, as it was noted down elsewhere."),
]

JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", min=1, help="Processes that look at a long journal (default: one a core)."),
]


class Asked(NamedTuple):
    """The options by which a journal is found."""

    config: Path | None
    journal: Path | None
    key: Path | None
    seal: Path | None
    public_key: str | None


def places(asked: Asked) -> Places:
    """Where the journal and its keys are; raises NoJournalError."""
    if asked.config is not None and asked.journal is not None:
        raise NoJournalError("Give --config or --journal, not both.")
    found = beside(asked.journal) if asked.journal is not None else _configured(configuration(asked.config))
    public = None
    if asked.public_key is not None:
        try:
            public = bytes.fromhex(asked.public_key)
        except ValueError:
            raise NoJournalError("The public key must be hexadecimal digits.") from None
    return replace(found, key=asked.key or found.key, seal=asked.seal or found.seal, public_key=public)


def _configured(file: Path) -> Places:
    # Imported here: with --journal nobody needs the games and drivers by which a configuration is checked.
    from controller.configuration.config import ConfigError, load  # noqa: PLC0415

    try:
        config = load(file)
    except ConfigError as error:
        raise NoJournalError(str(error)) from None
    return Places(config.journal, config.journal_key, config.journal_seal)


def configuration(named: Path | None) -> Path:
    """The configuration meant, where none can be read one that is to say why; raises NoJournalError."""
    if named is not None:
        return named
    files = installed_files()
    tables = [file for file in files if _is_table(file)] or [file for file in files if file.name != WEIGHTS]
    if len(tables) == 1:
        return tables[0]
    names = ", ".join(file.name for file in tables) or "none"
    raise NoJournalError(f"Say which table with --config or --journal; in {CONFIGURATIONS} there is: {names}.")


def never_started(journal: Path) -> bool:
    """Whether a table has no journal yet; one that the asker may not look at counts as there."""
    return shut_out(journal) is None and not journal.exists()


def installed_files() -> list[Path]:
    """Every file in the folder of configurations; raises NoJournalError where whoever asks may not look there."""
    for right in (os.X_OK, os.R_OK):
        if (shut := shut_out(CONFIGURATIONS, right)) is not None:
            raise NoJournalError(str(shut))
    return sorted(CONFIGURATIONS.glob("*.toml"))


def _is_table(file: Path) -> bool:
    if (shut := shut_out(file)) is not None:
        raise NoJournalError(str(shut))
    try:
        return "house" in read_toml(read_text(file, most=MIB))
    except (OSError, ValueError):
        return False


def look(asked: Asked, act: Callable[[JournalFile], int], *, checks_pages: bool = False) -> int:
    """What `act` makes of the journal, or 2 with a sentence where it cannot be read or believed or is damaged.

    `checks_pages` where `act` looks at the pages itself and prints what it found.
    """
    try:
        with opened(places(asked)) as file:
            try:
                status = act(file)
            except sqlite3.Error as error:
                raise unreadable(file.path, error) from error
            if not checks_pages:
                file.check_pages()
            return status
    except (NoJournalError, UnreadableError, JournalRefusedError, StartRecordError) as error:
        complain(f"tablectl: {error}")
        return BAD


@contextmanager
def bar(total: int, what: str) -> Iterator[Told]:
    """A progress bar on standard error, for long journals on a terminal."""
    if total < LONG or not sys.stderr.isatty():
        yield lambda _: None
        return
    # Imported here: most journals are read in a moment and show no bar.
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    from controller.terminal.console import PrintableConsole  # noqa: PLC0415

    console = PrintableConsole(stderr=True)
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)
