"""A console on the table PC itself: a Unix socket, for the service's own group, into the same inbox as every device.

One JSON object a line each way. In go events of the contract and the clearing of an alert,

    {"type":"alert.cleared","code":"message_parked","by":"Kim","authority":"technician"}

with a `device` where more than one has that alert, and the wish to watch a device (`frame_feed`). Out come the alerts
and rulings of an event, then one line that ends the answer: `accepted` with the record's number, or `rejected` with the
reason. Whose login spoke is in the record: the kernel says it (SO_PEERCRED), whatever name the line gives.
"""

import asyncio
import json
import os
import pwd
import socket
import struct
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal, NoReturn

import structlog
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.alerts.clearing import choose, entitled, still_so
from controller.alerts.notices import AlertCleared
from controller.core.effects import AlertRaised, Effect, Rejected, RulingGiven
from controller.core.events import AnyEvent, Authority
from controller.core.outcomes import dumps
from controller.core.reader import MalformedLine, expected_and_actual
from controller.core.writer import effect_to_json
from controller.daemon.frame_feed import FRAMES, Following, feed
from controller.games.reading import read_event
from controller.table.task import Item, TableTask
from drivers.devices.device import Device

MODE: Final = 0o660
"""The service's user and group; its folder is for them alone too."""
SOURCE: Final = "console-socket"
"""The device that a record from here names."""
LONGEST: Final = 64 * 1024
HANG_UP_S: Final = 1.0
"""Who is asked for its end looks up ten times a second."""
_PEER: Final = struct.Struct("3i")
"""struct ucred of socket(7): process, user, group."""

_log = structlog.get_logger()


class _Clearing(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    type: Literal["alert.cleared"]
    code: str
    device: str | None = None
    by: str = Field(min_length=1, max_length=64)
    authority: Authority


class ConsoleSocket:
    """Listens at `path` for the table; `is_gone` says of a device by name that it is not connected now.

    `devices` are those that can be watched.
    """

    def __init__(
        self,
        path: Path,
        *,
        game: str,
        table: TableTask,
        is_gone: Callable[[str], bool],
        devices: Mapping[str, Device] | None = None,
    ) -> None:
        self.path = path
        self.settled = asyncio.Event()
        """Set once it listens, or has told that it cannot."""
        self._game = game
        self._table = table
        self._is_gone = is_gone
        self._devices = devices or {}
        self._askers: dict[asyncio.StreamWriter, asyncio.Task[Any] | None] = {}

    async def run(self) -> NoReturn:
        """For the daemon's life; a socket that cannot be made is told of and costs nothing else."""
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
            await (
                asyncio.Event().wait()
            )  # it serves; `serve_forever` ends only after the last asker, from Python 3.12 on
            raise AssertionError("it ends by cancellation alone")
        finally:
            server.close()
            await self._hang_up()
            with suppress(OSError):
                self.path.unlink(missing_ok=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        login = _login(writer.get_extra_info("socket"))
        self._askers[writer] = asyncio.current_task()
        try:
            while line := await reader.readline():
                if _type(line.decode(errors="replace")) == FRAMES:
                    await self._follow(line, reader, writer)
                    continue
                for answer in await self._answers(line, login):
                    writer.write(dumps(answer).encode() + b"\n")
                await writer.drain()
        except (OSError, ValueError) as error:  # gone, or a line longer than LONGEST
            _log.warning("console_socket_closed", login=login, reason=str(error))
        finally:
            del self._askers[writer]
            writer.close()

    async def _hang_up(self) -> None:
        """End every conversation: their tasks are the loop's, and would be cancelled with it, loudly."""
        conversations = [task for task in self._askers.values() if task is not None]
        for asker in self._askers:
            asker.close()
        if conversations:
            await asyncio.wait(conversations, timeout=HANG_UP_S)
        for asker in self._askers:  # who takes nothing more
            asker.transport.abort()

    async def _follow(self, line: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """The frames of a device, until the asker hangs up or the table stops; or one line that refuses."""

        async def say(what: dict[str, Any]) -> None:
            writer.write(dumps(what).encode() + b"\n")
            await writer.drain()

        try:
            asked = Following.model_validate_json(line)
        except ValidationError as error:
            await say(_rejected(_sentence(error)))
            return
        if (device := self._devices.get(asked.device)) is None:
            known = ", ".join(self._devices) or "none"
            await say(_rejected(f"Expected a device with a port, which is one of: {known}; got {asked.device}."))
            return
        await feed(device, asked.last, say=say, is_over=lambda: reader.at_eof() or writer.is_closing())

    async def _answers(self, line: bytes, login: str) -> list[dict[str, Any]]:
        try:
            text = line.decode()
            if _type(text) == "alert.cleared":
                return [await self._clear(_Clearing.model_validate_json(text), login)]
            return await self._event(read_event(text, game=self._game, file=SOURCE))
        except MalformedLine as error:
            return [_rejected(str(error))]
        except UnicodeDecodeError:
            return [_rejected("Expected UTF-8, got other bytes.")]
        except ValidationError as error:
            return [_rejected(_sentence(error))]

    async def _event(self, event: AnyEvent) -> list[dict[str, Any]]:
        (answer,) = await self._table.submit(Item(event), device=SOURCE)
        told = [effect_to_json(effect) for effect in answer.effects if isinstance(effect, AlertRaised | RulingGiven)]
        return [*told, _end(event.type, answer.n, answer.effects)]

    async def _clear(self, clearing: _Clearing, login: str) -> dict[str, Any]:
        alert = choose(self._table.standing.values(), clearing.code, clearing.device)
        if isinstance(alert, str):
            return _rejected(alert)
        if not entitled(alert, clearing.authority):
            return _rejected(
                f"A {clearing.authority.replace('_', ' ')} may not clear `{alert.code}`, which is {alert.severity}."
            )
        if (reason := still_so(alert, is_gone=self._is_gone)) is not None:
            return _rejected(reason)
        cleared = AlertCleared(
            code=alert.code, device=alert.device, by=clearing.by, authority=clearing.authority, login=login
        )
        (answer,) = await self._table.submit(Item(cleared), device=SOURCE)
        return _end(clearing.type, answer.n, ())


def _type(text: str) -> object:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return record.get("type") if isinstance(record, dict) else None


def _end(event: str, n: int, effects: tuple[Effect, ...]) -> dict[str, Any]:
    """The line that ends an answer."""
    for effect in effects:
        if isinstance(effect, Rejected):
            return effect_to_json(effect)
    return {"type": "accepted", "event": event, "n": n}


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    expected, actual = expected_and_actual(first)
    return f"Field `{'.'.join(map(str, first['loc']))}`: expected {expected}, got {actual}."


def _rejected(reason: str) -> dict[str, Any]:
    return {"type": "rejected", "reason": reason, "rule": None}


def _login(peer: socket.socket) -> str:
    """The name of the user at the other end."""
    _, user, _ = _PEER.unpack(peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size))
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"uid {user}"


async def follow(path: Path, device: str, *, last: int = 0) -> AsyncGenerator[dict[str, Any], None]:
    """The lines about a device of a running table, until it closes the socket; raises OSError, ValueError."""
    reader, writer = await asyncio.open_unix_connection(path, limit=LONGEST)
    try:
        writer.write(dumps({"type": FRAMES, "device": device, "last": last}).encode() + b"\n")
        while text := await reader.readline():
            yield json.loads(text)
    finally:
        writer.close()


def ask(path: Path, line: dict[str, Any], *, timeout_s: float) -> dict[str, Any]:
    """Say one line at a table's socket and give the line that ends the answer; raises OSError, ValueError."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(timeout_s)
        client.connect(os.fspath(path))
        client.sendall(dumps(line).encode() + b"\n")
        with client.makefile("rb") as answers:
            for text in answers:
                answer: dict[str, Any] = json.loads(text)
                if answer.get("type") in {"accepted", "rejected"}:
                    return answer
    raise ConnectionError("the table closed the socket without an answer")
