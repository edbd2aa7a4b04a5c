"""Commands to one device: one at a time, each frame repeated until the device answers it or counts as gone."""

import asyncio
from collections.abc import Callable
from typing import Final

from drivers.links.link import Link, LinkGone, WriteQueueFull
from drivers.protocols.base.protocol import DeviceProtocol, Outgoing
from drivers.protocols.base.reports import Acknowledged, CommandRefused

TAKE_S: Final = 5.0
"""A device that takes no bytes for this long is gone."""


class DeviceGone(Exception):  # noqa: N818 - it says what has happened, as the events do
    """The device cannot be reached or does not answer; the command may or may not have arrived."""


class Commands:
    """The way of commands to the device `name`; `connected` is whether it can be reached, `sent` gets every frame."""

    def __init__(
        self,
        name: str,
        *,
        link: Link,
        protocol: DeviceProtocol,
        connected: Callable[[], bool],
        sent: Callable[[bytes], None],
    ) -> None:
        self._name = name
        self._link = link
        self._protocol = protocol
        self._connected = connected
        self._sent = sent
        self._sending = asyncio.Lock()
        self._answer: asyncio.Future[Acknowledged | CommandRefused | DeviceGone] | None = None
        self._awaited: int | None = None
        self._quiet_until = 0.0

    async def send(self, command: object) -> bool:
        """Send a command and wait for its answer, see `Device.send`. Raises DeviceGone, CommandUnknown."""
        async with self._sending:
            self._require_connection()
            for frame in self._protocol.encode(command):
                if not await self._send_frame(frame):
                    return False
            return True

    def answered(self, answer: Acknowledged | CommandRefused) -> bool:
        """Hand an answer to the command that waits for it; false when none does."""
        if self._answer is None or self._answer.done() or answer.number not in (None, self._awaited):
            return False
        self._answer.set_result(answer)
        return True

    def lost(self, reason: str) -> None:
        """The connection has ended: the command that waits, if any, ends with it."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(DeviceGone(f"{self._name}: {reason}"))  # Perhaps nobody waits for it any more.

    async def _send_frame(self, frame: Outgoing) -> bool:
        loop = asyncio.get_running_loop()
        for _ in range(self._protocol.attempts):
            if (quiet_s := self._quiet_until - loop.time()) > 0:
                await asyncio.sleep(quiet_s)
            self._require_connection()
            self._awaited, self._answer = frame.number, loop.create_future()
            try:
                await self._put(frame.data)
                self._quiet_until = loop.time() + frame.pause_s
                if not frame.reply:
                    return True
                async with asyncio.timeout(self._protocol.reply_timeout_s):  # wait_for may swallow a cancellation
                    answer = await self._answer
            except TimeoutError:
                answer = None
            finally:
                self._answer = None
            if isinstance(answer, DeviceGone):
                raise answer
            if isinstance(answer, Acknowledged):
                return True
            if answer is not None and not answer.again:
                return False
            frame = self._protocol.again(frame)
        raise DeviceGone(f"{self._name} did not answer, asked {self._protocol.attempts} times")

    async def _put(self, data: bytes) -> None:
        try:
            self._link.write(data)
            self._sent(data)
            async with asyncio.timeout(TAKE_S):
                await self._link.drain()
        except TimeoutError:
            raise DeviceGone(f"{self._name} took no bytes for {TAKE_S:g} s") from None
        except (LinkGone, WriteQueueFull) as error:
            raise DeviceGone(f"{self._name}: {error}") from None

    def _require_connection(self) -> None:
        if not self._connected():
            raise DeviceGone(f"{self._name} is not connected")
