"""A console on the table PC itself: a Unix socket, for the service's own group, to the desk like every other console.

One JSON object a line each way. In go requests (`console_requests`). Out come the alerts and rulings of an event, then
one line that ends the answer: `accepted` with the record's number, or `rejected` with the reason; for whoever watches
a device, its frames (`frame_feed`). Whose login asks, and what rank it has, is settled once for each conversation
(`logins`), whatever the lines say.
"""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NoReturn

import structlog

from controller.core.effects import Rejected
from controller.core.events import AnyEvent
from controller.core.outcomes import dumps
from controller.daemon.consoles.frame_feed import feed
from controller.daemon.consoles.logins import Logins
from controller.daemon.consoles.requests import Clearing, Following, RequestError, read_request
from controller.table.desk import Asker, Desk, Line, to_json
from controller.table.task import Item
from drivers.devices.device import Device

MODE: Final = 0o660
"""The service's user and group; its folder is for them alone too."""
LONGEST: Final = 64 * 1024
HANG_UP_S: Final = 1.0
"""Whoever is asked to end looks up ten times a second."""

_log = structlog.get_logger()


class ConsoleSocket:
    """Listens at `path` for the desk; `devices` are those that can be watched, by name."""

    def __init__(self, path: Path, *, desk: Desk, logins: Logins, devices: Mapping[str, Device] | None = None) -> None:
        self.path = path
        self.settled = asyncio.Event()
        """Set once it listens, or has logged that it cannot."""
        self._desk = desk
        self._logins = logins
        self._devices = devices or {}
        self._askers: dict[asyncio.StreamWriter, asyncio.Task[Any] | None] = {}

    async def run(self) -> NoReturn:
        """For the daemon's life; a socket that cannot be made is logged and costs nothing else."""
        try:
            self.path.unlink(missing_ok=True)  # left behind by a kill: the journal's lock says that no other runs
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
                self.path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._askers[writer] = asyncio.current_task()
        asker: Asker | None = None
        try:
            # Not in the loop: where the users are in a directory of the house, that may be slow.
            asker = await asyncio.to_thread(self._logins.asker, writer.get_extra_info("socket"))
            while line := await reader.readline():
                try:
                    request = read_request(line)
                except RequestError as error:
                    await _write(writer, [to_json(Rejected(str(error), None))])
                    continue
                if isinstance(request, Following):
                    await self._follow(request, reader, writer)
                else:
                    await _write(writer, map(to_json, await self._answer(request, asker)))
        except (OSError, ValueError) as error:  # gone, or a line longer than LONGEST
            _log.warning("console_socket_closed", login=asker and asker.login, reason=str(error))
        finally:
            del self._askers[writer]
            writer.close()

    async def _answer(self, request: AnyEvent | Clearing, asker: Asker) -> list[Line]:
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
        conversations = [task for task in self._askers.values() if task is not None]
        for asker in self._askers:
            asker.close()
        if conversations:
            await asyncio.wait(conversations, timeout=HANG_UP_S)
        for asker in self._askers:  # who takes nothing more
            asker.transport.abort()


async def _write(writer: asyncio.StreamWriter, lines: Iterable[dict[str, Any]]) -> None:
    for line in lines:
        writer.write(dumps(line).encode() + b"\n")
    await writer.drain()
