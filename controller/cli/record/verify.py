"""`tablectl verify`: finds any record that was changed, taken out, moved or put in, and says where and what."""

from typing import Annotated, Final

import typer

from controller.audit.elsewhere import cores
from controller.audit.explain.wording import counted
from controller.audit.findings import Report
from controller.audit.journal_file import JournalFile
from controller.audit.verify.published import Published, PublishedLineError, read_published
from controller.audit.verify.verification import verify
from controller.cli import journals
from controller.cli.program import flag
from controller.core.outcomes import dumps
from controller.core.reader import MalformedLine
from controller.terminal.inputs import MIB, input_lines
from controller.terminal.printable import complain, say

PUBLISHED_BYTES: Final = 1024 * MIB
"""Of what the broker had: outcomes of half a year."""


def command(
    *,
    published: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Messages as the broker had them, one a line; - is standard input. They show an older copy put back.",
        ),
    ] = None,
    json: Annotated[bool, flag("--json", help="Print JSON Lines.")] = False,
    jobs: journals.JobsOption = None,
    config: journals.ConfigOption = None,
    journal: journals.JournalOption = None,
    key: journals.KeyOption = None,
    seal: journals.SealOption = None,
    public_key: journals.PublicKeyOption = None,
) -> int:
    """Exit status: 0 nothing found, 1 something found, 2 the journal or the published messages cannot be read."""
    try:
        messages = _published(published)
    except (OSError, MalformedLine, PublishedLineError) as error:
        complain(f"tablectl: {error}")
        return journals.BAD

    def act(file: JournalFile) -> int:
        with journals.bar(file.count(), "verifying") as progress:
            report = verify(file, published=messages, progress=progress, jobs=jobs or cores())
        file.let_go()
        (_print_json if json else _print)(report)
        return 1 if report.found else 0

    return journals.look(journals.Asked(config, journal, key, seal, public_key), act, checks_pages=True)


def _published(name: str | None) -> list[Published]:
    if name is None:
        return []
    return list(read_published(input_lines(name, most=PUBLISHED_BYTES)))


def _print(report: Report) -> None:
    for finding in report.findings:
        say(finding)
    if report.found > len(report.findings):
        say(f"and {report.found - len(report.findings)} more")
    for note in report.notes:
        say(f"note: {note}")
    say(
        f"{counted(report.records, 'record')}, {counted(report.rounds, 'round')}, {counted(report.seals, 'seal')},"
        f" {counted(report.replayed, 'record')} replayed, {report.rows} messages and orders,"
        f" {counted(report.snapshots, 'snapshot')}: "
        + ("nothing found" if not report.found else f"{report.found} found")
    )


def _print_json(report: Report) -> None:
    for finding in report.findings:
        say(dumps({"type": "finding", **finding._asdict()}))
    for note in report.notes:
        say(dumps({"type": "note", "text": note}))
    numbers = ("found", "records", "rounds", "seals", "replayed", "rows", "snapshots")
    say(dumps({"type": "verified", **{name: getattr(report, name) for name in numbers}}))
