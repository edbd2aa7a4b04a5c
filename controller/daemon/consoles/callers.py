"""Who is at the console socket: so many at once, a few of each user, none of them faster than a tool has to be.

The kernel's backlog is taken one by one. Where the process has no descriptor left for a caller it waits there, and it
is tried again a second later. Whoever is one too many gets a line that says so. What one user asks is paid from his
budget; who has spent it waits, alone.
"""

import asyncio
import socket
import struct
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, NoReturn

import structlog

from controller.core.effects import Rejected
from controller.core.outcomes import dumps
from controller.core.writer import effect_to_json
from drivers.budget import Budget

ALL: Final = 16
OF_A_USER: Final = 6
"""A technician watches some devices in as many windows."""
BACKLOG: Final = 64
AGAIN_S: Final = 1.0
REFUSED_S: Final = 0.005
"""Between two callers that are refused, so that whoever calls without end leaves the loop to the others."""
A_SECOND: Final = 20
AT_ONCE: Final = 100
"""Lines of a user; a long one counts for one more by each `LONG` bytes."""
LONG: Final = 1024
LOGGED_AT_ONCE: Final = 10
LOGGED_EVERY_S: Final = 60.0
_PEER: Final = struct.Struct("3i")
"""struct ucred of socket(7): process, user, group."""

_log = structlog.get_logger("consoles")


class Callers:
    """Takes callers at a listening socket and has each served by `serve`, until it returns."""

    def __init__(self, serve: Callable[[socket.socket, Budget], Awaitable[None]]) -> None:
        self._serve = serve
        self._here: Counter[int] = Counter()
        self._budgets: dict[int, Budget] = {}
        self._log_lines = Budget(rate=1 / LOGGED_EVERY_S, burst=LOGGED_AT_ONCE)
        self._unlogged = 0
        self.conversations: set[asyncio.Task[Any]] = set()

    async def take(self, listener: socket.socket) -> NoReturn:
        """For the daemon's life."""
        loop = asyncio.get_running_loop()
        failed = False
        while True:
            try:
                caller, _ = await loop.sock_accept(listener)
            except OSError as error:
                if not failed:
                    _log.warning("console_socket_waits", reason=error.strerror)
                failed = True
                await asyncio.sleep(AGAIN_S)
                continue
            failed = False
            user = user_of(caller)
            if (too_many := self._too_many(user)) is not None:
                _refuse(caller, too_many)
                self.log("a caller was refused", str(user))
                await asyncio.sleep(REFUSED_S)
                continue
            self._here[user] += 1
            conversation = asyncio.create_task(self._have(caller, user), name="console")
            self.conversations.add(conversation)
            conversation.add_done_callback(self.conversations.discard)

    def log(self, reason: str, login: str | None) -> None:
        """A line about a caller that was closed; of many in a short time some, with how many there were."""
        if not self._log_lines.take(asyncio.get_running_loop().time()):
            self._unlogged += 1
            return
        more = {"unlogged": self._unlogged} if self._unlogged else {}
        _log.warning("console_socket_closed", login=login, reason=reason, **more)
        self._unlogged = 0

    async def _have(self, caller: socket.socket, user: int) -> None:
        try:
            await self._serve(caller, self._budgets.setdefault(user, Budget(rate=A_SECOND, burst=AT_ONCE)))
        finally:
            caller.close()
            self._here[user] -= 1

    def _too_many(self, user: int) -> str | None:
        if self._here.total() >= ALL:
            return f"Expected at most {ALL} callers at once, got one more: try again when another has hung up."
        if self._here[user] >= OF_A_USER:
            return f"Expected at most {OF_A_USER} callers of one user at once, got one more: end one of yours."
        return None


def user_of(peer: socket.socket) -> int:
    """The number of the user at the other end, from the kernel."""
    return int(_PEER.unpack(peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size))[1])


def cost(line: bytes) -> int:
    """What a line takes from its user's budget."""
    return 1 + len(line) // LONG


def _refuse(caller: socket.socket, reason: str) -> None:
    with caller, suppress(OSError):
        caller.setblocking(False)
        caller.send(dumps(effect_to_json(Rejected(reason, None))).encode() + b"\n")
