"""Where a journal lies that is open: a file that is moved away, replaced, deleted or cut short takes records with it.

SQLite writes on into a file that it has open, wherever that was moved to and whatever was cut off it, and nobody would
notice before the next start. So the names are looked at before each group of events, when one in their folder comes or
goes, and once a second: four calls, seven microseconds. While a table runs neither the database nor its log ever
shrinks, so one that has is cut.
"""

import os
from pathlib import Path
from typing import Final, NamedTuple

LOGS: Final = ("-wal", "-shm")
"""Behind its name beside it: SQLite's log, and the index by which other processes read that."""


def log_of(path: Path) -> Path:
    """SQLite's log of the journal at `path`: beside what a symbolic link leads to."""
    real = path.resolve()
    return real.with_name(f"{real.name}{LOGS[0]}")


class Loss(NamedTuple):
    """What has become of a journal, as the end of a sentence; whether what SQLite has open lacks bytes."""

    text: str
    is_cut: bool


class Place:
    """The journal at `path`, of which `descriptor` is open, and SQLite's log and index; made while all are there."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._is_link = path.is_symlink()
        real = path.resolve()
        logs = [real.with_name(real.name + end) for end in LOGS]
        self._files = [(str(path), True, _mark(os.fstat(descriptor)))]
        self._files += [(str(log), False, _mark(log.lstat())) for log in logs]
        self._sizes = {name: os.stat(name).st_size for name, _, _ in self._files}  # noqa: PTH116 - as below

    def lost(self) -> Loss | None:
        """What has become of it; None while it is as it was."""
        for name, follows, mark in self._files:
            try:
                found = os.stat(name, follow_symlinks=follows)  # noqa: PTH116 - a Path takes as long again
            except FileNotFoundError:
                gone = f"was moved away or deleted while the table ran: there is no {name} any more"
                return Loss(gone, is_cut=False)
            except OSError as error:
                return Loss(f"cannot be looked at while the table runs: {error}", is_cut=False)
            if _mark(found) != mark:
                other = f"was replaced while the table ran: {name} is another file than the table has open"
                return Loss(other, is_cut=False)
            if found.st_size < (before := self._sizes[name]):
                return Loss(
                    f"was cut short while the table ran: {name} has {found.st_size} bytes and had {before}; keep the"
                    " files as they are",
                    is_cut=True,
                )
            self._sizes[name] = found.st_size
        if not self._is_link and self._path.is_symlink():  # the log would be looked for beside what it leads to
            return Loss(f"was moved away while the table ran: {self._path} is a symbolic link now", is_cut=False)
        return None


def _mark(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino
