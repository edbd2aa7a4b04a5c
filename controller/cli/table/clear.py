"""`tablectl clear`: an active alert is cleared by somebody entitled, whose name goes into the journal."""

from typing import Annotated

import typer

from controller.cli import journals
from controller.cli.table.asked import ask_the_table
from controller.core.events import RANK, Authority
from controller.terminal.printable import say


def command(
    code: Annotated[str, typer.Argument(metavar="CODE", help="The alert's code, as `tablectl status` shows it.")],
    *,
    device: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose alert, where more than one device has it.")
    ] = None,
    by: Annotated[str, typer.Option(metavar="NAME", help="Who clears it.")],
    authority: Annotated[
        Authority, typer.Option(metavar="RANK", help=f"By what right, as the table gives it: {', '.join(RANK)}.")
    ],
    config: journals.ConfigOption = None,
) -> int:
    """Exit status: 0 cleared, 1 the table refuses, 2 the table cannot be reached."""
    line = {"type": "alert.cleared", "code": code, "by": by, "authority": authority}
    if device is not None:
        line["device"] = device
    answer = ask_the_table(config, line)
    if isinstance(answer, int):
        return answer
    say(f"{code} is cleared, record {answer['n']}")
    return 0
