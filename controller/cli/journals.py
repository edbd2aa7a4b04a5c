"""How a subcommand finds its journal: by the table's configuration, or by the file itself with its keys beside it.

Without either, the one configuration of a table in /etc/tabled is meant. Nothing here writes; a running table is not
disturbed.
"""

import argparse
import sqlite3
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from controller.audit.findings import Progress as Told
from controller.audit.journal_file import JournalFile, Places, UnreadableError, beside, opened, unreadable
from controller.configuration.config import Config, ConfigError, load

CONFIGURATIONS: Final = Path("/etc/tabled")
LONG: Final = 5000
"""Records from which on a bar is shown: more than some seconds of work."""
BAD: Final = 2
"""Exit status where there is nothing to look at."""


class NoJournalError(Exception):
    """Nothing says which journal is meant; the text is a sentence."""


def add_journal(parser: argparse.ArgumentParser) -> None:
    """The options by which a journal is found."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--config", type=Path, metavar="FILE", help="the table's configuration (default: the only one)")
    which.add_argument("--journal", type=Path, metavar="FILE", help="the journal itself, with its keys beside it")
    parser.add_argument("--key", type=Path, metavar="FILE", help="the table's key, where it lies elsewhere")
    parser.add_argument("--seal", type=Path, metavar="FILE", help="the key of sealed records, where it lies elsewhere")
    parser.add_argument("--public-key", metavar="HEX", help="the table's public key, as it was noted down elsewhere")


def add_configuration(parser: argparse.ArgumentParser) -> None:
    """The option of a command that looks at more than the journal."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="the table's configuration (default: the only one)")


def places(arguments: argparse.Namespace) -> Places:
    """Where the journal and its keys lie; raises NoJournalError, ConfigError."""
    if arguments.journal is not None:
        found = beside(arguments.journal)
    else:
        config = load(configuration(arguments))
        found = Places(config.journal, config.journal_key, config.journal_seal)
    public = None
    if arguments.public_key is not None:
        try:
            public = bytes.fromhex(arguments.public_key)
        except ValueError:
            raise NoJournalError("The public key must be hexadecimal digits.") from None
    return replace(found, key=arguments.key or found.key, seal=arguments.seal or found.seal, public_key=public)


def configuration(arguments: argparse.Namespace) -> Path:
    """The configuration meant; raises NoJournalError."""
    if arguments.config is not None:
        found: Path = arguments.config
        return found
    tables = [file for file in sorted(CONFIGURATIONS.glob("*.toml")) if _is_table(file)]
    if len(tables) == 1:
        return tables[0]
    names = ", ".join(file.name for file in tables) or "none"
    raise NoJournalError(f"Say which table with --config or --journal; in {CONFIGURATIONS} there is: {names}.")


def _is_table(file: Path) -> bool:
    try:
        return "house" in tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False


def look(arguments: argparse.Namespace, act: Callable[[JournalFile], int], *, checks_pages: bool = False) -> int:
    """What `act` makes of the journal, or 2 with a sentence where it cannot be read or, at the end, is damaged.

    `checks_pages` where `act` looks at the pages itself and says what it found.
    """
    try:
        with opened(places(arguments)) as file:
            try:
                status = act(file)
            except sqlite3.Error as error:
                raise unreadable(file.path, error) from error
            if not checks_pages:
                file.check_pages()
            return status
    except (NoJournalError, ConfigError, UnreadableError) as error:
        print(f"tablectl: {error}", file=sys.stderr)
        return BAD


def config_of(arguments: argparse.Namespace) -> Config | None:
    """The configuration, None where only the journal was named; raises NoJournalError, ConfigError."""
    return None if arguments.journal is not None else load(configuration(arguments))


@contextmanager
def bar(total: int, what: str) -> Iterator[Told]:
    """A progress bar on standard error, for long journals on a terminal."""
    console = Console(stderr=True)
    if total < LONG or not console.is_terminal:
        yield lambda _: None
        return
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)
