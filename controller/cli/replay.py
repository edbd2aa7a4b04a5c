"""`tablectl replay`: plays the journal again and prints every outcome, each held to the recorded bytes."""

import argparse
import sys

from controller.audit.again import Refusal
from controller.audit.explain import explain_round
from controller.audit.journal_file import JournalFile
from controller.audit.replay import rounds
from controller.audit.telling import counted
from controller.cli import journals
from controller.core.outcomes import dumps, to_json_object
from controller.games.documents import clauses_of
from controller.shell.clock import rfc3339


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the subcommand."""
    parser = commands.add_parser(
        "replay",
        help="play the journal again and print every outcome, or say why it cannot be",
        epilog="Exit status: 0 every outcome was given again, 1 something was not, 2 the journal cannot be read.",
    )
    journals.add_journal(parser)
    parser.add_argument("--round", type=int, metavar="N", help="only this round, told to a person too")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0 every outcome was given again, 1 something was not (or there is no such round), 2 cannot be read."""

    def act(file: JournalFile) -> int:
        clean, found = True, False
        with journals.bar(file.count(), "replaying") as progress:
            for played in rounds(file, progress=progress):
                if isinstance(played, Refusal):
                    clean = False
                    print(f"tablectl: {played.text}", file=sys.stderr)
                    continue
                outcome = played.outcome
                if arguments.round not in (None, outcome.round):
                    continue
                found = True
                print(dumps(to_json_object(outcome)))
                if arguments.round is not None:
                    about = {clause.number: clause.about for clause in clauses_of(outcome.game)}
                    print(f"\nEnded with record {played.record.n} at {rfc3339(played.record.utc_ns)}")
                    print("\n".join(explain_round(played.steps, outcome, about)), end="\n\n")
        if found:
            return 0 if clean else 1
        if arguments.round is not None:
            print(f"tablectl: {_missing(file, arguments.round)}", file=sys.stderr)
            return 1
        print("No round has ended yet." if not _rounds(file) else "No round was played again.", file=sys.stderr)
        return 0 if clean else 1

    return journals.look(arguments, act)


def _rounds(file: JournalFile) -> int:
    """How many rounds have ended."""
    ((found,),) = file.rows("SELECT count(*) FROM records WHERE ended = 1")
    return int(found)


def _missing(file: JournalFile, number: int) -> str:
    """Why a round was not played again: there is none, or its records are not of these rules."""
    ended = _rounds(file)
    if next(file.rows("SELECT 1 FROM records WHERE ended = 1 AND round = ?", number), None):
        return f"round {number} is in the journal, but it cannot be played again here."
    return f"there is no round {number}: " + (
        f"the journal holds {counted(ended, 'round')}." if ended else "none has ended yet."
    )
