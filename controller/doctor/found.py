"""What lies in a folder, where files come and go while one looks and a link may lead nowhere."""

import os
from collections.abc import Iterator
from pathlib import Path


def found_in(folder: Path, pattern: str = "*") -> Iterator[tuple[Path, os.stat_result]]:
    """Each name that fits with what is of it itself, a link not followed; what goes meanwhile is left out."""
    for path in folder.glob(pattern):
        try:
            status = path.lstat()
        except OSError:
            continue
        yield path, status
