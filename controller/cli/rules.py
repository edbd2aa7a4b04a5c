"""`tablectl rules`: a game's clauses: where each is decided and which test proves it, or that it is for people."""

import argparse

from controller.core.outcomes import dumps
from controller.games.documents import CLAUSES, clauses_of


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the subcommand."""
    parser = commands.add_parser("rules", help="print a game's clauses: where each is decided and which test proves it")
    parser.add_argument("--game", required=True, choices=list(CLAUSES))
    parser.add_argument("--clause", help="only this clause and those below it")
    parser.add_argument("--json", action="store_true", help="print JSON Lines")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0 printed, 1 there is no such clause."""
    wanted = arguments.clause
    rows = [row for row in clauses_of(arguments.game) if wanted is None or f"{row.number}.".startswith(f"{wanted}.")]
    for row in rows:
        if arguments.json:
            print(dumps(row._asdict()))
            continue
        print(f"{row.number:12} {row.about}")
        if row.people is not None:
            print(f"{'':12}   for people: {row.people}")
        else:
            print(f"{'':12}   decided in {row.where}")
            print(f"{'':12}   proved by  {row.test}")
    return 0 if rows else 1
