"""A link whose port blocks: opened and closed in a thread of its own, read and written by a `ThreadPort`.

USB, modem lines and GPIO are such. A subclass has `connect`, how to open; what that gives is read, written and closed
in threads only. Closing waits for the reader: a handle is never taken from under a call.
"""

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, Protocol

from drivers.links.link import LinkGone, cannot_open
from drivers.links.port_thread import PortThread
from drivers.links.thread_port import Blocking, ThreadPort

CLOSE_S: Final = 3.0
"""How long `close` waits; the closing itself goes on, and the next `open` waits behind it."""
JOIN_S: Final = 2.0
"""A reader looks up every `POLL_S`."""


class Connection(Blocking, Protocol):
    """An open port of this kind."""

    def close(self) -> None:
        """Give everything back; may raise OSError."""
        ...


class ThreadLink(ABC):
    """See the module, and `link.Link` for the methods."""

    def __init__(self, port: str) -> None:
        self._name = port
        self._thread = PortThread(port)
        self._connection: Connection | None = None
        self._io: ThreadPort | None = None

    @abstractmethod
    def connect(self) -> Connection:
        """Open the port, in the link's thread. Raises LinkGone, OSError, ValueError."""

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
        loop = asyncio.get_running_loop()
        opening = self._thread.submit(self.connect)
        try:
            self._connection = await asyncio.wrap_future(opening)
        except asyncio.CancelledError:
            opening.add_done_callback(_close_unwanted)
            raise
        except (OSError, ValueError, RuntimeError) as error:
            raise cannot_open(self._name, error) from None
        self._io = ThreadPort(self._connection, loop, self._name)
        try:
            self._io.begin()
        except RuntimeError as error:
            await self.close()
            raise cannot_open(self._name, error) from None

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
        connection, self._connection = self._connection, None
        port, self._io = self._io, None
        if port is not None:
            port.detach()
        if connection is not None:
            closing = self._thread.submit(_close, connection, port)
            await asyncio.wait((asyncio.wrap_future(closing),), timeout=CLOSE_S)

    def _open_port(self) -> ThreadPort:
        if self._io is None:
            raise LinkGone(f"{self._name} is not open")
        return self._io


def _close(connection: Connection, port: ThreadPort | None) -> None:
    if port is not None:
        port.join(JOIN_S)
    with contextlib.suppress(OSError, ValueError):
        connection.close()


def _close_unwanted(opening: Future[Connection]) -> None:
    if not opening.cancelled() and opening.exception() is None:
        _close(opening.result(), None)
