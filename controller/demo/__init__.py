"""`tabled demo`: a table with virtual devices that speak the real bytes, a broker and the real daemon in one process.

`house` puts it together, `dealer` plays, `picture` shows. What is imported here is little, so that Ctrl-C is obeyed
from the start; the rest is imported by `main`.
"""

import importlib
import signal
import sys
from collections.abc import Sequence
from typing import Final

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Each ends the demonstration in order."""


def main(words: Sequence[str]) -> int:
    """The command `tabled demo` with its words; returns the exit status."""
    for number in SIGNALS:
        signal.signal(number, lambda *_: sys.exit(0))
    try:
        command = importlib.import_module("controller.demo.command")
    except ModuleNotFoundError as error:
        print(f"tabled demo: needs the package {error.name}, of the extra `demo`.", file=sys.stderr)
        return 2
    status: int = command.main(words, SIGNALS)
    return status
