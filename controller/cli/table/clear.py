"""`tablectl clear`: an active alert is cleared by somebody entitled, whose name goes into the journal."""

import os
from typing import Annotated, Final

import typer

from controller.cli import journals
from controller.configuration.config import ConfigError, load
from controller.core.events import RANK, Authority
from controller.daemon.consoles.client import ask
from controller.terminal.printable import complain, say
from controller.terminal.rights import shut_out

ANSWER_S: Final = 10.0
"""The table answers after its commit; longer than this and it hangs."""


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
    try:
        table = load(journals.configuration(config))
    except (journals.NoJournalError, ConfigError) as error:
        complain(f"tablectl: {error}")
        return journals.BAD
    if table.console_socket is None:
        complain(f"tablectl: {table.file} names no socket in its section [console].")
        return journals.BAD
    line = {"type": "alert.cleared", "code": code, "by": by, "authority": authority}
    if device is not None:
        line["device"] = device
    try:
        answer = ask(table.console_socket, line, timeout_s=ANSWER_S)
    except (OSError, ValueError) as error:
        reason = shut_out(table.console_socket, os.W_OK) or f"{error}."
        complain(f"tablectl: The table cannot be reached at {table.console_socket}: {reason}")
        return journals.BAD
    if answer["type"] == "rejected":
        complain(f"tablectl: {answer['reason']}")
        return 1
    say(f"{code} is cleared, record {answer['n']}")
    return 0
