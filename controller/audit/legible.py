"""The files of a journal where they can be read: in their own place or, as evidence that nobody can write, in a copy.

SQLite reads a database with its write-ahead log only where it has or can make the log's index beside them (`-shm`),
which is no part of the evidence. A copy of both on a read-only medium is read from a folder of this process's own.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.terminal.rights import shut_out


class UnreadableError(Exception):
    """There is no journal to look at; the text is a sentence."""


@contextmanager
def legible(path: Path) -> Iterator[Path]:
    """Where the database is to be opened, for the block; raises UnreadableError.

    A table that runs has the index open: without one nobody writes there.
    """
    log, index = (path.with_name(path.name + end) for end in ("-wal", "-shm"))
    for file in (path, log, index):
        if (shut := shut_out(file)) is not None:
            raise UnreadableError(str(shut))
    if path.is_dir():
        raise UnreadableError(f"{path} is a folder: name the journal's file in it.")
    if not path.is_file():
        raise UnreadableError(f"There is no journal {path}.")
    if not log.exists() or index.exists() or os.access(path.parent, os.W_OK):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="tablectl-") as folder:
        for file in (path, log):
            _copy(file, Path(folder))
        yield Path(folder) / path.name


def _copy(file: Path, folder: Path) -> None:
    try:
        shutil.copyfile(file, folder / file.name)
    except OSError as error:
        raise UnreadableError(
            f"{file} cannot be read where it is, since {file.parent} is read-only and the write-ahead log has no index"
            f" there, nor be copied to {folder} ({error.strerror}): copy all files of the journal into a folder that"
            " you may write and name the copy, or set TMPDIR to one with room."
        ) from error
