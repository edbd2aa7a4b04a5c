"""`tablectl backup`: a copy of the journal while the table runs, verified."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from controller.audit.backup import BackupError, back_up
from controller.audit.explain.wording import counted
from controller.audit.journal_file import JournalFile
from controller.audit.legible import UnreadableError
from controller.cli import journals
from controller.terminal.printable import complain, say


def command(
    target: Annotated[Path, typer.Argument(metavar="PLACE", help="A new file, or a folder for one named by the time.")],
    *,
    config: journals.ConfigOption = None,
    journal: journals.JournalOption = None,
    key: journals.KeyOption = None,
    seal: journals.SealOption = None,
    public_key: journals.PublicKeyOption = None,
) -> int:
    """The keys are not copied.

    Exit status: 0 copied and verified, 1 something was found, in the copy or by the journal itself, 2 no copy.
    """
    asked = journals.Asked(config, journal, key, seal, public_key)

    def act(file: JournalFile) -> int:
        place = target
        if place.is_dir():
            place /= f"{file.path.stem}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}{file.path.suffix}"
        try:
            with journals.bar(file.count(), "verifying the copy") as progress:
                report = back_up(file, journals.places(asked), place, progress=progress)
        except (BackupError, UnreadableError) as error:
            complain(f"tablectl: {error}")
            return journals.BAD
        file.let_go()
        for finding in report.findings:
            say(finding)
        for note in report.notes:
            say(f"note: {note}")
        if report.found > report.doubts:
            complain(f"{report.found} found: the copy was left as {place}.unverified")
            return 1
        say(f"{place}: {counted(report.records, 'record')}, {counted(report.rounds, 'round')}, verified")
        return 1 if report.doubts else 0

    return journals.look(asked, act)
