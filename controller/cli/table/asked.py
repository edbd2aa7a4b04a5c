"""What a command asks of a running table, over the socket of `[console]`."""

import os
from pathlib import Path
from typing import Any, Final

from controller.cli import journals
from controller.configuration.config import ConfigError, load
from controller.daemon.consoles.client import ask
from controller.terminal.printable import complain
from controller.terminal.rights import shut_out

ANSWER_S: Final = 10.0
"""The table answers after its commit; longer than this and it hangs."""


class Unanswered(Exception):  # noqa: N818 - what the table says is no error
    """The sentence that says why, and the exit status of the command."""

    def __init__(self, sentence: str, status: int = journals.BAD) -> None:
        super().__init__(sentence)
        self.status = status


def socket_of(config: Path | None) -> Path:
    """Where the table is asked; raises Unanswered."""
    try:
        table = load(journals.configuration(config))
    except (journals.NoJournalError, ConfigError) as error:
        raise Unanswered(str(error)) from error
    if table.console_socket is None:
        raise Unanswered(f"{table.file} names no socket in its section [console].")
    return table.console_socket


def answer_of(socket: Path, line: dict[str, Any]) -> dict[str, Any]:
    """Raises Unanswered, also where the table refuses."""
    try:
        answer = ask(socket, line, timeout_s=ANSWER_S)
    except (OSError, ValueError) as error:
        reason = shut_out(socket, os.W_OK) or f"{error}."
        raise Unanswered(f"The table cannot be reached at {socket}: {reason}") from error
    if answer["type"] == "rejected":
        raise Unanswered(str(answer["reason"]), 1)
    return answer


def ask_the_table(config: Path | None, line: dict[str, Any]) -> dict[str, Any] | int:
    """The answer; the exit status where there is none, and why is printed."""
    try:
        return answer_of(socket_of(config), line)
    except Unanswered as error:
        complain(f"tablectl: {error}")
        return error.status
