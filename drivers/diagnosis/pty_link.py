"""A port made on the spot: a pty with a stable path, for a program to open as if a device were there.

    pty:/tmp/shoe

`open` returns when somebody has opened it. What he writes can be read; when he closes it the link is gone.
"""

import asyncio
import os
import select
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Final

from drivers.links.fd_port import FdPort
from drivers.links.link import LinkGone, cannot_open

SCHEME: Final = "pty:"
LOOK_EVERY_S: Final = 0.05
"""A pty that nobody has open reads as hung up, so it has to be asked."""


class PtyLink:
    """The device's end of it; see `links.link.Link` for the methods."""

    def __init__(self, port: str) -> None:
        self._name = port
        self._path = Path(port.removeprefix(SCHEME))
        self._master: int | None = None
        self._io: FdPort | None = None

    @property
    def port(self) -> str:
        return self._name

    @property
    def line_errors(self) -> int:
        return 0

    @property
    def late_s(self) -> float:
        return 0.0

    async def open(self) -> None:
        master, other_end = os.openpty()
        self._master = master
        try:
            tty.setraw(other_end)
            os.set_blocking(master, False)
            if self._path.exists() and not self._path.is_symlink():
                raise LinkGone(f"{self._path} is there already and no pty of ours: name another path")
            fresh = self._path.with_name(f".{self._path.name}.{os.getpid()}")
            fresh.unlink(missing_ok=True)
            fresh.symlink_to(os.ttyname(other_end))
            fresh.rename(self._path)
        except OSError as error:
            raise cannot_open(self._name, error) from None
        finally:
            os.close(other_end)
        while _is_hung_up(master):  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(LOOK_EVERY_S)
        self._io = FdPort(master, asyncio.get_running_loop())
        self._io.begin()

    def listen(self, listener: Callable[[], None] | None) -> None:
        if self._io is not None:
            self._io.listener = listener

    def take(self) -> tuple[bytes, float] | None:
        return self._open_port().take()

    def write(self, data: bytes) -> None:
        self._open_port().write(data)

    async def drain(self) -> None:
        await self._open_port().drain()

    async def close(self) -> None:
        if self._io is not None:
            self._io.detach()
        master, self._master, self._io = self._master, None, None
        if master is not None:
            if self._path.is_symlink():
                self._path.unlink(missing_ok=True)
            os.close(master)

    def _open_port(self) -> FdPort:
        if self._io is None:
            raise LinkGone(f"{self._name} is not open")
        return self._io


def _is_hung_up(master: int) -> bool:
    waiting = select.poll()
    waiting.register(master, 0)
    return any(event & select.POLLHUP for _, event in waiting.poll(0))
