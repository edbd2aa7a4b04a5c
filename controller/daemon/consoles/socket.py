"""A console on the table PC itself: a Unix socket, for the service's own group, to the desk like every other console.

One JSON object a line each way. In go requests (`console_requests`). Out come the alerts and rulings of an event, then
one line that ends the answer: `accepted` with the record's number, or `rejected` with the reason; for whoever watches
a device, its frames (`frame_feed`). Whose login asks, and what rank it has, is settled once for each conversation
(`logins`), whatever the lines say. Who says nothing for long, or only half a line, or takes no answers, is hung up
on; he holds up nobody else meanwhile.
"""

import asyncio
import errno
import socket
import stat
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NoReturn

import structlog

from controller.core.effects import Rejected
from controller.core.events import AnyEvent
from controller.core.outcomes import dumps
from controller.daemon.consoles.callers import BACKLOG, Callers, cost
from controller.daemon.consoles.frame_feed import feed
from controller.daemon.consoles.logins import Logins
from controller.daemon.consoles.requests import Clearing, Following, OfTheDaemon, RequestError, read_request
from controller.table.desk import Asker, Desk, Line, to_json
from controller.table.inbox import Item
from controller.terminal.kinds import kind_of
from drivers.budget import Budget
from drivers.devices.device import Device

MODE: Final = 0o660
"""The service's user and group; its folder is for them alone too."""
LONGEST: Final = 64 * 1024
IDLE_S: Final = 300.0
LINE_S: Final = 10.0
"""From the first byte of a line to its end."""
TAKE_S: Final = 10.0
"""For an answer to be taken."""
HANG_UP_S: Final = 1.0
"""Whoever is asked to end looks up ten times a second."""

Steer = Callable[[OfTheDaemon, str], Awaitable[Line]]
"""Does what a login wishes of the daemon itself, and answers."""

_log = structlog.get_logger("consoles")


class ConsoleSocket:
    """Listens at `path` for the desk; `devices` are those that can be watched, `steer` does what is not the table's."""

    def __init__(
        self,
        path: Path,
        *,
        desk: Desk,
        logins: Logins,
        devices: Mapping[str, Device] | None = None,
        steer: Steer | None = None,
    ) -> None:
        self.path = path
        self.settled = asyncio.Event()
        """Set once it listens, or has logged that it cannot."""
        self._desk = desk
        self.logins = logins
        """Of conversations that begin from now on."""
        self._steer = steer
        self._devices = devices or {}
        self._callers = Callers(self._serve)
        self._writers: set[asyncio.StreamWriter] = set()

    async def run(self) -> NoReturn:
        """For the daemon's life; a socket that cannot be made is logged and costs nothing else."""
        try:
            listener = self._listening()
        except OSError as error:
            _log.error("console_socket_failed", path=str(self.path), reason=str(error))
            self.settled.set()
            await asyncio.Event().wait()
            raise AssertionError("nobody sets it") from error
        self.settled.set()
        try:
            await self._callers.take(listener)
        finally:
            listener.close()
            await self._hang_up()
            with suppress(OSError):
                if stat.S_ISSOCK(self.path.lstat().st_mode):
                    self.path.unlink()

    def _listening(self) -> socket.socket:
        _check_place(self.path)
        listener = socket.socket(socket.AF_UNIX)
        try:
            listener.setblocking(False)
            listener.bind(str(self.path))
            self.path.chmod(MODE)
            listener.listen(BACKLOG)
        except OSError:
            listener.close()
            raise
        return listener

    async def _serve(self, caller: socket.socket, budget: Budget) -> None:
        loop = asyncio.get_running_loop()
        reader, writer = await asyncio.open_unix_connection(sock=caller, limit=LONGEST)
        self._writers.add(writer)
        asker: Asker | None = None
        try:
            # Not in the loop: where the users are in a directory of the house, that may be slow.
            asker = await asyncio.to_thread(self.logins.asker, writer.get_extra_info("socket"))
            while line := await _read_line(reader):
                await asyncio.sleep(budget.owe_s(loop.time(), cost(line)))
                try:
                    request = read_request(line)
                except RequestError as error:
                    await _write(writer, [to_json(Rejected(str(error), None))])
                    continue
                if isinstance(request, Following):
                    await self._follow(request, reader, writer)
                else:
                    await _write(writer, map(to_json, await self._answer(request, asker)))
        except (OSError, ValueError, RuntimeError) as error:  # gone, slow, a line longer than LONGEST, no thread left
            self._callers.log(str(error), asker.login if asker is not None else None)
        finally:
            await _close(writer)
            self._writers.discard(writer)

    async def _answer(self, request: AnyEvent | Clearing | OfTheDaemon, asker: Asker) -> list[Line]:
        if isinstance(request, OfTheDaemon):
            return [await self._steer(request, str(asker.login))] if self._steer is not None else []
        if isinstance(request, Clearing):
            named = replace(asker, by=request.by)
            reply = await self._desk.clear(named, request.code, request.device, authority=request.authority)
        else:
            (reply,) = await self._desk.take(asker, Item(request))
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
        for writer in self._writers:
            writer.close()
        if self._callers.conversations:
            await asyncio.wait(self._callers.conversations, timeout=HANG_UP_S)
        for conversation in self._callers.conversations:
            conversation.cancel()
        for writer in self._writers:  # who takes nothing more
            writer.transport.abort()


async def _read_line(reader: asyncio.StreamReader) -> bytes:
    """The next line, empty at the end; raises TimeoutError."""
    try:
        async with asyncio.timeout(IDLE_S):
            first = await reader.read(1)
    except TimeoutError:
        raise TimeoutError(f"nothing came for {IDLE_S:g} s") from None
    if first in (b"", b"\n"):
        return first
    try:
        async with asyncio.timeout(LINE_S):
            return first + await reader.readline()
    except TimeoutError:
        raise TimeoutError(f"the line had no end after {LINE_S:g} s") from None


def _check_place(path: Path) -> None:
    """A socket that a kill has left behind is removed, at which nobody listens; nothing else is."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise FileExistsError(errno.EEXIST, f"expected the place of a socket, but there is {kind_of(mode)}")
    with socket.socket(socket.AF_UNIX) as caller:
        caller.setblocking(False)
        if caller.connect_ex(str(path)) != errno.ECONNREFUSED:
            raise OSError(errno.EADDRINUSE, "another process listens there")
    path.unlink()


async def _write(writer: asyncio.StreamWriter, lines: Iterable[dict[str, Any]]) -> None:
    """Raises TimeoutError where they are not taken."""
    for line in lines:
        writer.write(dumps(line).encode() + b"\n")
    try:
        async with asyncio.timeout(TAKE_S):
            await writer.drain()
    except TimeoutError:
        writer.transport.abort()
        raise TimeoutError(f"no answer was taken for {TAKE_S:g} s") from None


async def _close(writer: asyncio.StreamWriter) -> None:
    """Let what was written be taken, for a while."""
    writer.close()
    with suppress(OSError):
        try:
            async with asyncio.timeout(TAKE_S):
                await writer.wait_closed()
        finally:
            writer.transport.abort()
