"""What a command asks of a running table, over the socket of `[console]`; what is wrong is said here."""

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


def ask_the_table(config: Path | None, line: dict[str, Any]) -> dict[str, Any] | int:
    """The answer; the exit status where there is none."""
    try:
        table = load(journals.configuration(config))
    except (journals.NoJournalError, ConfigError) as error:
        complain(f"tablectl: {error}")
        return journals.BAD
    if table.console_socket is None:
        complain(f"tablectl: {table.file} names no socket in its section [console].")
        return journals.BAD
    try:
        answer = ask(table.console_socket, line, timeout_s=ANSWER_S)
    except (OSError, ValueError) as error:
        reason = shut_out(table.console_socket, os.W_OK) or f"{error}."
        complain(f"tablectl: The table cannot be reached at {table.console_socket}: {reason}")
        return journals.BAD
    if answer["type"] == "rejected":
        complain(f"tablectl: {answer['reason']}")
        return 1
    return answer
