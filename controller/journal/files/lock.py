"""One process a journal: a lock on a file beside it; the system lets it go when the process ends, however it ends."""

import fcntl
import os
from pathlib import Path
from typing import Final

from controller.journal.archive import JournalRefusedError

LOCKS: Final = Path("/proc/locks")
MODE: Final = 0o640
"""Of the journal and what lies beside it, less what the umask takes: they hold every card and name of the table."""


def lock_journal(path: Path) -> int:
    """A lock on the journal for this process's life; raises JournalRefusedError."""
    name = path.with_name(path.name + ".lock")
    try:
        descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, MODE)
    except OSError as error:
        raise JournalRefusedError(f"The journal's folder cannot be used: {error}.") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise JournalRefusedError(f"Another process has the journal {path} open.") from error
    return descriptor


def holder(path: Path) -> int | None:
    """The process that has the journal open, None where none has; only looks: a lock taken here could stop a start."""
    try:
        inode = path.with_name(path.name + ".lock").stat().st_ino
        lines = LOCKS.read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        fields = line.split()
        if len(fields) >= 6 and fields[1] == "FLOCK" and fields[5].rpartition(":")[2] == str(inode):
            return int(fields[4])
    return None
