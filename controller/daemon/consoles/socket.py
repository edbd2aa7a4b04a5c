"""A console on the table PC itself: a Unix socket, for the service's own group, to the desk like every other console.

One JSON object a line each way. In go requests (`console_requests`). Out come the alerts and rulings of an event, then
one line that ends the answer: `accepted` with the record's number, or `rejected` with the reason; for whoever watches
a device, its frames (`frame_feed`). Whose login asked is in the record: the kernel gives it (SO_PEERCRED), whatever
name the line gives.
"""

import asyncio
import errno
import pwd
import socket
import stat
import struct
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NoReturn

import structlog

from controller.core.effects import Rejected
from controller.core.events import AnyEvent
from controller.core.outcomes import dumps
from controller.daemon.consoles.frame_feed import feed
from controller.daemon.consoles.requests import SOURCE, Clearing, Following, RequestError, read_request
from controller.table.desk import Asker, Desk, Line, to_json
from controller.table.task import Item
from controller.terminal.kinds import kind_of
from drivers.devices.device import Device

MODE: Final = 0o660
"""The service's user and group; its folder is for them alone too."""
LONGEST: Final = 64 * 1024
HANG_UP_S: Final = 1.0
"""Whoever is asked to end looks up ten times a second."""
_PEER: Final = struct.Struct("3i")
"""struct ucred of socket(7): process, user, group."""

_log = structlog.get_logger()


class ConsoleSocket:
    """Listens at `path` for the desk; `devices` are those that can be watched, by name."""

    def __init__(self, path: Path, *, desk: Desk, devices: Mapping[str, Device] | None = None) -> None:
        self.path = path
        self.settled = asyncio.Event()
        """Set once it listens, or has logged that it cannot."""
        self._desk = desk
        self._devices = devices or {}
        self._askers: dict[asyncio.StreamWriter, asyncio.Task[Any] | None] = {}

    async def run(self) -> NoReturn:
        """For the daemon's life; a socket that cannot be made is logged and costs nothing else."""
        try:
            _check_place(self.path)
            server = await asyncio.start_unix_server(self._serve, self.path, limit=LONGEST)
            self.path.chmod(MODE)
        except OSError as error:
            _log.error("console_socket_failed", path=str(self.path), reason=str(error))
            self.settled.set()
            await asyncio.Event().wait()
            raise AssertionError("nobody sets it") from error
        self.settled.set()
        try:
            # Not `serve_forever`, which from Python 3.12 on ends only after the last asker.
            await asyncio.Event().wait()
            raise AssertionError("it ends by cancellation alone")
        finally:
            server.close()
            await self._hang_up()
            with suppress(OSError):
                if stat.S_ISSOCK(self.path.lstat().st_mode):
                    self.path.unlink()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        login = _login(writer.get_extra_info("socket"))
        self._askers[writer] = asyncio.current_task()
        try:
            while line := await reader.readline():
                try:
                    request = read_request(line)
                except RequestError as error:
                    await _write(writer, [to_json(Rejected(str(error), None))])
                    continue
                if isinstance(request, Following):
                    await self._follow(request, reader, writer)
                else:
                    await _write(writer, map(to_json, await self._answer(request, login)))
        except (OSError, ValueError) as error:  # gone, or a line longer than LONGEST
            _log.warning("console_socket_closed", login=login, reason=str(error))
        finally:
            del self._askers[writer]
            writer.close()

    async def _answer(self, request: AnyEvent | Clearing, login: str) -> list[Line]:
        if isinstance(request, Clearing):
            asker = Asker(device=SOURCE, login=login, by=request.by, authority=request.authority)
            reply = await self._desk.clear(asker, request.code, request.device)
        else:
            (reply,) = await self._desk.take(Asker(device=SOURCE, login=login), Item(request))
        return reply.verdict_last()

    async def _follow(self, asked: Following, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """The frames of a device, until the asker hangs up or the table stops; or one line that refuses."""
        device = self._devices.get(asked.device)
        if device is None:
            known = ", ".join(self._devices) or "none"
            reason = f"Expected a device with a port, which is one of: {known}; got {asked.device}."
            await _write(writer, [to_json(Rejected(reason, None))])
            return

        async def send(what: dict[str, Any]) -> None:
            await _write(writer, [what])

        await feed(device, asked.last, send=send, is_over=lambda: reader.at_eof() or writer.is_closing())

    async def _hang_up(self) -> None:
        """End every conversation: their tasks are the loop's, and would be cancelled with it, loudly."""
        conversations = [task for task in self._askers.values() if task is not None]
        for asker in self._askers:
            asker.close()
        if conversations:
            await asyncio.wait(conversations, timeout=HANG_UP_S)
        for asker in self._askers:  # who takes nothing more
            asker.transport.abort()


def _check_place(path: Path) -> None:
    """A socket that a kill has left behind is removed: the journal's lock says that no other runs; nothing else is."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise FileExistsError(errno.EEXIST, f"expected the place of a socket, but there is {kind_of(mode)}")
    path.unlink()


async def _write(writer: asyncio.StreamWriter, lines: Iterable[dict[str, Any]]) -> None:
    for line in lines:
        writer.write(dumps(line).encode() + b"\n")
    await writer.drain()


def _login(peer: socket.socket) -> str:
    """The name of the user at the other end."""
    _, user, _ = _PEER.unpack(peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size))
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"uid {user}"
