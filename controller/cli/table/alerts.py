"""`tablectl alerts`: the catalogue of alerts, or what one code means, what to do about it and how it ends."""

import argparse
import sys
from collections.abc import Iterator
from difflib import get_close_matches

from controller.alerts.catalogue import CATALOGUE, SUBJECTS
from controller.alerts.catalogue.entry import Entry
from controller.alerts.wording import ending
from controller.cli import journals


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the subcommand."""
    parser = commands.add_parser(
        "alerts",
        help="show what an alert means and what to do about it",
        epilog="Exit status: 0 shown, 2 there is no such code.",
    )
    parser.add_argument(
        "code", metavar="CODE", nargs="?", help="one code, as `tablectl status` shows it (default: all)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0 shown, 2 there is no such code."""
    if arguments.code is None:
        print("\n".join(listing()))
        return 0
    entry = CATALOGUE.get(arguments.code)
    if entry is None:
        close = ", ".join(get_close_matches(arguments.code, CATALOGUE))
        hint = f"close to it: {close}" if close else "`tablectl alerts` lists all"
        print(f"tablectl: there is no alert {arguments.code!r}; {hint}.", file=sys.stderr)
        return journals.BAD
    print("\n".join(whole(entry)))
    return 0


def listing() -> Iterator[str]:
    """Every code by subject, one line each."""
    for number, (subject, entries) in enumerate(SUBJECTS.items()):
        if number:
            yield ""
        yield subject
        yield from (f"  {entry.severity:9}{entry.code:22}{entry.meaning}" for entry in entries)


def whole(entry: Entry) -> Iterator[str]:
    """All that the catalogue has of a code."""
    yield f"{entry.code}  {' or '.join(entry.severities)}"
    yield f"  it means    {entry.meaning}"
    yield f"  what to do  {entry.action}"
    yield f"  how it ends {ending(entry)}"
