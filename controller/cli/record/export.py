"""`tablectl export`: rounds of the journal as a script that `tablectl play` plays again."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from controller.audit.export import ExportError, export
from controller.audit.journal_file import JournalFile
from controller.audit.span import NoSuchRoundError, Span, span_of_rounds, spans_of_day
from controller.cli import journals
from controller.cli.program import flag
from controller.journal.archive import JournalRefusedError
from controller.terminal.printable import complain, say


def command(
    *,
    rounds: Annotated[str | None, typer.Option("--round", metavar="N[-M]", help="This round, or these.")] = None,
    day: Annotated[
        str | None, typer.Option(metavar="YYYY-MM-DD", help="Exactly the rounds that ended on this day of UTC.")
    ] = None,
    faces: Annotated[bool, flag("--faces", help="Name the cards that the players could not see, too.")] = False,
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write (default: standard output).")
    ] = None,
    config: journals.ConfigOption = None,
    journal: journals.JournalOption = None,
    key: journals.KeyOption = None,
    seal: journals.SealOption = None,
    public_key: journals.PublicKeyOption = None,
) -> int:
    """Exit status: 0 written, 1 there is no such round or it cannot be told, 2 the journal cannot be read."""
    chosen = _chosen(rounds, day)

    def act(file: JournalFile) -> int:
        try:
            spans = chosen(file)
            with journals.bar(spans[-1].last, "reading") as progress:
                lines = list(export(file, spans, faces=faces, progress=progress))
            file.let_go()
            if output is None:
                say(*lines)
            else:
                output.write_text("".join(f"{line}\n" for line in lines))
        except (ExportError, NoSuchRoundError, JournalRefusedError, OSError) as error:
            complain(f"tablectl: {error}")
            return 1
        return 0

    return journals.look(journals.Asked(config, journal, key, seal, public_key), act)


def _chosen(rounds: str | None, day: str | None) -> Callable[[JournalFile], Sequence[Span]]:
    """What finds the rounds that are meant."""
    if (rounds is None) == (day is None):
        raise typer.BadParameter("expected one of them", param_hint="--round / --day")
    if day is not None:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day):
            raise typer.BadParameter(f"expected a day as in 2026-01-31, got {day!r}", param_hint="--day")
        return lambda file: spans_of_day(file, day)
    if not (found := re.fullmatch(r"([0-9]{1,100})(?:-([0-9]{1,100}))?", rounds or "")):
        raise typer.BadParameter(f"expected a round or two, as in 17 or 17-20, got {rounds!r}", param_hint="--round")
    first, last = int(found[1]), int(found[2] or found[1])
    return lambda file: [span_of_rounds(file, first, last)]
