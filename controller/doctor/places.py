"""The journal's folder and its keys, as the configuration names them: there, writable, enough room, and whose."""

import os
import pwd
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from controller.configuration.config import Config
from controller.configuration.exposed import exposed
from controller.configuration.installed import SERVICE, is_installed, state_folder, unit_of
from controller.doctor.checked import Checked
from controller.doctor.found import found_in
from controller.journal.files.disk import MIB
from controller.journal.files.keys import DeviceKey, KeyFileError, Vault
from controller.terminal.rights import shut_out, user_name

FOLDER: Final = "journal folder"
_OTHERS: Final = 0o007
_NOT_MINE: Final = 0o077


def look_at_exposure(config: Config) -> Iterator[Checked]:
    """Secrets and settings that are open to others."""
    for text, to_do in exposed(config):
        yield Checked("warning", "exposed", text, to_do)


def look_at_places(config: Config) -> Iterator[Checked]:
    """Folder, room and keys."""
    folder = config.journal.parent
    if (shut := shut_out(folder, os.X_OK)) is not None:
        yield Checked("warning", FOLDER, *shut)
        return
    installed = is_installed(config.file)
    if installed and not folder.is_relative_to(state_folder(config.file)):
        text = f"{folder} is not the folder of {unit_of(config.file)}, {state_folder(config.file)}, beside which it may"
        to_do = f"leave `path` of [journal] out, or give the unit a drop-in with ReadWritePaths={folder}"
        yield Checked("warning", FOLDER, f"{text} write nowhere", to_do)
    if not folder.is_dir():
        if installed and folder == state_folder(config.file):
            yield Checked("ok", FOLDER, f"{folder} is made by {unit_of(config.file)} at its first start")
        else:
            to_do = f"make it, for the user that the table runs as: install -d -m 0750 -o tabled -g tabled {folder}"
            yield Checked("wrong", FOLDER, f"there is no folder {folder}", to_do)
        return
    yield _folder(config, folder)
    yield _room(config, folder)
    yield _key(config, "journal key", config.journal_key, DeviceKey.load)
    yield _key(config, "sealing key", config.journal_seal, Vault.load)


def _folder(config: Config, folder: Path) -> Checked:
    found = folder.stat()
    owner, mode = user_name(found.st_uid), found.st_mode & 0o777
    whose = f"{folder}, of {owner}, mode {mode:04o}"
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        return Checked(
            "wrong", FOLDER, f"{whose}: its disk is mounted read-only", "look at dmesg for the disk's errors"
        )
    if not mode & 0o200:
        return Checked("wrong", FOLDER, f"{whose}: its owner may not write there", f"chmod u+w {folder}")
    if found.st_uid != table_user(config):
        to_do = f"chown -R {SERVICE}: {folder}"
        return Checked("wrong", FOLDER, f"{whose}, but the table runs as {user_name(table_user(config))}", to_do)
    if not is_installed(config.file) and not os.access(folder, os.W_OK):
        to_do = f"nothing if the table runs as {owner}; to look at everything, run this as {owner} or root"
        return Checked("warning", FOLDER, f"{whose}: {user_name(os.geteuid())} may not write there", to_do)
    if os.access(folder, os.R_OK):
        strangers = {user_name(status.st_uid) for _, status in found_in(folder) if stat.S_ISREG(status.st_mode)} - {
            owner
        }
        if strangers:
            to_do = f"chown -R {owner}: {folder}; somebody has started the table by hand as another user"
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
    """One that the asker may not read is as it should be, where it is its owner's alone and he is the table's user."""
    if (shut := shut_out(path)) is not None:
        try:
            found = path.stat()
        except OSError:
            return Checked("wrong", what, *shut)
        if found.st_uid == table_user(config) and not found.st_mode & _NOT_MINE:
            return Checked("ok", what, f"{path}, of {user_name(found.st_uid)} alone, so not looked into")
        return Checked("wrong", what, *shut)
    try:
        if not path.exists() and not config.journal.exists():
            return Checked("ok", what, f"{path} is made at the first start")
        load(path)
    except KeyFileError as error:
        return Checked("wrong", what, error.what.rstrip("."), error.to_do)
    except OSError as error:
        return Checked("wrong", what, str(error), "look at the disk and at the rights of the folder")
    return Checked("ok", what, str(path))


def table_user(config: Config) -> int:
    """Who the table runs as: the unit's user, else whose the journal's folder is, else whoever asks."""
    if is_installed(config.file):
        try:
            return pwd.getpwnam(SERVICE).pw_uid
        except KeyError:
            return os.geteuid()
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
