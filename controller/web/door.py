"""Connections to the pages, taken one by one: counted before TLS, and never an error of the table.

Where the process has no descriptor left they wait in the kernel's backlog and are tried again a second later. A server
of asyncio takes a whole backlog at once, counts nobody, and writes a traceback for each that it cannot take.
"""

import asyncio
import socket
import ssl
from collections.abc import Callable
from typing import Final, NoReturn

import structlog

from controller.web.gate import Guarded
from controller.web.peers import Peers, Place, address_of

HANDSHAKE_S: Final = 5.0
BACKLOG: Final = 100
AGAIN_S: Final = 1.0
REFUSED_S: Final = 0.002
"""Between two that are refused, so that whoever calls without end leaves the loop to the others."""

_log = structlog.get_logger("web")


class Door:
    """Lets in at a listening socket whom `peers` admit; `guarded` makes what serves one."""

    def __init__(self, peers: Peers, guarded: Callable[[Place], Guarded], tls: ssl.SSLContext | None) -> None:
        self._peers = peers
        self._guarded = guarded
        self._tls = tls
        self._entering: dict[asyncio.Task[None], tuple[socket.socket, Place]] = {}

    async def run(self, listener: socket.socket) -> NoReturn:
        """For the daemon's life."""
        try:
            await self._take(listener)
        finally:
            for task in tuple(self._entering):
                task.cancel()
            listener.close()

    async def _take(self, listener: socket.socket) -> NoReturn:
        loop = asyncio.get_running_loop()
        failed = False
        while True:
            try:
                caller, peer = await loop.sock_accept(listener)
            except ConnectionAbortedError:
                continue
            except OSError as error:
                if not failed:
                    _log.warning("web_waits", reason=error.strerror)
                failed = True
                await asyncio.sleep(AGAIN_S)
                continue
            failed = False
            place = self._peers.admit(address_of(peer), loop.time())
            if place is None:
                caller.close()
                await asyncio.sleep(REFUSED_S)
                continue
            task = asyncio.create_task(self._enter(caller, place), name="web-enter")
            place.close = task.cancel
            self._entering[task] = (caller, place)
            task.add_done_callback(self._entered)

    async def _enter(self, caller: socket.socket, place: Place) -> None:
        await asyncio.get_running_loop().connect_accepted_socket(
            lambda: self._guarded(place), caller, ssl=self._tls,
            ssl_handshake_timeout=HANDSHAKE_S if self._tls is not None else None,
        )  # fmt: skip

    def _entered(self, task: asyncio.Task[None]) -> None:
        """It is served, or it is no more: TLS was not begun in time, or was none."""
        caller, place = self._entering.pop(task)
        error = None if task.cancelled() else task.exception()
        if task.cancelled() or error is not None:
            caller.close()
            place.leave()
        if error is not None and not isinstance(error, OSError):
            _log.error("web_fault", error=repr(error))


def listening(host: str, port: int) -> socket.socket:
    """Raises OSError where the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
    listener.setblocking(False)
    return listener
