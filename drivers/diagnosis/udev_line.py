"""The line of udev for a device that is plugged in: a port gets its name by it, another node the group of the tables.

For `/etc/udev/rules.d/96-table.rules`, which follows the package's own, by which serial adapters are the group's.
"""

from typing import Final

from drivers.diagnosis.identity import Identified

RIGHTS: Final = 'GROUP="tabled", MODE="0660"'


def udev_line(one: Identified) -> str:
    """One rule; a serial port is named by the place where it is plugged in, since adapters may look all alike."""
    vendor, product = f"{one.device.vendor:04x}", f"{one.device.product:04x}"
    match one.port.partition(":")[0]:
        case "tty":
            return f'SUBSYSTEM=="tty", KERNELS=="{one.device.port}", SYMLINK+="table/NAME"'
        case "input":
            which = f'ATTRS{{idVendor}}=="{vendor}", ATTRS{{idProduct}}=="{product}"'
            return f'SUBSYSTEM=="input", KERNEL=="event*", {which}, {RIGHTS}, ENV{{LIBINPUT_IGNORE_DEVICE}}="1"'
    which = f'ATTR{{idVendor}}=="{vendor}", ATTR{{idProduct}}=="{product}"'
    return f'SUBSYSTEM=="usb", ENV{{DEVTYPE}}=="usb_device", {which}, {RIGHTS}'
