"""An input device of the kernel (`/dev/input/event*`), grabbed: its keys reach nobody else, and only what is bound.

The node is looked up anew at each opening, by the identity of its USB device. The struct input_events are handed on as
they are (`input_events`), with the keys that are down at opening ahead of them. Two ioctls of input.h and reads that
the loop wakes for: pulling the plug ends a read with ENODEV and nothing hangs.

The package evdev was tried in its place and not taken; pyproject.toml says why ("Kept our own").
"""

import asyncio
import contextlib
import fcntl
import os
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from drivers.links.fd_port import FdPort
from drivers.links.link import LinkGone, WriteQueueFull, cannot_open
from drivers.links.port_thread import PortThread
from drivers.links.usb_identity import UsbIdentity, input_of
from drivers.protocols.base.input_events import EV_SYN, SYN_REPORT, pack

EVIOCGRAB: Final = 0x40044590
"""_IOW('E', 0x90, int)"""
KEY_BYTES: Final = 96
"""KEY_MAX is 2FFh: so many bits."""
EVIOCGKEY: Final = 0x80000000 | KEY_BYTES << 16 | 0x4518
"""_IOR('E', 0x18, char[96])"""

Ioctl = Callable[[int, int, bytes], bytes]


def _ioctl(fd: int, request: int, argument: bytes) -> bytes:
    """The kernel's; EVIOCGRAB takes a number and any other than 0 grabs."""
    if request == EVIOCGRAB:
        fcntl.ioctl(fd, request, 1)
        return argument
    return fcntl.ioctl(fd, request, argument)


class InputLink:
    """A link to one input device; `find` and `ioctl` are for tests."""

    def __init__(
        self, identity: UsbIdentity, *, find: Callable[[UsbIdentity], str] = input_of, ioctl: Ioctl = _ioctl
    ) -> None:
        self._name = f"input:{identity}"
        self._identity = identity
        self._find = find
        self._ioctl = ioctl
        self._thread = PortThread(self._name)
        self._fd: int | None = None
        self._io: FdPort | None = None
        self._ahead: bytes | None = None

    @property
    def port(self) -> str:
        return self._name

    @property
    def line_errors(self) -> int:
        return 0

    @property
    def late_s(self) -> float:
        return self._open_port().late_s

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        opening = self._thread.submit(self._open)
        try:
            fd, ahead = await asyncio.wrap_future(opening)
        except asyncio.CancelledError:
            opening.add_done_callback(_close_unwanted)
            raise
        except OSError as error:
            raise cannot_open(self._name, error) from None
        self._fd, self._ahead, self._io = fd, ahead, FdPort(fd, loop)
        try:
            self._io.begin()
        except OSError as error:
            await self.close()
            raise cannot_open(self._name, error) from None

    def listen(self, listener: Callable[[], None] | None) -> None:
        if self._io is not None:
            self._io.listener = listener

    def take(self) -> tuple[bytes, float] | None:
        if self._ahead is not None:
            ahead, self._ahead = self._ahead, None
            return ahead, asyncio.get_running_loop().time()
        return self._open_port().take()

    def write(self, data: bytes) -> None:
        raise WriteQueueFull(f"{self._name} takes nothing, got {len(data)} bytes")

    async def drain(self) -> None:
        self._open_port()

    async def close(self) -> None:
        if self._io is not None:
            self._io.detach()
        fd, self._fd, self._io = self._fd, None, None
        if fd is not None:
            await asyncio.wrap_future(self._thread.submit(_close, fd))

    def _open(self) -> tuple[int, bytes]:
        """Find, open, grab, and what is down; in the link's thread. Raises OSError, LinkGone."""
        fd = os.open(self._find(self._identity), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            self._ioctl(fd, EVIOCGRAB, b"")
            down = self._ioctl(fd, EVIOCGKEY, bytes(KEY_BYTES))
        except OSError:
            os.close(fd)
            raise
        codes = [code for code in range(KEY_BYTES * 8) if down[code // 8] >> code % 8 & 1]
        levels = b"".join(pack(code, 1, seconds=0) for code in codes)
        return fd, levels + pack(SYN_REPORT, 0, kind=EV_SYN, seconds=0)

    def _open_port(self) -> FdPort:
        if self._io is None:
            raise LinkGone(f"{self._name} is not open")
        return self._io


def _close_unwanted(opening: Future[tuple[int, bytes]]) -> None:
    if not opening.cancelled() and opening.exception() is None:
        _close(opening.result()[0])


def _close(fd: int) -> None:
    with contextlib.suppress(OSError):
        os.close(fd)
