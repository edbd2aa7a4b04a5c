"""`tablectl`: the technician's hand.

Exit status: 0 done, 1 something is wrong with what was looked at, 2 the input or the command line is not well formed.
"""

import sys
from collections.abc import Sequence
from typing import Annotated, Final

from controller.cli.program import Lazy, flag, program, run, version_of
from controller.private_memory import keep_memory_private
from controller.terminal.output import ended

NAME: Final = "tablectl"
COMMANDS: Final = {
    "Table": {
        "new": Lazy("controller.cli.table.new", "Write a new table's configuration, from the example of its game."),
        "status": Lazy("controller.cli.table.status", "Show how the table is, running or not."),
        "top": Lazy("controller.cli.table.top", "Show a running table live: round, times, outbox, devices, alerts."),
        "doctor": Lazy("controller.cli.table.doctor", "Look at everything a table needs, and say what to do."),
        "self-check": Lazy("controller.cli.table.self_check", "Check what is installed against its signed manifest."),
        "alerts": Lazy("controller.cli.table.alerts", "Show what was raised and cleared, or explain a code."),
        "watch": Lazy("controller.cli.table.watch", "Follow a table at the broker, and check each message."),
        "floor": Lazy("controller.cli.table.floor", "Watch every table of a site at its broker."),
        "clear": Lazy("controller.cli.table.clear", "Clear an active alert, at the running table."),
        "reload": Lazy("controller.cli.table.reload", "Have the running table read its configuration anew."),
        "config": Lazy("controller.cli.table.config", "Show the configuration beside its file, or its changes."),
        "log-level": Lazy("controller.cli.table.log_level", "Have a part of the table log more, or less, for a while."),
        "people": Lazy("controller.cli.table.people", "Say who may sign in at the table's pages, and with what rank."),
        "enrol": Lazy("controller.cli.table.enrol", "Print the code that makes a screen a console of the table."),
        "request": Lazy("controller.cli.table.request", "Ask the table for something over its broker, signed."),
    },
    "Record": {
        "recall": Lazy("controller.cli.record.recall", "Show the last rounds, without a broker."),
        "verify": Lazy(
            "controller.cli.record.verify", "Check the journal: chain, seals, head, and all that follows from records."
        ),
        "replay": Lazy("controller.cli.record.replay", "Play the journal again and print every outcome, or why not."),
        "export": Lazy("controller.cli.record.export", "Write a round or a day as a script, to be played again."),
        "backup": Lazy("controller.cli.record.backup", "Copy the journal while the table runs, and verify the copy."),
    },
    "Devices": {
        "devices": Lazy("controller.cli.devices.devices", "Show the configured devices as they were last seen."),
        "probe": Lazy(
            "controller.cli.devices.probe", "Find speed and protocol at a port by listening, or what is plugged in."
        ),
        "monitor": Lazy("controller.cli.devices.monitor", "Show a device's frames live, decoded."),
        "capture": Lazy("controller.cli.devices.capture", "Record what crosses a line, with its times, into a file."),
        "replay-wire": Lazy("controller.cli.devices.replay_wire", "Play a capture into a port, for a driver to read."),
        "virtual": Lazy(
            "controller.cli.devices.virtual", "Play a script at a running table, through virtual devices at its ports."
        ),
        "test": Lazy("controller.cli.devices.trial", "Try the button, the meter or the shoe of a stopped table."),
    },
    "Rules": {
        "play": Lazy("controller.cli.rules.play", "Run scripts of events and print the outcomes."),
        "explain": Lazy("controller.cli.rules.explain", "Explain the rounds of a script, with the clauses."),
        "rules": Lazy("controller.cli.rules.rules", "Print a game's clauses: where each is decided and tested."),
        "simulate": Lazy("controller.cli.rules.simulate", "Play whole shoes by random legal moves and count the ends."),
        "phh": Lazy("controller.cli.rules.phh", "Read and write hand histories in the open PHH format."),
    },
}
"""By what a technician looks at."""

app: Final = program(
    "Looks at a table and its devices, plays scripts, prints the rules.", COMMANDS, no_args_is_help=True
)


@app.callback()
def _options(
    *,
    version: Annotated[
        bool, flag("--version", callback=version_of(NAME), is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    del version


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one subcommand; its exit status."""
    if argv is None:  # a process of its own: what it opens with the key of sealed records stays in it
        keep_memory_private()
    words = list(sys.argv[1:] if argv is None else argv)
    return ended(NAME, lambda: run(app, NAME, words))


if __name__ == "__main__":
    sys.exit(main())
