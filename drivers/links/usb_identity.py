"""Which USB device is meant: by vendor and product number, serial number and the physical port it is plugged into.

    0403:6001                     the maker's numbers, four hex digits each; always given
    0403:6001/A9001XYZ            and this serial number
    0403:6001@1-1.2               and at this port: bus 1, port 1, its hub's port 2, as the kernel names it
    0403:6001/A9001XYZ@1-1.2      all of it

What is given must fit, all of it. Adapters without a serial number (CH340, PL2303) look alike, so they need the port; a
device at the right port that is another one is named in the error, and so is the right one at another port. Nothing is
guessed: where two fit, none is taken. An unknown keyboard fits nothing and is never read. One of the same make that is
bound to another part of the table is where it should be, and no sign of a swap.

Looked up in sysfs (`/sys/bus/usb/devices`), each time the device is opened, so a re-plugged one is found at its new
number. `sys` and `dev` are handed in for tests.
"""

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from drivers.links.link import LinkGone, NothingThere, WrongDeviceThere

SYS: Final = Path("/sys")
DEV: Final = Path("/dev")

_FORM: Final = re.compile(
    r"([0-9a-fA-F]{4}):([0-9a-fA-F]{4})(?:/([!-.0-?A-~]{1,126}))?(?:@([0-9]+-[0-9]+(?:\.[0-9]+)*))?"
)
"""A serial number may hold anything printable but a slash and an `@`."""


class UsbDevice(NamedTuple):
    """A device that is plugged in; `folder` is its place in sysfs, its name the port as in `1-1.2`."""

    folder: Path
    vendor: int
    product: int
    serial: str | None
    name: str

    @property
    def port(self) -> str:
        return self.folder.name

    def __str__(self) -> str:
        serial = f"/{self.serial}" if self.serial else ""
        return f"{self.vendor:04x}:{self.product:04x}{serial}@{self.port}{f' ({self.name})' if self.name else ''}"


class UsbIdentity(NamedTuple):
    """What is bound; `parse` reads it."""

    vendor: int
    product: int
    serial: str | None = None
    port: str | None = None

    def __str__(self) -> str:
        serial = f"/{self.serial}" if self.serial else ""
        return f"{self.vendor:04x}:{self.product:04x}{serial}{f'@{self.port}' if self.port else ''}"

    def fits(self, device: UsbDevice) -> bool:
        """Whether this is the device."""
        return (
            (self.vendor, self.product) == (device.vendor, device.product)
            and self.serial in (None, device.serial)
            and self.port in (None, device.port)
        )


def parse(text: str) -> UsbIdentity:
    """Read an identity. Raises ValueError."""
    if (form := _FORM.fullmatch(text)) is None:
        raise ValueError(f"expected a USB device as in 0403:6001/SERIAL@1-1.2, serial and port optional, got {text!r}")
    return UsbIdentity(int(form[1], 16), int(form[2], 16), form[3], form[4])


def plugged_in(sys: Path = SYS) -> list[UsbDevice]:
    """All USB devices, by port; those that vanish while they are looked at are left out."""
    folders = sys / "bus" / "usb" / "devices"
    return sorted(_devices(folders), key=lambda device: device.port) if folders.is_dir() else []


def _devices(folders: Path) -> Iterator[UsbDevice]:
    for folder in folders.iterdir():
        if not re.fullmatch(r"\d+-\d+(\.\d+)*", folder.name):
            continue
        try:
            vendor, product = (int((folder / name).read_text(), 16) for name in ("idVendor", "idProduct"))
        except (OSError, ValueError):
            continue
        yield UsbDevice(folder, vendor, product, _text(folder / "serial"), _text(folder / "product") or "")


def _text(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip() or None
    except OSError:
        return None


def look_up(identity: UsbIdentity, sys: Path = SYS, *, others: Collection[UsbIdentity] = ()) -> UsbDevice:
    """The device; `others` are bound to other parts of the table.

    Raises LinkGone with what is there instead, WrongDeviceThere for another one at the bound port, or one astray.
    """
    devices = plugged_in(sys)
    fitting = [device for device in devices if identity.fits(device)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        found = ", ".join(map(str, fitting))
        raise LinkGone(f"expected one {identity}, found {found}: name its serial number or its port")
    at_port = next((device for device in devices if device.port == identity.port), None)
    if at_port is not None:
        raise WrongDeviceThere(expected=str(identity), actual=str(at_port))
    alike = [device for device in devices if _may_be_astray(device, identity, others)]
    if alike:
        raise WrongDeviceThere(expected=str(identity), actual=", ".join(map(str, alike)))
    raise NothingThere(f"{identity} is not plugged in")


def _may_be_astray(device: UsbDevice, identity: UsbIdentity, others: Collection[UsbIdentity]) -> bool:
    """Whether a device is the bound one in another place, or one of its kind that nothing else is bound to."""
    if (device.vendor, device.product) != identity[:2]:
        return False
    its_own = identity.serial is not None and identity.serial == device.serial
    return its_own or not any(other.fits(device) for other in others)


def tty_of(identity: UsbIdentity, *, others: Collection[UsbIdentity] = (), sys: Path = SYS, dev: Path = DEV) -> str:
    """The terminal that the kernel has made of the device. Raises LinkGone."""
    device = look_up(identity, sys, others=others)
    found = sorted(node.name for node in _nodes(device, sys / "class" / "tty"))
    if len(found) != 1:
        raise LinkGone(f"expected one serial port on {device}, found {', '.join(found) or 'none'}")
    return str(dev / found[0])


def input_of(identity: UsbIdentity, *, others: Collection[UsbIdentity] = (), sys: Path = SYS, dev: Path = DEV) -> str:
    """The device's input node with the most keys: a keyboard has others for its volume keys. Raises LinkGone."""
    device = look_up(identity, sys, others=others)
    nodes = {
        node.name: sum(int(word, 16).bit_count() for word in (_text(node / "device/capabilities/key") or "0").split())
        for node in _nodes(device, sys / "class" / "input")
        if node.name.startswith("event")
    }
    if not nodes or not any(nodes.values()):
        raise LinkGone(f"expected an input device with keys on {device}, found none")
    return str(dev / "input" / max(sorted(nodes), key=lambda name: nodes[name]))


def _nodes(device: UsbDevice, of_class: Path) -> Iterator[Path]:
    """The nodes of a class that belong to this device and to none behind it."""
    folder = device.folder.resolve()
    for node in sorted(of_class.iterdir()) if of_class.is_dir() else ():
        place = (node / "device").resolve()
        if folder in place.parents and not any(
            re.fullmatch(r"\d+-\d+(\.\d+)*", part) for part in place.relative_to(folder).parts
        ):
            yield node
