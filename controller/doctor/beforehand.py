"""What a start would meet, looked at before it, for `tabled --check`: nothing is opened and nobody is called."""

from collections.abc import Iterator

from controller.configuration.config import Config
from controller.configuration.installed import is_installed, runtime_folder
from controller.doctor.checked import Checked
from controller.doctor.places import look_at_places, may_open, table_user
from controller.doctor.ports import look_at_ports
from controller.terminal.rights import shut_out, user_name


def look_beforehand(config: Config) -> Iterator[Checked]:
    """What is not as a start needs it, but for the journal's own records (`look_at_start`)."""
    found = [*look_at_places(config), *_journal(config), *_socket(config), *look_at_ports(config, tries_servers=False)]
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
    if not folder.is_dir():
        yield Checked("warning", "console socket", f"there is no folder {folder}", to_do)
    elif not may_open(folder.stat(), user):
        yield Checked("warning", "console socket", f"{user_name(user)} may not write into {folder}", to_do)
