"""`tablectl new`: the configuration of a new table, from the example of its game, where the unit looks for it."""

import re
from pathlib import Path
from typing import Annotated, Final

import typer

from controller.cli import journals
from controller.cli.program import flag, one_of
from controller.configuration.installed import CONFIGURATIONS, unit_of
from controller.configuration.new_file import NewFileError, write_new
from controller.games.registry import GAMES, find
from controller.terminal.printable import complain, say

NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
HOST: Final = re.compile(r"[A-Za-z0-9.:_-]{1,253}")


def _name(text: str) -> str:
    if not NAME.fullmatch(text):
        raise typer.BadParameter(f"expected up to 32 letters, digits, - and _, got {text!r}")
    return text


def _host(text: str) -> str:
    if not HOST.fullmatch(text):
        raise typer.BadParameter(f"expected a host's name or address, got {text!r}")
    return text


def command(
    table: Annotated[
        str, typer.Argument(metavar="TABLE", parser=_name, help="Its name: of the file, in every topic, of the unit.")
    ],
    *,
    game: Annotated[
        str, typer.Option(metavar="GAME", parser=one_of(GAMES), help=f"What is played: {', '.join(GAMES)}.")
    ],
    site: Annotated[str | None, typer.Option(metavar="NAME", parser=_name, help="The house, in every topic.")] = None,
    broker: Annotated[
        str | None, typer.Option(metavar="HOST", parser=_host, help="Where the broker is (default: on this PC).")
    ] = None,
    virtual: Annotated[
        bool, flag("--virtual", help="With virtual devices, to try it without hardware: `tablectl virtual`.")
    ] = False,
    folder: Annotated[Path, typer.Option(metavar="FOLDER", help="Where it is written.")] = CONFIGURATIONS,
) -> int:
    """Exit status: 0 written, 2 not."""
    try:
        written = write_new(folder, table, game, site=site, broker=broker, virtual=virtual)
    except NewFileError as error:
        complain(f"tablectl: {error}")
        return journals.BAD
    file = written[0]
    say(f"{file}: {find(game).title}.")
    for other in written[1:]:
        say(f"{other}: the weights of its multiplier.")
    say("Next:")
    say(f"  edit {file}: ports (`tablectl probe` prints a device's lines), broker, limits")
    say(f"  tabled --config {file} --check")
    say(f"  systemctl enable --now {unit_of(file)}")
    say(f"  tablectl status --config {file}")
    return 0
