"""Each device's port without opening it: there, allowed, which USB adapter it is, and which program has it open.

Opening a port would reset some devices, and connecting to a serial server would push the table off it; so a server is
only tried while no table runs.
"""

import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import urlsplit

from controller.alerts.catalogue.devices import VIRTUAL
from controller.configuration.config import Config, DeviceEntry
from controller.doctor.checked import Checked
from controller.doctor.places import may_open, table_user
from controller.doctor.records import program
from controller.doctor.remedies import is_virtual, whereabouts
from controller.journal.files.lock import holder
from controller.terminal.rights import group_name, user_name
from drivers.links import gpio_link
from drivers.links.link import LinkGone
from drivers.links.ports import kind_of
from drivers.links.usb_identity import DEV, SYS, UsbDevice, input_of, look_up, parse, plugged_in, tty_of

CONNECT_S: Final = 2.0
"""A serial server in the same building answers in milliseconds."""
PROC: Final = Path("/proc")
PTS: Final = Path("/dev/pts")
"""Where pseudo terminals are; the other end of one is shown in its maker's /proc/PID/fdinfo."""


def look_at_ports(config: Config, *, tries_servers: bool = True) -> Iterator[Checked]:
    """One line for each device, and one for each two that meet at one port; a server may be left untried."""
    table_pid = holder(config.journal)
    at: dict[str, str] = {}
    for entry in config.devices:
        what = f"port {entry.name}"
        if not entry.port:
            yield Checked("ok", what, f"{entry.driver} has none: see the line `broker`")
            continue
        if entry.port.startswith(("socket://", "rfc2217://")):
            if tries_servers:
                yield _server(entry, what, table_pid)
            continue
        if entry.port.startswith("loop://"):
            yield Checked("warning", what, "loop:// is connected to itself alone", "name the device's real port")
            continue
        try:
            path = node_of(entry.port)
        except LinkGone as gone:
            yield Checked("wrong", what, str(gone), f"plug it in, or correct `port`: {whereabouts(config, entry)}")
            continue
        real = os.path.realpath(path)
        if real in at:
            text = f"{path} is {real}, which is the port of {at[real]} too"
            yield Checked("wrong", what, text, "correct the udev rules: each device its own")
            continue
        at[real] = entry.name
        found = look_at_path(what, path, user=table_user(config), table_pid=table_pid)
        if is_virtual(entry):
            found = found._replace(to_do=found.to_do and VIRTUAL)
        elif not os.path.lexists(path):
            found = found._replace(to_do=f"{found.to_do}; or correct `port`: {whereabouts(config, entry)}")
        yield found


def node_of(port: str) -> str:
    """The node in /dev that a port is now; a server's name stays as it is. Raises LinkGone."""
    identity = port.partition(":")[2]
    if port.startswith("tty:"):
        return tty_of(parse(identity))
    match kind_of(port):
        case "input":
            return input_of(parse(identity))
        case "usb":
            folder = look_up(parse(identity)).folder
            bus, device = (int((folder / name).read_text()) for name in ("busnum", "devnum"))
            return str(DEV / "bus" / "usb" / f"{bus:03d}" / f"{device:03d}")
        case "gpio":
            return gpio_link.parse(port)[0]
    return port


def look_at_path(
    what: str, path: str, *, user: int, table_pid: int | None, sys: Path = SYS, proc: Path = PROC
) -> Checked:
    """A node in /dev; `user` runs the table, `table_pid` is the process that may have it open."""
    try:
        node = Path(path).stat()
    except FileNotFoundError:
        dangling = " (a link to nowhere)" if Path(path).is_symlink() else ""
        to_do = "plug the device in; if it is, the udev rule does not fit: `ls -l /dev/serial/by-path` shows what is"
        return Checked("wrong", what, f"there is no {path}{dangling}", to_do)
    except OSError as error:
        return Checked("wrong", what, f"{path}: {error.strerror}", "run this as the table's user or root")
    real = os.path.realpath(path)
    shown = path if real == path else f"{path} ({real})"
    adapter = adapter_of(real, sys)
    shown += f", adapter {adapter}" if adapter is not None else ""
    if not stat.S_ISCHR(node.st_mode):
        return Checked("wrong", what, f"{shown} is no device", "name the device's node in /dev")
    others = [pid for pid in users_of(real, proc) if pid != table_pid]
    if others:
        who = ", ".join(f"{pid} ({program(pid)})" for pid in others)
        return Checked("wrong", what, f"{shown}, in use by {who}", f"stop that program: {how_to_stop(others[0], proc)}")
    if not may_open(node, user):
        whose = f"{user_name(node.st_uid)}, group {group_name(node.st_gid)}, mode {node.st_mode & 0o777:04o}"
        to_do = "install the udev rules: they give the port to the group that the table runs in"
        return Checked("wrong", what, f"{shown}: {user_name(user)} may not open it ({whose})", to_do)
    return Checked("ok", what, shown + (", in use by the table" if table_pid in users_of(real, proc) else ""))


def adapter_of(node: str, sys: Path = SYS) -> UsbDevice | None:
    """The USB adapter of a serial port, None where it is none."""
    place = (sys / "class" / "tty" / Path(node).name / "device").resolve()
    devices = {device.folder.resolve(): device for device in plugged_in(sys)}
    return next((devices[folder] for folder in (place, *place.parents) if folder in devices), None)


def users_of(node: str, proc: Path = PROC) -> list[int]:
    """The processes that have the node open, as far as we may look at them."""
    found = []
    for process in proc.iterdir():
        if process.name.isdecimal():
            try:
                used = any(str(file.readlink()) == node for file in (process / "fd").iterdir())
            except OSError:  # Another user's process, or one that has ended meanwhile.
                continue
            if used:
                found.append(int(process.name))
    return sorted(found)


def makers_of(link: Path, proc: Path = PROC) -> list[int]:
    """The programs at the other end of the pseudo terminal that a link leads to, as far as we may look at them."""
    node = Path(os.path.realpath(link))
    if node.parent != PTS or not node.name.isdecimal():
        return []
    return [int(process.name) for process in proc.iterdir() if process.name.isdecimal() and _made(process, node.name)]


def _made(process: Path, number: str) -> bool:
    try:
        return any(f"tty-index:\t{number}\n" in _read(file) for file in (process / "fdinfo").iterdir())
    except OSError:  # another user's process, or one that has ended meanwhile
        return False


def how_to_stop(pid: int, proc: Path = PROC) -> str:
    """The command that ends a process for good: a service would be started again, a table has one."""
    words = _read(proc / str(pid) / "cmdline").split("\0")
    if "--config" in words[:-1] and Path(words[words.index("--config") + 1]).suffix == ".toml":
        return stop(Path(words[words.index("--config") + 1]))
    place = PurePosixPath(_read(proc / str(pid) / "cgroup").strip().rpartition(":")[2])
    if "system.slice" in place.parts and place.suffix == ".service":
        return f"`systemctl stop {place.stem}`."
    return f"kill {pid}"


def stop(file: Path) -> str:
    """The command that stops the table of a configuration, as a sentence's end."""
    return f"`systemctl stop tabled@{file.stem}` (or end `tabled --config {file}`)."


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _server(entry: DeviceEntry, what: str, table_pid: int | None) -> Checked:
    if table_pid is not None:
        return Checked("ok", what, f"{entry.port}, not tried while the table has it (`tablectl devices`)")
    place = urlsplit(entry.port)
    reason = connects(place.hostname or "", place.port or 0)
    if reason is not None:
        return Checked("wrong", what, f"{entry.port}: {reason}", "check power, cable and address of the serial server")
    return Checked("ok", what, f"{entry.port} takes a connection")


def connects(host: str, port: int) -> str | None:
    """None where a TCP connection comes about, else the reason."""
    try:
        socket.create_connection((host, port), timeout=CONNECT_S).close()
    except TimeoutError:
        return f"no answer in {CONNECT_S:g} s"
    except OSError as error:
        return error.strerror or str(error)
    except UnicodeError:
        return "that can be no host's name"
    return None
