"""Room for SQLite's log, made ahead of it: a commit then only overwrites bytes that the file has already.

A file that grows costs the file system a commit of its own for each of ours: on ext4 some 20 KiB and a second flush of
the disk, for its new length and blocks. SQLite writes its log over from the beginning once that has been written back,
so a file grows only until then: for the first rounds of each start. It is made longer in steps, behind a commit, while
nobody waits for it. Zeros are no frame of a log (their magic number, salt and checksum do not fit), whoever reads it.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

STEP_BYTES: Final = 256 * 1024
"""Four rounds or so; written and synced in a few milliseconds."""
FIRST_BYTES: Final = 64 * 1024
"""From which length on: who only starts and stops needs none."""
LEAST_FREE_BYTES: Final = 64 * 1024 * 1024
"""On a disk with less nothing is taken ahead: that it is full has to be met when it is."""
PAGE: Final = bytes(4096)
"""Written one by one: what is written at once Linux keeps as one piece, and counts whole at each change in it."""


class LogRoom:
    """Of the log at `path`, up to `most_bytes`. For the writer's thread: nothing else writes to the log meanwhile."""

    def __init__(self, path: Path, *, most_bytes: int) -> None:
        self._path = path
        self._most_bytes = most_bytes
        self._made_bytes = FIRST_BYTES

    def make(self) -> None:
        """Make the file longer where SQLite has come to its end; a disk that takes no more is left as it is."""
        with suppress(OSError):
            length = self._path.stat().st_size
            if length <= self._made_bytes or length >= self._most_bytes:
                return
            disk = os.statvfs(self._path)
            if disk.f_bavail * disk.f_frsize < LEAST_FREE_BYTES:
                return
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
            try:
                for place in range(length, length + STEP_BYTES, len(PAGE)):
                    os.pwrite(descriptor, PAGE, place)
                os.fdatasync(descriptor)
            finally:
                os.close(descriptor)
            self._made_bytes = length + STEP_BYTES
