"""`tablectl backup`: a copy of the journal while the table runs, verified."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from controller.audit.backup import BackupError, back_up
from controller.audit.explain.wording import counted
from controller.audit.journal_file import JournalFile, UnreadableError
from controller.cli import journals


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the subcommand."""
    parser = commands.add_parser(
        "backup",
        help="copy the journal while the table runs, and verify the copy",
        epilog="The keys are not copied. Exit status: 0 copied and verified, 1 something was found, 2 no copy.",
    )
    parser.add_argument("target", type=Path, metavar="PLACE", help="a new file, or a folder for one named by the time")
    journals.add_journal(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0 copied and verified, 1 something was found (in the copy, or by the journal itself), 2 there is no copy."""

    def act(file: JournalFile) -> int:
        target: Path = arguments.target
        if target.is_dir():
            target /= f"{file.path.stem}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}{file.path.suffix}"
        try:
            with journals.bar(file.count(), "verifying the copy") as progress:
                report = back_up(file, journals.places(arguments), target, progress=progress)
        except (BackupError, UnreadableError) as error:
            print(f"tablectl: {error}", file=sys.stderr)
            return journals.BAD
        for finding in report.findings:
            print(finding)
        for note in report.notes:
            print(f"note: {note}")
        if report.found > report.doubts:
            print(f"{report.found} found: the copy was left as {target}.unverified", file=sys.stderr)
            return 1
        print(f"{target}: {counted(report.records, 'record')}, {counted(report.rounds, 'round')}, verified")
        return 1 if report.doubts else 0

    return journals.look(arguments, act)
