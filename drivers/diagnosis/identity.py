"""What a USB device is by its own descriptors, without opening it: which drivers are for it, and how it is bound.

By its maker's numbers, where a driver knows them; else by the kind of its interfaces, which only says what may be.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from drivers.links.link import LinkGone
from drivers.links.usb_identity import DEV, SYS, UsbDevice, UsbIdentity, input_of, parse, plugged_in, tty_of
from drivers.protocols.base.driver import Driver, Transport
from drivers.protocols.keyboards.xkeys import VENDOR_ID as XKEYS_VENDOR
from drivers.registry import all_drivers

MAKERS: Final = {"xkeys": XKEYS_VENDOR}
"""Drivers for everything of a maker."""


class Identified(NamedTuple):
    """`known` drivers are made for this very device, `possible` ones for its kind; `port` is how it is bound."""

    device: UsbDevice
    port: str
    node: str | None
    known: tuple[Driver, ...]
    possible: tuple[Driver, ...]


def all_identified(*, sys: Path = SYS, dev: Path = DEV) -> list[Identified]:
    """Everything that is plugged in and is no hub."""
    return [one for device in plugged_in(sys) for one in (identified(device, sys=sys, dev=dev),) if not is_hub(device)]


def identified(device: UsbDevice, *, sys: Path = SYS, dev: Path = DEV) -> Identified:
    """What is known of a device."""
    by_number = tuple(driver for driver in all_drivers() if _is_for(driver, device))
    if (tty := _found(lambda: tty_of(exactly(device), sys=sys, dev=dev))) is not None:
        return Identified(device, f"tty:{bound(device)}", tty, by_number, _of_kind("serial"))
    if by_number:
        return Identified(device, f"usb:{bound(device)}", None, by_number, ())
    if (keys := _found(lambda: input_of(exactly(device), sys=sys, dev=dev))) is not None:
        return Identified(device, f"input:{bound(device)}", keys, (), _of_kind("input"))
    classes = set(interface_classes(device))
    may = tuple(
        driver for driver in _of_kind("usb")
        if driver.usb is not None and not driver.usb.ids and driver.name not in MAKERS
        and driver.usb.interface_class in classes
    )  # fmt: skip
    return Identified(device, f"usb:{bound(device)}", None, (), may)


def bound(device: UsbDevice) -> UsbIdentity:
    """How to bind it: by its serial number, or by the port where it has none that can be written."""
    by_serial = UsbIdentity(device.vendor, device.product, device.serial)
    try:
        return parse(str(by_serial)) if device.serial else exactly(device)._replace(serial=None)
    except ValueError:
        return UsbIdentity(device.vendor, device.product, None, device.port)


def exactly(device: UsbDevice) -> UsbIdentity:
    """This device and no other."""
    return UsbIdentity(device.vendor, device.product, device.serial, device.port)


def interface_classes(device: UsbDevice) -> Iterator[int]:
    """The class of each interface."""
    for file in device.folder.glob(f"{device.folder.name}:*/bInterfaceClass"):
        try:
            yield int(file.read_text(), 16)
        except (OSError, ValueError):
            continue


def is_hub(device: UsbDevice) -> bool:
    """Whether it is a hub, which is class 09."""
    try:
        return (device.folder / "bDeviceClass").read_text().strip() == "09"
    except OSError:
        return False


def _is_for(driver: Driver, device: UsbDevice) -> bool:
    if driver.name in MAKERS:
        return device.vendor == MAKERS[driver.name]
    return driver.usb is not None and (device.vendor, device.product) in driver.usb.ids


def _of_kind(transport: Transport) -> tuple[Driver, ...]:
    return tuple(driver for driver in all_drivers() if transport in driver.transports)


def _found(look: Callable[[], str]) -> str | None:
    try:
        return look()
    except LinkGone:
        return None
