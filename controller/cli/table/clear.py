"""`tablectl clear`: an active alert is cleared by somebody entitled, whose name goes into the journal."""

import argparse
import sys
from pathlib import Path
from typing import Final

from controller.cli import journals
from controller.configuration.config import ConfigError, load
from controller.core.events import RANK
from controller.daemon.console_client import ask

ANSWER_S: Final = 10.0
"""The table answers after its commit; longer than this and it hangs."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the subcommand."""
    parser = commands.add_parser(
        "clear",
        help="clear an active alert, at the running table",
        epilog="Exit status: 0 cleared, 1 the table refuses, 2 the table cannot be reached.",
    )
    parser.add_argument("code", metavar="CODE", help="the alert's code, as `tablectl status` shows it")
    parser.add_argument("--device", metavar="NAME", help="whose alert, where more than one has it")
    parser.add_argument("--by", required=True, metavar="NAME", help="who clears it")
    parser.add_argument("--authority", required=True, choices=list(RANK), help="by what right")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the table's (default: the only one)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0 cleared, 1 refused, 2 the table cannot be reached."""
    try:
        config = load(journals.configuration(arguments))
    except (journals.NoJournalError, ConfigError) as error:
        print(f"tablectl: {error}", file=sys.stderr)
        return journals.BAD
    if config.console_socket is None:
        print(f"tablectl: {config.file} names no socket in its section [console].", file=sys.stderr)
        return journals.BAD
    line = {"type": "alert.cleared", "code": arguments.code, "by": arguments.by, "authority": arguments.authority}
    if arguments.device is not None:
        line["device"] = arguments.device
    try:
        answer = ask(config.console_socket, line, timeout_s=ANSWER_S)
    except (OSError, ValueError) as error:
        print(f"tablectl: The table cannot be reached at {config.console_socket}: {error}.", file=sys.stderr)
        return journals.BAD
    if answer["type"] == "rejected":
        print(f"tablectl: {answer['reason']}", file=sys.stderr)
        return 1
    print(f"{arguments.code} is cleared, record {answer['n']}")
    return 0
