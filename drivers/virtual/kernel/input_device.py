"""A keyboard, a barcode reader or a foot switch as the kernel shows it: a FIFO in the place of `/dev/input/event*`.

`path` is what the link finds, `ioctl` what it calls in the place of the kernel's: grab, and the keys that are down.
"""

import contextlib
import os
from pathlib import Path

from drivers.links.input_link import EVIOCGKEY, EVIOCGRAB
from drivers.protocols.base.input_events import EV_SYN, SYN_DROPPED, SYN_REPORT, pack
from drivers.protocols.base.keys import code_of


class VirtualInput:
    """Plugged in from the start; `grabbed` says whether its keys go to the link alone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.grabbed = False
        self._down: set[int] = set()
        self._fd: int | None = None
        self.plug_in()

    def plug_in(self) -> None:
        os.mkfifo(self.path)
        self._fd = os.open(self.path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)

    def pull(self) -> None:
        """Pull the plug; what is held down stays so in the hand, and is read at the next opening."""
        if self._fd is not None:
            self.path.unlink()
            os.close(self._fd)
            self._fd, self.grabbed = None, False

    def press(self, key: str) -> None:
        self._down.add(code_of(key))
        self._write(pack(code_of(key), 1), pack(SYN_REPORT, 0, kind=EV_SYN))

    def release(self, key: str) -> None:
        self._down.discard(code_of(key))
        self._write(pack(code_of(key), 0), pack(SYN_REPORT, 0, kind=EV_SYN))

    def repeat(self, key: str) -> None:
        """The kernel repeats a held key."""
        self._write(pack(code_of(key), 2), pack(SYN_REPORT, 0, kind=EV_SYN))

    def drop(self) -> None:
        """The kernel's buffer has run over."""
        self._write(pack(SYN_DROPPED, 0, kind=EV_SYN))

    def type(self, digits: str) -> None:
        """A reader's code: digits and Enter."""
        for key in (*(f"KEY_{digit}" for digit in digits), "KEY_ENTER"):
            self.press(key)
            self.release(key)

    def ioctl(self, fd: int, request: int, argument: bytes) -> bytes:
        """What the kernel answers."""
        del fd
        if request == EVIOCGRAB:
            self.grabbed = True
            return argument
        if request != EVIOCGKEY:
            raise OSError(25, "not emulated")
        bits = bytearray(argument)
        for code in self._down:
            bits[code // 8] |= 1 << code % 8
        return bytes(bits)

    def _write(self, *events: bytes) -> None:
        if self._fd is not None and self.grabbed:  # The kernel keeps nothing for whoever opens the node later.
            with contextlib.suppress(BlockingIOError):
                os.write(self._fd, b"".join(events))
