"""`tabled demo`: a table with virtual devices, a broker and the real daemon in one process.

Where standard output is a terminal it shows the picture, else plain lines; the last line is always the summary. Ctrl-C,
SIGTERM and SIGHUP end it in order.
"""

import os
import secrets
from pathlib import Path
from typing import Annotated, Final

import typer

from controller import demo
from controller.cli.program import flag

SEEDS: Final = 1_000_000
"""A seed that nobody chose has six digits, to be typed again."""


def _new_file(text: str) -> Path:
    """Asked for before the rounds are played, and no folder is made: it may be of a disk that is not there."""
    if not os.path.isdir((path := Path(text)).parent):  # noqa: PTH112 - Path's raises where one may not look
        raise typer.BadParameter(f"there is no folder {path.parent}")
    return path


def command(
    *,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="What is played (default: the first game).")] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="End after N rounds (default: at Ctrl-C).")
    ] = None,
    fast: Annotated[bool, flag("--fast", help="As fast as the table takes it.")] = False,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="The same cards, wagers and decisions each time.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(parser=_new_file, metavar="FILE", help="Write the last picture to this file.")
    ] = None,
    deal: Annotated[bool, flag("--deal", help="Nobody plays: you deal, in the browser.")] = False,
    drawn: Annotated[bool, flag("--drawn", help="Cards are calls: no hit is said, its card is drawn.")] = False,
) -> int:
    """Exit status: 0 it ended as asked, 1 something failed, 2 the command line is wrong."""
    return demo.main(
        demo.Asked(game, rounds, fast, secrets.randbelow(SEEDS) if seed is None else seed, svg, drawn, deal)
    )
