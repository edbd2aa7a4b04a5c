"""`tabled`: the daemon of one table.

    tabled --config FILE            run the table
    tabled --config FILE --check    check the configuration, say what would run, touch nothing
    tabled demo …                   a table with virtual devices and a broker in one process

The exit statuses are those of `controller.cli.serve`; the demonstration ends with 0 when it is told to stop. What is
asked for is loaded only then, so that a Ctrl-C while it loads ends it as quietly as one later.
"""

import importlib
import sys
from collections.abc import Sequence

from controller.terminal.output import ended


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    demo = words[:1] == ["demo"]

    def run() -> int:
        module = importlib.import_module("controller.demo" if demo else "controller.cli.serve")
        status: int = module.main(words[1:] if demo else words)
        return status

    try:
        return ended("tabled", run)
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
