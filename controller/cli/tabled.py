"""`tabled`: the daemon of one table.

    tabled --config FILE            run the table
    tabled --config FILE --check    check the file, print what would run and what a start would meet
    tabled demo …                   a table with virtual devices and a broker in one process

The exit statuses are those of `controller.cli.run_table`; a demonstration that is stopped ends with 0. What is asked
for is loaded only then, so that a Ctrl-C while it loads ends it as quietly as one later.
"""

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from controller.cli import lean_table
from controller.terminal.output import ended


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return ended("tabled", lambda: _run(words))
    except KeyboardInterrupt:
        return 0


def _run(words: list[str]) -> int:
    status: int
    match words:
        case ["--config", file]:  # the unit's line: what reads any other would lie in the table's memory, 1.3 MiB
            status = lean_table.run(Path(file), check=False)
        case _:
            status = importlib.import_module("controller.cli.tabled_line").run(words)
    return status


if __name__ == "__main__":
    sys.exit(main())
