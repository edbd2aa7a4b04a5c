"""Input devices and modem lines as nodes of /dev on the bed of `usb_bed`, for a daemon that is a process of its own.

The link opens the node and asks the kernel; the bed hands its ioctls to the twin. Nothing of the link is replaced.
"""

import errno
import struct
import termios
from typing import Final

from drivers.links.input_link import EVIOCGKEY, KEY_BYTES
from drivers.protocols.base.keys import CODES
from drivers.virtual.kernel.input_device import VirtualInput
from drivers.virtual.kernel.modem_lines import VirtualModemLines
from drivers.virtual.kernel.usb_bed import UsbBed

_TIOCMIWAIT: Final = 0x545C
_WORD_BITS: Final = 64


class InputNode:
    """A USB keyboard, reader or foot switch at `port`, its node `/dev/input/event<number>`."""

    def __init__(self, bed: UsbBed, *, port: str, number: int, ids: tuple[int, int], serial: str = "") -> None:
        self._bed = bed
        self._path = f"/devices/usb1/{port}"
        self._entries = _input_entries(self._path, number, ids, serial)
        node = f"input/event{number}"
        path = bed.root / "dev" / node
        path.parent.mkdir(parents=True, exist_ok=True)
        self.twin = VirtualInput(path)
        bed.answer(
            f"/dev/{node}",
            lambda request, argument: self.twin.ioctl(-1, request, argument),
            sizes={EVIOCGKEY: KEY_BYTES},
        )
        self.twin.pull()

    def plug_in(self) -> None:
        self.twin.plug_in()
        for entry in self._entries:
            self._bed.add(entry)

    def pull(self) -> None:
        """Pull the plug: gone from sysfs, and every read ends."""
        for entry in reversed(self._entries):
            self._bed.remove(f"/sys{entry.splitlines()[0].removeprefix('P: ')}")
        self.twin.pull()


def _input_entries(path: str, number: int, ids: tuple[int, int], serial: str) -> list[str]:
    device = f"{path}/{path.rpartition('/')[2]}:1.0/input/input{number}"
    words = [0] * (KEY_BYTES * 8 // _WORD_BITS)
    for code in CODES.values():
        words[code // _WORD_BITS] |= 1 << code % _WORD_BITS
    keys = " ".join(f"{word:x}" for word in reversed(words))
    return [
        f"P: {path}\nE: SUBSYSTEM=usb\nE: DEVTYPE=usb_device\n"
        f"A: idVendor={ids[0]:04x}\\n\nA: idProduct={ids[1]:04x}\\n\n" + (f"A: serial={serial}\\n\n" if serial else ""),
        f"P: {device}\nE: SUBSYSTEM=input\nA: capabilities/key={keys}\\n\n",
        f"P: {device}/event{number}\nE: SUBSYSTEM=input\nL: device=../../input{number}\n",
    ]


class ModemNode:
    """The modem lines of the serial port at `path` (below /dev); like some USB adapters it has no TIOCMIWAIT.

    Its node stays when the plug is pulled, and every request fails: umockdev leaks a socket with each opening of a node
    that is not there.
    """

    def __init__(self, bed: UsbBed, path: str) -> None:
        self.twin = VirtualModemLines()
        self.twin.pull()
        file = bed.root / path.removeprefix("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        bed.answer(path, self._ioctl, sizes={termios.TIOCMGET: 4, termios.TIOCMBIS: 4, termios.TIOCMBIC: 4})

    def plug_in(self) -> None:
        self.twin.plug_in()

    def pull(self) -> None:
        """Pull the plug: the lines are hung up."""
        self.twin.pull()

    def _ioctl(self, request: int, argument: bytes) -> bytes:
        if request == _TIOCMIWAIT:
            raise OSError(errno.ENOTTY, "no TIOCMIWAIT")
        lines = self.twin.get()
        if request == termios.TIOCMGET:
            return struct.pack("I", lines)
        (bits,) = struct.unpack("I", argument)
        outputs = lines & (termios.TIOCM_DTR | termios.TIOCM_RTS)
        self.twin.set(outputs | bits if request == termios.TIOCMBIS else outputs & ~bits)
        return argument
