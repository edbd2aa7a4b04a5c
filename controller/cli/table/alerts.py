"""`tablectl alerts`: what was raised and cleared at the table; a code explained; the whole catalogue."""

import re
import time
from collections.abc import Iterator
from datetime import datetime
from difflib import get_close_matches
from typing import Annotated, Final

import typer

from controller.alerts.catalogue import CATALOGUE, SUBJECTS
from controller.alerts.catalogue.entry import Entry
from controller.alerts.wording import action_of, ending
from controller.audit.journal_file import JournalFile
from controller.cli import journals
from controller.cli.program import flag
from controller.doctor.alert_history import Past, alert_history
from controller.terminal.instants import instant, span
from controller.terminal.lines import Line, show
from controller.terminal.printable import complain

LAST: Final = 20
_UNITS: Final = {"min": 60, "h": 3600, "d": 86_400}
_SPAN: Final = re.compile(rf"([0-9]{{1,9}}) ?({'|'.join(_UNITS)})")


def since(text: str) -> int:
    """An instant in nanoseconds of UTC, from a span before now or from the time on the clock of this machine."""
    if found := _SPAN.fullmatch(text):
        return time.time_ns() - int(found[1]) * _UNITS[found[2]] * 1_000_000_000
    try:
        return int(datetime.fromisoformat(text).timestamp()) * 1_000_000_000
    except ValueError:
        raise typer.BadParameter(f"expected 90min, 2h, 3d or a time as 2026-01-31T20:15, got {text!r}") from None


def command(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="Explain this code, as `tablectl status` shows it.")
    ] = None,
    *,
    every: Annotated[bool, flag("--all", help="Print the catalogue: every code with its meaning.")] = False,
    last: Annotated[
        int | None, typer.Option(metavar="N", help=f"The last N; default {LAST}, all with --since.")
    ] = None,
    since: Annotated[
        int | None, typer.Option(parser=since, metavar="WHEN", help="From then on: 90min, 2h, 3d, 2026-01-31T20:15.")
    ] = None,
    config: journals.ConfigOption = None,
    journal: journals.JournalOption = None,
    key: journals.KeyOption = None,
    seal: journals.SealOption = None,
    public_key: journals.PublicKeyOption = None,
) -> int:
    """Without a code the alerts of the table: when each was raised, for how long it was active, who or what ended it.

    Exit status: 0 shown, 2 there is no such code or the journal cannot be read.
    """
    if every:
        show(catalogue())
        return 0
    if code is not None:
        return _explain(code)

    def act(file: JournalFile) -> int:
        found = alert_history(file, since_ns=since)
        file.let_go()
        count = last if last is not None else LAST if since is None else len(found)
        show(history(found[-count:] if count > 0 else []))
        return 0

    return journals.look(journals.Asked(config, journal, key, seal, public_key), act)


def _explain(code: str) -> int:
    entry = CATALOGUE.get(code)
    if entry is None:
        close = ", ".join(get_close_matches(code, CATALOGUE))
        hint = f"close to it: {close}" if close else "`tablectl alerts --all` lists all"
        complain(f"tablectl: there is no alert {code!r}; {hint}.")
        return journals.BAD
    show(whole(entry))
    return 0


def history(found: list[Past]) -> Iterator[Line]:
    """Each alert: what and when, its text, how it ended."""
    if not found:
        yield Line("No alert was raised.")
    for past in found:
        name = f"{past.code} ({past.device})" if past.device else past.code
        at = "before what is shown" if past.raised_ns is None else instant(past.raised_ns)
        active = past.lasts and past.ended_ns is None
        style = "" if not active else "bold red" if past.severity == "critical" else "yellow"
        yield Line(name, f"{at}  {past.severity:10}", style)
        text = past.text.removeprefix(f"{past.device}: ")
        if text:
            yield Line(text, "  ")
        if past.times > 1:
            yield Line(f"{past.times} times, the last {instant(past.last_ns)}", "  ")
        if past.lasts:
            yield Line(_ended(past), "  ")


def _ended(past: Past) -> str:
    until_ns = time.time_ns() if past.ended_ns is None else past.ended_ns
    length = "" if past.raised_ns is None else f" for {span((until_ns - past.raised_ns) / 1e9)}"
    if past.ended_ns is None:
        return f"ACTIVE{length}"
    return f"active{length}, until {instant(past.ended_ns)}: {past.ended_by}"


def catalogue() -> Iterator[Line]:
    """Every code by subject."""
    for number, (subject, entries) in enumerate(SUBJECTS.items()):
        if number:
            yield Line()
        yield Line(subject, style="bold")
        yield from (Line(entry.meaning, f"  {entry.severity:9}{entry.code:22}") for entry in entries)


def whole(entry: Entry) -> Iterator[Line]:
    """All that the catalogue has of a code."""
    yield Line(f"{entry.code}  {' or '.join(entry.severities)}", style="bold")
    for said in entry.printed:
        yield Line(said.meaning, "  it means    ")
        yield Line(action_of(entry, said), "  what to do  ")
    yield Line(ending(entry), "  how it ends ")
