"""A serial port without hardware: a pty whose host end has a stable path, and whose plug can be pulled.

The twin holds the master; the host opens the path like any serial device. Like a line without a listener, it drops
what is written while no host has it open or takes it. Pulling the plug closes the pty and removes the path.
"""

import asyncio
import contextlib
import errno
import os
import tty
from pathlib import Path
from typing import Final

from drivers.virtual.hostile import Hostile

IDLE_S: Final = 0.02
"""How soon a host that opens the port is noticed: a pty without a host reads as hung up, so it has to be asked."""
CHUNK: Final = 4096


class PtyPort:
    """The twin's end of a virtual serial line; `path` is a symbolic link to the host's end while it is plugged in."""

    def __init__(self, path: Path, *, hostile: Hostile | None = None) -> None:
        self.path = path
        self.hostile = hostile or Hostile()
        self._master: int | None = None
        self._plugged = asyncio.Event()
        self._waiter: asyncio.Future[None] | None = None
        self._writing = asyncio.Lock()

    @property
    def plugged(self) -> bool:
        return self._master is not None

    def plug_in(self) -> None:
        """Open the pty and set the path; does nothing when it is plugged in."""
        if self._master is not None:
            return
        master, host_end = os.openpty()
        tty.setraw(host_end)
        os.set_blocking(master, False)
        fresh = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(os.ttyname(host_end))
        fresh.rename(self.path)
        os.close(host_end)
        self._master = master
        self._plugged.set()

    def unplug(self) -> None:
        """Pull the plug: the host's end hangs up and the path is gone."""
        if self._master is None:
            return
        master, self._master = self._master, None
        self._plugged.clear()
        if self._waiter is not None:
            self._wake(master)
        self.path.unlink(missing_ok=True)
        os.close(master)

    async def read(self) -> bytes:
        """The next bytes from the host; waits through every unplugging and while no host is there."""
        while True:
            await self._plugged.wait()
            if (master := self._master) is None:
                continue
            try:
                if data := os.read(master, CHUNK):
                    return b"".join(self.hostile.mangle(data))
            except BlockingIOError:
                await self._readable(master)
            except OSError as error:
                if error.errno != errno.EIO:
                    raise
                await asyncio.sleep(IDLE_S)

    async def write(self, data: bytes) -> None:
        """Send bytes to the host as the line lets them through."""
        async with self._writing:
            for piece in self.hostile.mangle(data):
                if self.hostile.delay_s:
                    await asyncio.sleep(self.hostile.delay_s)
                if self._master is not None:
                    with contextlib.suppress(BlockingIOError):
                        os.write(self._master, piece)

    async def write_all(self, data: bytes) -> None:
        """Send bytes of which none is lost: where the host takes no more this waits, as a line with flow control."""
        async with self._writing:
            while data and self._master is not None:
                try:
                    data = data[os.write(self._master, data) :]
                except BlockingIOError:
                    await asyncio.sleep(IDLE_S)

    async def _readable(self, master: int) -> None:
        loop = asyncio.get_running_loop()
        self._waiter = loop.create_future()
        loop.add_reader(master, self._wake, master)
        try:
            await self._waiter
        finally:
            if self._waiter is not None:
                self._wake(master)

    def _wake(self, master: int) -> None:
        asyncio.get_running_loop().remove_reader(master)
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.done():
            waiter.set_result(None)
