"""What a thing in a file system is called, by its mode."""

import stat
from typing import Final

_KINDS: Final = (
    (stat.S_ISREG, "a file"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISLNK, "a symbolic link"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a disk"),
)


def kind_of(mode: int) -> str:
    """With its article."""
    return next((name for is_kind, name in _KINDS if is_kind(mode)), "something else than a file")
