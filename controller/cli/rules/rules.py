"""`tablectl rules`: a game's clauses: where each is decided and which test proves it, or that it is for people."""

import argparse
import sys

from controller.core.outcomes import dumps
from controller.games.registry import GAMES, find


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the subcommand."""
    parser = commands.add_parser("rules", help="print a game's clauses: where each is decided and which test proves it")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("name", nargs="?", choices=list(GAMES), metavar="GAME", help=", ".join(GAMES))
    which.add_argument("--game", choices=list(GAMES), metavar="GAME", help="the same")
    parser.add_argument("--clause", help="only this clause and those below it")
    parser.add_argument("--json", action="store_true", help="print JSON Lines")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0 printed, 1 there is no such clause."""
    wanted = arguments.clause
    game = arguments.name or arguments.game
    rows = [row for row in find(game).clauses if wanted is None or f"{row.number}.".startswith(f"{wanted}.")]
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
    if not rows:
        print(f"tablectl: the rules of {game} have no clause {wanted}.", file=sys.stderr)
        return 1
    return 0
