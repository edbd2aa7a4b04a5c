"""`tablectl export`: rounds of the journal as a script that `tablectl play` plays again."""

import argparse
import re
import sys
from contextlib import nullcontext
from pathlib import Path

from controller.audit.export import ExportError, export
from controller.audit.journal_file import JournalFile
from controller.audit.span import NoSuchRoundError, span_of_rounds, spans_of_day
from controller.cli import journals
from controller.journal.archive import JournalRefusedError


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the subcommand."""
    parser = commands.add_parser("export", help="write a round or a day as JSON Lines of events, to be played again")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--round", type=_rounds, metavar="N[-M]", help="this round, or these")
    what.add_argument("--day", type=_day, metavar="YYYY-MM-DD", help="exactly the rounds that ended on this day of UTC")
    journals.add_journal(parser)
    parser.add_argument("--faces", action="store_true", help="tell the cards that the players could not see, too")
    parser.add_argument("--output", type=Path, metavar="FILE", help="where to write (default: standard output)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0 written, 1 there is no such round or it cannot be told, 2 the journal cannot be read."""

    def act(file: JournalFile) -> int:
        try:
            spans = spans_of_day(file, arguments.day) if arguments.day else [span_of_rounds(file, *arguments.round)]
            with journals.bar(spans[-1].last, "reading") as progress:
                lines = list(export(file, spans, faces=arguments.faces, progress=progress))
            with arguments.output.open("w") if arguments.output else nullcontext(sys.stdout) as output:
                output.writelines(f"{line}\n" for line in lines)
        except (ExportError, NoSuchRoundError, JournalRefusedError, OSError) as error:
            print(f"tablectl: {error}", file=sys.stderr)
            return 1
        return 0

    return journals.look(arguments, act)


def _rounds(text: str) -> tuple[int, int]:
    if not (found := re.fullmatch(r"(\d+)(?:-(\d+))?", text)):
        raise argparse.ArgumentTypeError(f"expected a round or two, as in 17 or 17-20, got {text!r}")
    return int(found[1]), int(found[2] or found[1])


def _day(text: str) -> str:
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        raise argparse.ArgumentTypeError(f"expected a day as in 2026-01-31, got {text!r}")
    return text
