"""Bytes of a descriptor (tty, pty, socket) without blocking: the loop knows when it can be read or written.

- Reading stops while too much lies unread, so that the kernel's own flow control takes over.
- A read that gives nothing at all means that the other end is gone; EAGAIN means that there was nothing.
- On any other error the descriptor leaves the loop at once: a vanished device must not spin it.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable
from typing import Final

from drivers.links.arrival import arrived
from drivers.links.link import Broken, WriteQueueFull

CHUNK: Final = 4096
UNREAD_LIMIT: Final = 16 * CHUNK
WRITE_LIMIT: Final = 16384
"""Bytes queued for a device that takes none: seventeen seconds at 9600 baud, far more than any command."""


class FdPort:
    """An open, non-blocking descriptor in the running loop. It is not closed here."""

    def __init__(self, fd: int, loop: asyncio.AbstractEventLoop) -> None:
        self._fd = fd
        self._loop = loop
        self._chunks: deque[tuple[bytes, float, float]] = deque()
        self.late_s = 0.0
        """How much sooner than it was read the last chunk given out may have come."""
        self._unread = 0
        self._unsent = bytearray()
        self._gone: str | None = None
        self._reading = False
        self.listener: Callable[[], None] | None = None
        self._sent = asyncio.Event()
        self._sent.set()

    def begin(self) -> None:
        """Let the loop look at it. Raises OSError for a descriptor that it cannot wait for."""
        self._resume_reading()

    def take(self) -> tuple[bytes, float] | None:
        if not self._chunks:
            if self._gone is not None:
                raise Broken(self._gone)
            return None
        data, at, self.late_s = self._chunks.popleft()
        self._unread -= len(data)
        if self._chunks:
            self._loop.call_soon(self._call_listener)
        if not self._reading and self._gone is None:
            self._resume_reading()
        return data, at

    def write(self, data: bytes) -> None:
        if self._gone is not None:
            raise Broken(self._gone)
        if len(self._unsent) + len(data) > WRITE_LIMIT:
            raise WriteQueueFull(f"{len(self._unsent)} bytes wait already, the limit is {WRITE_LIMIT}")
        idle = not self._unsent
        self._unsent += data
        if idle:
            self._write_some()

    @property
    def stuck(self) -> bool:
        """Whether bytes wait that the other side does not take."""
        return bool(self._unsent)

    async def drain(self) -> None:
        await self._sent.wait()
        if self._gone is not None:
            raise Broken(self._gone)

    def detach(self, reason: str = "the port was closed") -> None:
        """Take the descriptor out of the loop; reading and writing raise Broken from now on."""
        if self._gone is None:
            self._gone = reason
            self._loop.remove_reader(self._fd)
            self._loop.remove_writer(self._fd)
            self._loop.call_soon(self._call_listener)  # not from under the listener itself, which may have written
            self._sent.set()

    def _call_listener(self) -> None:
        if self.listener is not None:
            self.listener()

    def _resume_reading(self) -> None:
        self._reading = True
        self._loop.add_reader(self._fd, self._read_some)

    def _read_some(self) -> None:
        try:
            data = os.read(self._fd, CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as error:
            self.detach(f"reading failed: {error.strerror}")
            return
        if not data:
            self.detach("the other end is gone")
            return
        at = self._loop.time()
        self._chunks.append((data, at, at - arrived(self._loop, at)))
        self._unread += len(data)
        if self._unread >= UNREAD_LIMIT:
            self._loop.remove_reader(self._fd)
            self._reading = False
        self._call_listener()

    def _write_some(self) -> None:
        try:
            del self._unsent[: os.write(self._fd, self._unsent)]
        except (BlockingIOError, InterruptedError):
            pass
        except OSError as error:
            self.detach(f"writing failed: {error.strerror}")
            return
        if self._unsent:
            self._sent.clear()
            self._loop.add_writer(self._fd, self._write_some)
        elif not self._sent.is_set():
            self._sent.set()
            self._loop.remove_writer(self._fd)
