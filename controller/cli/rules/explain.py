"""`tablectl explain`: prints the rounds of a script for a person: what was seen and done, who won what and why."""

import argparse
import sys

from controller.audit.explain.rounds import explain_round
from controller.audit.explain.wording import Step
from controller.cli.rules.play import replay
from controller.core.effects import RoundEnded
from controller.core.reader import MalformedLine
from controller.games.registry import find


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the subcommand."""
    parser = commands.add_parser("explain", help="tell the rounds of a script to a person, with the clauses")
    parser.add_argument("file", metavar="FILE", help="a script (JSON Lines); - is standard input")
    parser.add_argument("--round", type=int, help="only this round")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0 told, 1 there is no such round, 2 the script is not well formed."""
    told = 0
    steps: list[Step] = []
    try:
        with sys.stdin.buffer if arguments.file == "-" else open(arguments.file, "rb") as file:  # noqa: PTH123
            for line, _, effects, event in replay(arguments.file, file):
                steps.append((line, event, effects))
                for effect in effects:
                    if not isinstance(effect, RoundEnded):
                        continue
                    outcome = effect.outcome
                    if arguments.round in (None, outcome.round):
                        about = {clause.number: clause.about for clause in find(outcome.game).clauses}
                        print("\n".join(explain_round(steps, outcome, about)), end="\n\n")
                        told += 1
                    steps = []
    except OSError as error:
        print(f"{arguments.file}: {error.strerror}", file=sys.stderr)
        return 2
    except MalformedLine as error:
        print(error, file=sys.stderr)
        return 2
    if not told:
        print("no such round ended in this script", file=sys.stderr)
    return 0 if told else 1
