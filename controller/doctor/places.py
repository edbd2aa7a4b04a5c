"""The journal's folder and its keys, as the configuration names them: there, writable, enough room, and whose."""

import os
import pwd
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from controller.configuration.config import Config
from controller.doctor.checked import Checked
from controller.journal.files.disk import MIB
from controller.journal.files.keys import DeviceKey, KeyFileError, Vault

FOLDER: Final = "journal folder"
_OTHERS: Final = 0o007


def look_at_places(config: Config) -> Iterator[Checked]:
    """Folder, room and keys."""
    folder = config.journal.parent
    if not folder.is_dir():
        to_do = f"make it, for the user that the table runs as: install -d -m 0700 -o tabled -g tabled {folder}"
        yield Checked("wrong", FOLDER, f"there is no folder {folder}", to_do)
        return
    yield _folder(folder)
    yield _room(config, folder)
    if not os.access(folder, os.X_OK):  # reported in the line of the folder
        return
    yield _key(config, "journal key", config.journal_key, DeviceKey.load)
    yield _key(config, "sealing key", config.journal_seal, Vault.load)


def _folder(folder: Path) -> Checked:
    found = folder.stat()
    owner, mode = user_name(found.st_uid), found.st_mode & 0o777
    whose = f"{folder}, of {owner}, mode {mode:04o}"
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        return Checked(
            "wrong", FOLDER, f"{whose}: its disk is mounted read-only", "look at dmesg for the disk's errors"
        )
    if not mode & 0o200:
        return Checked("wrong", FOLDER, f"{whose}: its owner may not write there", f"chmod u+w {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        to_do = f"nothing if the table runs as {owner}; to look at everything, run this as {owner} or root"
        return Checked("warning", FOLDER, f"{whose}: {user_name(os.geteuid())} may not write there", to_do)
    strangers = {user_name(file.stat().st_uid) for file in folder.iterdir() if file.is_file()} - {owner}
    if strangers:
        to_do = f"chown -R {owner} {folder}: somebody has started the table by hand as another user"
        return Checked("wrong", FOLDER, f"{whose}, holds files of {', '.join(sorted(strangers))}", to_do)
    if mode & _OTHERS:
        return Checked("warning", FOLDER, f"{whose}: open to everybody", f"chmod o= {folder}")
    return Checked("ok", FOLDER, whose)


def _room(config: Config, folder: Path) -> Checked:
    free = shutil.disk_usage(folder).free // MIB
    text, limits = f"{free} MiB left", config.room
    to_do = f"make room on the disk of {folder}"
    if free < limits.short_mib:
        return Checked("wrong", "room", f"{text}; below {limits.short_mib} no round is opened", to_do)
    if free < limits.low_mib:
        return Checked("warning", "room", f"{text}; the table warns below {limits.low_mib}", to_do)
    return Checked("ok", "room", text)


def _key(config: Config, what: str, path: Path, load: Callable[..., object]) -> Checked:
    missing = not path.exists()
    try:
        if missing and not config.journal.exists():
            return Checked("ok", what, f"{path} is made at the first start")
        load(path)
    except (KeyFileError, OSError) as error:
        to_do = (
            "put it back from the backup; without it the journal cannot go on"
            if missing
            else f"chmod 0600 {path}, or run this as its owner or root"
        )
        return Checked("wrong", what, str(error).rstrip("."), to_do)
    return Checked("ok", what, str(path))


def table_user(config: Config) -> int:
    """Who the table runs as: whose the journal's folder is, or whoever asks where there is none."""
    try:
        return config.journal.parent.stat().st_uid
    except OSError:
        return os.geteuid()


def may_open(node: os.stat_result, uid: int) -> bool:
    """Whether a user may read and write a node, by its mode and his groups."""
    mode = node.st_mode
    if uid in (0, node.st_uid):
        return uid == 0 or mode & 0o600 == 0o600
    try:
        user = pwd.getpwuid(uid)
        groups = os.getgrouplist(user.pw_name, user.pw_gid)
    except KeyError:
        groups = []
    return mode & 0o060 == 0o060 if node.st_gid in groups else mode & 0o006 == 0o006


def user_name(uid: int) -> str:
    """The user's name, or its number where it has none."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)
