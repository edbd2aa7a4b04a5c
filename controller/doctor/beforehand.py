"""What a start would meet, looked at before it, for `tabled --check`: nothing is opened and nobody is called."""

import grp
import os
import pwd
from collections.abc import Iterator

from controller.configuration.config import Config, ConfigError, load
from controller.configuration.installed import CONFIGURATIONS, is_installed, runtime_folder
from controller.doctor.checked import Checked
from controller.doctor.places import look_at_exposure, look_at_places, may_open, table_user
from controller.doctor.ports import look_at_ports
from controller.terminal.rights import shut_out, user_name
from drivers.links.ports import same_port


def look_beforehand(config: Config) -> Iterator[Checked]:
    """What is not as a start needs it, but for the journal's own records (`look_at_start`)."""
    found = [
        *look_at_exposure(config),
        *look_at_places(config),
        *_journal(config),
        *_socket(config),
        *_ranks(config),
        *look_at_ports(config, tries_servers=False),
        *_neighbours(config),
    ]
    yield from (checked for checked in found if checked.verdict != "ok")


def _journal(config: Config) -> Iterator[Checked]:
    if (shut := shut_out(config.journal)) is not None:
        yield Checked("warning", "journal", *shut)


def _socket(config: Config) -> Iterator[Checked]:
    """A table opens without its socket, too."""
    if config.console_socket is None:
        return
    folder, user = config.console_socket.parent, table_user(config)
    if is_installed(config.file) and folder == runtime_folder(config.file):
        return
    to_do = "leave `socket` of [console] out, or make the folder for the table's user"
    if (shut := shut_out(folder, os.X_OK)) is not None:
        yield Checked("warning", "console socket", *shut)
    elif not folder.is_dir():
        yield Checked("warning", "console socket", f"there is no folder {folder}", to_do)
    elif not may_open(folder.stat(), user):
        yield Checked("warning", "console socket", f"{user_name(user)} may not write into {folder}", to_do)


def _ranks(config: Config) -> Iterator[Checked]:
    """Logins and groups of [console] that this PC does not have give nobody a rank."""
    for key, names, known in (
        ("logins", config.console.logins, pwd.getpwnam), ("groups", config.console.groups, grp.getgrnam)
    ):  # fmt: skip
        for name in names:
            try:
                known(name)
            except KeyError:
                text = f"`{key}` of [console] names {name}, which this PC does not have"
                yield Checked(
                    "warning",
                    "console ranks",
                    text,
                    f"correct or make it; nobody is a {names[name].replace('_', ' ')} by it",
                )


def _neighbours(config: Config) -> Iterator[Checked]:
    """Another table of this PC with the same name, or with a device at the same port."""
    for file in sorted(CONFIGURATIONS.glob("*.toml")):
        try:
            other = None if file == config.file.absolute() else load(file)
        except ConfigError:  # weights, or a table that holds no port
            continue
        if other is None:
            continue
        if (other.house.site, other.house.table) == (config.house.site, config.house.table):
            text = f"{file} is a table of the same name, {config.house.table}"
            yield Checked("warning", "name", text, "give each its own in [house]: they would write the same topics")
        for entry in config.devices:
            for theirs in other.devices:
                if same_port(entry.port, theirs.port):
                    text = f"{entry.port} is the port of {theirs.name} in {file}, too"
                    yield Checked("warning", f"port {entry.name}", text, "one table can have it: name another port")
