"""`tablectl rules`: a game's clauses: where each is decided and which test proves it, or that it is for people."""

from typing import Annotated

import typer

from controller.cli.program import flag, one_of
from controller.core.outcomes import dumps
from controller.games.registry import GAMES, find
from controller.terminal.printable import complain, say


def command(
    name: Annotated[
        str | None, typer.Argument(parser=one_of(GAMES), metavar="GAME", help=f"{', '.join(GAMES)}.")
    ] = None,
    *,
    game: Annotated[str | None, typer.Option(parser=one_of(GAMES), metavar="GAME", help="The same.")] = None,
    clause: Annotated[str | None, typer.Option(metavar="N", help="Only this clause and those below it.")] = None,
    json: Annotated[bool, flag("--json", help="Print JSON Lines.")] = False,
) -> int:
    """Exit status: 0 printed, 1 there is no such clause."""
    wanted = name or game
    if wanted is None or None not in {name, game}:
        raise typer.BadParameter(f"expected one game of {', '.join(GAMES)}", param_hint="GAME")
    rows = [row for row in find(wanted).clauses if clause is None or f"{row.number}.".startswith(f"{clause}.")]
    for row in rows:
        if json:
            say(dumps(row._asdict()))
            continue
        say(f"{row.number:12} {row.about}")
        if row.people is not None:
            say(f"{'':12}   for people: {row.people}")
        else:
            say(f"{'':12}   decided in {row.where}")
            say(f"{'':12}   proved by  {row.test}")
    if not rows:
        complain(f"tablectl: the rules of {wanted} have no clause {clause}.")
        return 1
    return 0
