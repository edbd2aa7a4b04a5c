"""Where a journal lies that is open: a file that is moved away, replaced or deleted takes what is written with it.

SQLite writes on into a file that it has open, wherever that was moved to, and nobody would notice before the next
start. So the names are looked at before each group of events and twice a second: three calls, five microseconds.
"""

import os
from pathlib import Path
from typing import Final

LOGS: Final = ("-wal", "-shm")
"""Behind its name beside it: SQLite's log, and the index by which other processes read that."""


class Place:
    """The journal at `path`, of which `descriptor` is open, and SQLite's log and index; made while all are there."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        real = path.resolve()
        logs = [real.with_name(real.name + end) for end in LOGS]
        self._files = ((path, _mark(os.fstat(descriptor))), *((log, _mark(log.stat())) for log in logs))

    def lost(self) -> str | None:
        """What has become of it, as the end of a sentence; None while it is where it was."""
        for name, mark in self._files:
            try:
                found = _mark(name.stat())
            except FileNotFoundError:
                return f"was moved away or deleted while the table ran: there is no {name} any more"
            except OSError as error:
                return f"cannot be looked at while the table runs: {error}"
            if found != mark:
                return f"was replaced while the table ran: {name} is another file than the table has open"
        return None


def _mark(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino
