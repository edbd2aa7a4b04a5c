"""A copy of a journal, taken while the table runs, with its head file, and verified before it counts as one.

SQLite's own copying inside one reading transaction gives the database of one instant and holds nobody up; the head file
is of the same instant. The keys are not copied: the copy verifies with the table's key where that lies, and its sealed
records stay shut to who has only the copy.
"""

import os
import sqlite3
from pathlib import Path

from controller.audit.elsewhere import cores
from controller.audit.findings import Progress, Report
from controller.audit.journal_file import JournalFile, Places, opened
from controller.audit.verify.verification import verify
from controller.journal.files.head_file import Head
from controller.journal.files.lock import MODE
from controller.journal.files.whole_file import write_whole
from controller.terminal.rights import shut_out


class BackupError(Exception):
    """The copy could not be made; the text is a sentence."""


def back_up(file: JournalFile, places: Places, target: Path, *, progress: Progress = lambda _: None) -> Report:
    """Copy the journal to `target` and give what its verification says; raises BackupError, UnreadableError.

    The copy has its name only once it was verified clean, but for what the journal says against its own past; what was
    not stays under `target` with `.unverified`.
    """
    unverified = target.with_name(target.name + ".unverified")
    if (shut := shut_out(target.parent, os.W_OK | os.X_OK)) is not None:
        raise BackupError(str(shut))
    if not target.parent.is_dir():
        raise BackupError(f"There is no folder {target.parent}: nothing was copied, and none is made.")
    for name in (target, _head(target)):
        if name.exists():
            raise BackupError(f"There is a file {name} already.")
    try:
        unverified.unlink(missing_ok=True)
        os.close(os.open(unverified, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE))
        copy = sqlite3.connect(unverified, isolation_level=None)
        try:
            file.connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, whole by itself
        finally:
            copy.close()
        if isinstance(file.head, Head):
            write_whole(_head(unverified), file.head.block(), MODE)
        _sync(unverified)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"The copy {unverified} could not be written: {error}.") from error
    with opened(Places(unverified, places.key, places.seal, places.public_key)) as copied:
        report = verify(copied, progress=progress, jobs=cores())
    if report.found == report.doubts:
        _head(unverified).rename(_head(target))
        unverified.rename(target)
        _sync(target.parent)
    return report


def _head(journal: Path) -> Path:
    return journal.with_name(journal.name + ".head")


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
