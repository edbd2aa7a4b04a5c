"""`tablectl verify`: finds any record that was changed, taken out, moved or put in, and says where and what."""

import argparse
import sys
from pathlib import Path

from controller.audit.explain.wording import counted
from controller.audit.findings import Report
from controller.audit.journal_file import JournalFile
from controller.audit.verify.published import Published, PublishedLineError, read_published
from controller.audit.verify.verification import verify
from controller.cli import journals
from controller.core.outcomes import dumps


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the subcommand."""
    parser = commands.add_parser(
        "verify",
        help="check the journal: chain, seals, head, and all that follows from the records",
        epilog="Exit status: 0 nothing found, 1 something found, 2 the journal cannot be read.",
    )
    journals.add_journal(parser)
    parser.add_argument(
        "--published", metavar="FILE",
        help="messages as the broker had them, one a line, - for standard input: they tell of an older copy put back",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print JSON Lines")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0 nothing found, 1 something found, 2 the journal or the published messages cannot be read."""
    try:
        published = _published(arguments.published)
    except (OSError, PublishedLineError) as error:
        print(f"tablectl: {error}", file=sys.stderr)
        return journals.BAD

    def act(file: JournalFile) -> int:
        with journals.bar(file.count(), "verifying") as progress:
            report = verify(file, published=published, progress=progress)
        (_print_json if arguments.json else _print)(report)
        return 1 if report.found else 0

    return journals.look(arguments, act, checks_pages=True)


def _published(name: str | None) -> list[Published]:
    if name is None:
        return []
    if name == "-":
        return list(read_published(sys.stdin.buffer))
    with Path(name).open("rb") as lines:
        return list(read_published(lines))


def _print(report: Report) -> None:
    for finding in report.findings:
        print(finding)
    if report.found > len(report.findings):
        print(f"and {report.found - len(report.findings)} more")
    for note in report.notes:
        print(f"note: {note}")
    print(
        f"{counted(report.records, 'record')}, {counted(report.rounds, 'round')}, {counted(report.seals, 'seal')},"
        f" {counted(report.replayed, 'record')} replayed, {report.rows} messages and orders,"
        f" {counted(report.snapshots, 'snapshot')}: "
        + ("nothing found" if not report.found else f"{report.found} found")
    )


def _print_json(report: Report) -> None:
    for finding in report.findings:
        print(dumps({"type": "finding", **finding._asdict()}))
    for note in report.notes:
        print(dumps({"type": "note", "text": note}))
    numbers = ("found", "records", "rounds", "seals", "replayed", "rows", "snapshots")
    print(dumps({"type": "verified", **{name: getattr(report, name) for name in numbers}}))
