"""Room on the journal's disk: some of it is reserved at the start, and given back when the disk is full.

    plenty -> low: a warning is active -> short: no further round is opened -> full: the reserve finishes the round

The reserve is a file of blocks beside the journal that nobody writes to (posix_fallocate). A commit that finds the disk
full is made again after the reserve has been given back, so the round at hand ends in order whoever filled the disk;
the reserve is made again when there is room for it, and until then the table is short. A disk that is full even then
stops the table like any other failed write, and so does one that has become read-only.

Full is a disk that takes no more for whatever reason: no blocks, a quota, the largest file that this process or file
system may have, no files. SQLite tells only the first from a disk that fails; so what it calls a failed write is tried
beside the journal, where the system says why.
"""

import errno
import os
import resource
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, NamedTuple

import structlog

Level = Literal["plenty", "low", "short"]

MIB: Final = 1024 * 1024
START_BYTES: Final = 8 * MIB
"""A start with less than this takes the reserve at once: the journal's log (4 MiB) may have to be written back."""
FULL: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)
"""SQLite's errors when the disk takes no more: of the file or its log, and of the log's index."""
FULL_ERRNOS: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The same of the system: no blocks or no files, a quota, a limit of a file's size."""
TOO_LARGE: Final = "it may not become larger: raise LimitFSIZE of the unit, or `ulimit -f` of the shell"
"""What stands for the last of them, against which no reserve helps."""
TRIAL: Final = ".trial"
TRIAL_BYTES: Final = 4 * MIB
"""More than any commit writes."""
LEAST_FILES: Final = 8
"""What a start makes: SQLite's log and its index, the head file; and a recording."""

_log = structlog.get_logger()


class Reading(NamedTuple):
    """What one look has found; `free_bytes` is without the reserve."""

    level: Level
    free_bytes: int
    read_only: bool


class Disk:
    """The room for the journal at `path`. `prepare` before it is opened; `write` is for the writer's thread."""

    def __init__(self, path: Path, *, reserve_bytes: int, low_bytes: int, short_bytes: int) -> None:
        self.released = False
        """Whether a full disk has taken the reserve since it was last made."""
        self.path = path
        self._folder = path.parent
        self._file = path.with_name(path.name + ".reserve")
        self._reserve_bytes = reserve_bytes
        self._low_bytes = low_bytes
        self._short_bytes = short_bytes
        self._level: Level = "plenty"
        self._held = False
        self._no_files = False
        self._one_at_a_time = threading.Lock()

    def prepare(self) -> None:
        """Make the reserve; on a disk that is full already it makes room for the start. Raises OSError."""
        self._reserve()
        if self._free_bytes() < START_BYTES or self._lacks_files(LEAST_FILES):
            self._release()
        if self._lacks_files(2) and not self.path.with_name(self.path.name + "-wal").exists():
            raise OSError(errno.ENOSPC, "the disk can take no further files, for want of inodes")

    def write(self, write: Callable[..., None], *given: object) -> None:
        """Run `write`; where it fails for want of room, give the reserve back and run it again. Raises what it raises.

        `write` has to leave nothing behind when it fails, as a transaction does.
        """
        try:
            write(*given)
        except (sqlite3.Error, OSError) as error:
            reason = self._why_full(error)
            if isinstance(reason, OSError) and reason.errno == errno.EFBIG:
                self._level = "short"
                raise OSError(errno.EFBIG, f"{os.strerror(errno.EFBIG)}; {TOO_LARGE}") from error
            if reason is None or not self._release():
                raise reason or error  # noqa: B904 - one of the two, in the context of the other
            _log.warning("disk_full", reason=str(reason), reserve="given back to finish the round")
            try:
                write(*given)
            except (sqlite3.Error, OSError) as again:
                raise self._why_full(again) or again  # noqa: B904 - as above

    def look(self) -> Reading:
        """How much is left, and what that means; makes the reserve again where there is room again. Raises OSError."""
        free_bytes = self._free_bytes()
        if not self._held and free_bytes >= self._reserve_bytes + self._least() and self._reserve():
            free_bytes = self._free_bytes()
        self._no_files = self._lacks_files(LEAST_FILES)
        if free_bytes < self._least() or not self._held or self._no_files:
            self._level = "short"
        elif free_bytes < self._low_bytes:
            self._level = "low"
        else:
            self._level = "plenty"
        return Reading(self._level, free_bytes, bool(os.statvfs(self._folder).f_flag & os.ST_RDONLY))

    def why_closed(self) -> str | None:
        """Why no round may be opened now, as a sentence; None where one may."""
        if self.released:
            return "The disk is full: the reserve was given back to finish the round, and no other is opened."
        if self._no_files:
            return "The disk can take hardly any further file: no round is opened until it can take more."
        if self._level == "short":
            return (
                f"The disk has less than {self._short_bytes // MIB} MiB left: no round is opened until there is more."
            )
        return None

    def _least(self) -> int:
        """What has to be left; a quarter more where it was short, so that the table does not flutter."""
        return self._short_bytes * (5 if self._level == "short" else 4) // 4

    def _free_bytes(self) -> int:
        found = os.statvfs(self._folder)
        limit = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
        free_bytes = found.f_bavail * found.f_frsize
        return free_bytes if limit == resource.RLIM_INFINITY else min(free_bytes, max(0, limit - self._largest()))

    def _lacks_files(self, wanted: int) -> bool:
        """Whether the disk can take fewer files than that; where it has no such bound it says 0 of 0."""
        found = os.statvfs(self._folder)
        return bool(found.f_files) and found.f_favail < wanted

    def _largest(self) -> int:
        """The size of the journal or its log, whichever is larger."""
        sizes = [0]
        for file in (self.path, self.path.with_name(self.path.name + "-wal")):
            with suppress(OSError):
                sizes.append(file.stat().st_size)
        return max(sizes)

    def _why_full(self, error: sqlite3.Error | OSError) -> OSError | sqlite3.Error | None:
        """What says that the disk takes no more, where that is why a write has failed."""
        if isinstance(error, OSError):
            return error if error.errno in FULL_ERRNOS else None
        if error.sqlite_errorcode in FULL:
            return error
        return self._trial() if error.sqlite_errorcode == sqlite3.SQLITE_IOERR_WRITE else None

    def _trial(self) -> OSError | None:
        """Take as much room beside the journal as a commit may, behind the end of the largest file."""
        file = self.path.with_name(self.path.name + TRIAL)
        try:
            descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                os.posix_fallocate(descriptor, self._largest(), TRIAL_BYTES)
            finally:
                os.close(descriptor)
        except OSError as error:
            return error if error.errno in FULL_ERRNOS else None
        finally:
            with suppress(OSError):
                file.unlink(missing_ok=True)
        return None

    def thresholds(self, *, low_bytes: int, short_bytes: int) -> None:
        """Others from now on."""
        self._low_bytes, self._short_bytes = low_bytes, short_bytes

    def _reserve(self) -> bool:
        """Make the reserve unless it is there; false where the disk has no room for it."""
        with self._one_at_a_time:
            if self._held:
                return True
            try:
                self._allocate()
            except OSError:
                with suppress(OSError):
                    self._file.unlink(missing_ok=True)
                return False
            self._held, self.released = True, False
            return True

    def _release(self) -> bool:
        """Give the reserve back to the full disk; false where there was none."""
        with self._one_at_a_time:
            if not self._held or self._reserve_bytes == 0:
                return False
            try:
                self._file.unlink()
            except OSError:
                return False
            self._held, self.released = False, True
            return True

    def _allocate(self) -> None:
        descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            if self._reserve_bytes:
                os.posix_fallocate(descriptor, 0, self._reserve_bytes)
            os.truncate(descriptor, self._reserve_bytes)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
