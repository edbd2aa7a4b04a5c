"""One process a journal: a lock on the journal's own file, which goes when the process ends, however it ends.

The lock is of flock(2), which is another than the locks of fcntl(2) by which SQLite lets readers and the writer
pass. It belongs to the file whatever name that is opened by: a second link, a symbolic one, the folder renamed. Its
descriptor is closed after SQLite's connections, since closing any descriptor of a file drops the process's locks of the
other kind.

While a first start makes the file there is nothing yet to be locked but a name beside it, `.lock`, which releases
before this one locked alone; so both are held.
"""

import fcntl
import os
from pathlib import Path
from typing import Final

from controller.journal.archive import JournalRefusedError

LOCKS: Final = Path("/proc/locks")
MODE: Final = 0o640
"""Of the journal and what lies beside it, less what the umask takes: they hold every card and name of the table."""


class JournalLock:
    """Held from the beginning, on the name beside `path`; raises JournalRefusedError."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptors = [self._take(_beside(path), os.O_RDWR | os.O_CREAT)]

    def take_file(self) -> int:
        """Lock the journal itself, once it is there and before SQLite opens it; its descriptor.

        Raises JournalRefusedError, also where it has further names: SQLite's log lies beside one of them alone.
        """
        descriptor = self._take(self._path, os.O_RDONLY)
        self._descriptors.append(descriptor)
        if (refused := second_name(self._path, os.fstat(descriptor))) is not None:
            raise JournalRefusedError(refused)
        return descriptor

    def release(self) -> None:
        """Let go of it; when nothing of this process has the journal open any more."""
        while self._descriptors:
            os.close(self._descriptors.pop())

    def _take(self, file: Path, flags: int) -> int:
        try:
            descriptor = os.open(file, flags | os.O_CLOEXEC | os.O_NONBLOCK, MODE)
        except OSError as error:
            raise JournalRefusedError(
                f"The journal's folder cannot be used: {error}. Take away what is in the way there, or give the table's"
                " user its rights."
            ) from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(descriptor)
            pid = holder(self._path)
            raise JournalRefusedError(
                f"Another process has the journal {self._path} open{f', process {pid}' if pid else ''}. A table runs"
                " once: stop that one first."
            ) from error
        return descriptor


def second_name(path: Path, found: os.stat_result) -> str | None:
    """Why a journal that can be opened by another name is not, as a sentence; None where it has one name."""
    if found.st_nlink <= 1:
        return None
    return (
        f"The journal {path} has {found.st_nlink} names (hard links), but its log lies beside one of them alone: remove"
        " the others."
    )


def holder(path: Path) -> int | None:
    """The process that has the journal open, None where none has; only looks: a lock taken here could stop a start."""
    inodes = set()
    for file in (path, _beside(path)):
        try:
            inodes.add(str(file.stat().st_ino))
        except OSError:
            continue
    try:
        lines = LOCKS.read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        fields = line.split()
        if len(fields) >= 6 and fields[1] == "FLOCK" and fields[5].rpartition(":")[2] in inodes:
            return int(fields[4])
    return None


def _beside(path: Path) -> Path:
    return path.with_name(path.name + ".lock")
