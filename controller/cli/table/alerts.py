"""`tablectl alerts`: the catalogue of alerts, or what one code means, what to do about it and how it ends."""

import sys
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Annotated

import typer

from controller.alerts.catalogue import CATALOGUE, SUBJECTS
from controller.alerts.catalogue.entry import Entry
from controller.alerts.wording import ending
from controller.cli import journals


def command(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="One code, as `tablectl status` shows it (default: all).")
    ] = None,
) -> int:
    """Exit status: 0 shown, 2 there is no such code."""
    if code is None:
        print("\n".join(listing()))
        return 0
    entry = CATALOGUE.get(code)
    if entry is None:
        close = ", ".join(get_close_matches(code, CATALOGUE))
        hint = f"close to it: {close}" if close else "`tablectl alerts` lists all"
        print(f"tablectl: there is no alert {code!r}; {hint}.", file=sys.stderr)
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
