"""`tablectl recall`: the last rounds in plain words, from the journal alone, also while the table runs."""

import argparse
import sys
from typing import Final

from controller.audit.explain.recall import last_rounds, tell
from controller.audit.journal_file import JournalFile
from controller.cli import journals
from controller.core.outcomes import dumps, to_json_object

ROUNDS: Final = 25
"""What progressive table games have to show at least (9 NYCRR 5320.8(b))."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the subcommand."""
    parser = commands.add_parser(
        "recall",
        help="show the last rounds, without a broker",
        epilog="Exit status: 0 shown, 1 a round is not shown because its record is not as this device signed it,"
        " 2 the journal cannot be read.",
    )
    parser.add_argument("rounds", nargs="?", type=int, default=ROUNDS, metavar="N", help=f"how many ({ROUNDS})")
    journals.add_journal(parser)
    parser.add_argument("--json", action="store_true", help="print the outcomes as JSON Lines")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0 shown, 1 a round is not shown because its record is not as it was signed, 2 the journal cannot be read."""

    def act(file: JournalFile) -> int:
        found = last_rounds(file, arguments.rounds)
        refused = [recalled.refused for recalled in found if recalled.refused is not None]
        for recalled in found:
            if recalled.refused is not None:
                print(f"tablectl: {recalled.refused}", file=sys.stderr)
            elif not arguments.json:
                print("\n".join(tell(recalled)))
            elif recalled.outcome is not None:
                print(dumps(to_json_object(recalled.outcome)))
        if not found:
            print("No round has ended yet.", file=sys.stderr)
        return 1 if refused else 0

    if arguments.rounds < 1:
        print("tablectl: at least one round can be recalled.", file=sys.stderr)
        return journals.BAD
    return journals.look(arguments, act)
