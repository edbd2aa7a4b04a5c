"""Bytes of a port that has no descriptor (`rfc2217://`, USB, modem lines, GPIO): one thread reads, another writes.

The threads end with the port: closing it makes their calls fail, or they time out; a port whose calls must not be
under way while it is closed waits with `join` first. What they have to report reaches the loop through
`call_soon_threadsafe`.
"""

import asyncio
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

from drivers.links.link import Broken, WriteQueueFull, words_of

POLL_S: Final = 0.2
"""How long a read waits for its first byte: an idle port costs five wake-ups a second. It is given to the port when
it is made: set later, pyserial negotiates anew with an RFC 2217 server, for up to three seconds."""
QUEUE_LIMIT: Final = 64
UNREAD_LIMIT: Final = 256


class Blocking(Protocol):
    """What the threads call; both raise OSError, ValueError or TypeError when the port is gone."""

    def read_some(self) -> bytes:
        """The next bytes, or none after some `POLL_S`."""
        ...

    def write(self, data: bytes) -> object:
        """Write all of it."""
        ...


class ThreadPort:
    """An open port read and written by threads. It is not closed here."""

    def __init__(self, port: Blocking, loop: asyncio.AbstractEventLoop, name: str) -> None:
        self._port = port
        self._loop = loop
        self._chunks: deque[tuple[bytes, float]] = deque()
        self._room = threading.Semaphore(UNREAD_LIMIT)
        self.listener: Callable[[], None] | None = None
        self._sent = asyncio.Event()
        self._sent.set()
        self._queued = 0
        self._outgoing: queue.Queue[bytes | None] = queue.Queue()
        self._gone: str | None = None
        self._name = name
        self._threads: list[threading.Thread] = []

    def begin(self) -> None:
        """Start the threads. Raises RuntimeError where the system has none; `detach` and `join` end what was begun."""
        for target, what in ((self._read_on, "read"), (self._write_on, "write")):
            thread = threading.Thread(target=target, name=f"{what} {self._name}", daemon=True)
            thread.start()
            self._threads.append(thread)

    def take(self) -> tuple[bytes, float] | None:
        if not self._chunks:
            if self._gone is not None:
                raise Broken(self._gone)
            return None
        self._room.release()
        found = self._chunks.popleft()
        if self._chunks:
            self._loop.call_soon(self._call_listener)
        return found

    def write(self, data: bytes) -> None:
        if self._gone is not None:
            raise Broken(self._gone)
        if self._queued >= QUEUE_LIMIT:
            raise WriteQueueFull(f"{self._queued} writes wait already, the limit is {QUEUE_LIMIT}")
        self._queued += 1
        self._sent.clear()
        self._outgoing.put(data)

    @property
    def late_s(self) -> float:
        """A chunk's time is taken where it is read, and that is at once."""
        return 0.0

    @property
    def stuck(self) -> bool:
        """Whether bytes wait that the other side does not take."""
        return self._queued > 0

    async def drain(self) -> None:
        await self._sent.wait()
        if self._gone is not None:
            raise Broken(self._gone)

    def detach(self, reason: str = "the port was closed") -> None:
        """Let the threads end; reading and writing raise Broken from now on."""
        if self._gone is None:
            self._gone = reason
            self._loop.call_soon(self._call_listener)  # not from under the listener itself
            self._sent.set()
            self._outgoing.put(None)
            self._room.release()

    def join(self, timeout_s: float) -> bool:
        """Wait, in another thread than the loop's, until both threads have ended after `detach`; whether they have."""
        for thread in self._threads:
            thread.join(timeout_s)
        return not any(thread.is_alive() for thread in self._threads)

    def _read_on(self) -> None:
        while self._gone is None:
            try:
                data = self._port.read_some()
            except (OSError, ValueError, TypeError) as error:  # TypeError: closed under the read (pyserial #304).
                self._tell(self.detach, f"reading failed: {words_of(error)}")
                return
            if data:
                at = time.monotonic()  # the loop's clock; the loop itself may be late
                self._room.acquire()
                self._tell(self._take, data, at)

    def _write_on(self) -> None:
        while (data := self._outgoing.get()) is not None:
            try:
                self._port.write(data)
            except (OSError, ValueError, TypeError) as error:
                self._tell(self.detach, f"writing failed: {words_of(error)}")
                return
            self._tell(self._written)

    def _tell(self, callback: Callable[..., None], *args: str | bytes | float) -> None:
        try:
            self._loop.call_soon_threadsafe(callback, *args)
        except RuntimeError:
            self._gone = "the loop has ended"

    def _take(self, data: bytes, at: float) -> None:
        self._chunks.append((data, at))
        self._call_listener()

    def _call_listener(self) -> None:
        if self.listener is not None:
            self.listener()

    def _written(self) -> None:
        self._queued -= 1
        if not self._queued:
            self._sent.set()
