"""`tablectl`: the technician's hand. Each subcommand is a module of its own with `add` (its arguments) and a function.

Exit status: 0 done, 1 something is wrong with what was looked at, 2 the input or the command line is not well formed.
"""

import argparse
import sys
from collections.abc import Sequence

from controller import __version__
from controller.cli.devices import capture, devices, monitor, probe, replay_wire, trial
from controller.cli.record import backup, export, recall, replay, verify
from controller.cli.rules import explain, phh, play, rules, simulate
from controller.cli.table import alerts, clear, doctor, status
from controller.terminal.output import ended


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one subcommand; its exit status."""
    parser = argparse.ArgumentParser(
        prog="tablectl", description="Looks at a table and its devices, plays scripts, tells the rules."
    )
    parser.add_argument("--version", action="version", version=f"tablectl {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in (
        play,
        explain,
        rules,
        simulate,
        phh,
        verify,
        replay,
        recall,
        export,
        backup,
        status,
        alerts,
        clear,
        devices,
        doctor,
        probe,
        monitor,
        capture,
        replay_wire,
        trial,
    ):
        module.add(commands)

    def run() -> int:
        arguments = parser.parse_args(argv)
        return int(arguments.run(arguments))

    return ended(parser.prog, run)


if __name__ == "__main__":
    sys.exit(main())
