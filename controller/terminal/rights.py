"""What a person is told who may not look at a file: which file or folder it is, who asks, and what lets him in.

Most of a table's files are for their owner and a group: whoever looks after the table joins that group. A key is its
owner's alone, and nobody is told to join anything for it.
"""

import grp
import os
import pwd
import stat
from pathlib import Path
from typing import NamedTuple


class Shut(NamedTuple):
    """Who may not do what with which file, whose it is, and what lets him; printed it is one sentence."""

    what: str
    to_do: str

    def __str__(self) -> str:
        return f"{self.what}: {self.to_do}."


def shut_out(path: Path, right: int = os.R_OK) -> Shut | None:
    """Why the asker may not read `path`, or use it by another `right`; None where he may, or there is no such file."""
    absolute = path.absolute()
    for folder in reversed(absolute.parents):
        if not os.access(folder, os.X_OK):
            return _shut(folder, os.X_OK) if folder.is_dir() else None
    if not os.path.lexists(absolute) or os.access(absolute, right):
        return None
    return _shut(absolute, right) if absolute.exists() else None


def user_name(uid: int) -> str:
    """The user's name, or its number where it has none."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)


def group_name(gid: int) -> str:
    """The same of a group."""
    try:
        return grp.getgrgid(gid).gr_name
    except KeyError:
        return str(gid)


def _shut(path: Path, right: int) -> Shut:
    found = path.stat()
    owner, group, asker = user_name(found.st_uid), group_name(found.st_gid), user_name(os.geteuid())
    mode = f"{found.st_mode & 0o7777:04o}"
    what = f"{asker} may not {_verb(found, right)} {path} (of {owner}, group {group}, mode {mode})"
    if found.st_gid == 0 or found.st_mode & (right << 3) != right << 3:
        return Shut(what, f"do it as root or as {owner}")
    if _belongs(asker, found.st_gid):
        return Shut(what, f"log in again: {asker} is in that group from the next login on")
    return Shut(what, f"root lets {asker} in by `usermod -aG {group} {asker}`, from the next login on")


def _verb(found: os.stat_result, right: int) -> str:
    if stat.S_ISDIR(found.st_mode):
        return "look into" if right == os.X_OK else "list" if right == os.R_OK else "write into"
    return "read" if right == os.R_OK else "open"


def _belongs(user: str, gid: int) -> bool:
    """By the system's files, which a login reads; the group of the process is another matter."""
    try:
        return gid in os.getgrouplist(user, pwd.getpwnam(user).pw_gid)
    except KeyError:
        return False
