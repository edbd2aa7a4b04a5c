"""A file that is there whole or not at all, whenever the power is cut: keys, head file, the journal's first page.

Written under another name in the same folder, synced, then renamed, and the folder synced. What a cut leaves behind
under the other name is read by nobody and goes when the file is made at last.
"""

import os
from pathlib import Path
from typing import Final

SUFFIX: Final = ".new"
"""Of the name under which a file is written; nothing is read under it."""


def write_whole(path: Path, data: bytes, mode: int) -> None:
    """Make `path`, or in the place of what it was, with these bytes; raises OSError."""
    new = path.with_name(path.name + SUFFIX)
    new.unlink(missing_ok=True)
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode), "wb") as file:  # noqa: PTH123
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    new.rename(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
