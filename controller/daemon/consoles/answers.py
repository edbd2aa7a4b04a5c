"""Answers on their way to a console that is a device: its own in order, then the news, each of those once.

Where the console is slow the oldest are dropped; the journal has them all.
"""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Final, NoReturn

from controller.table.desk import Line
from drivers.devices.commands import DeviceGone
from drivers.devices.device import Device
from drivers.protocols.base.protocol import CommandUnknown

WAITING: Final = 200
"""Answers, and as many news, that wait for a slow console."""

TOO_LONG: Final = {
    "type": "rejected",
    "reason": "The answer is too long for this console; it is in the record.",
    "rule": None,
}
"""In the place of what no frames of a console hold."""


class ConsoleAnswers:
    """What one console is to get."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._answers: deque[Line] = deque(maxlen=WAITING)
        self._news: deque[Line] = deque(maxlen=WAITING)
        self._more = asyncio.Event()

    def put(self, line: Line) -> None:
        """Send this answer to what the console itself has asked, behind those before it; returns at once."""
        self._answers.append(line)
        self._more.set()

    def show(self, line: Line) -> None:
        """Send this news of what others have caused, when no answer waits; one that waits already is not repeated."""
        if line not in self._news:
            self._news.append(line)
            self._more.set()

    async def run(self) -> NoReturn:
        """For the daemon's life; what a console that is gone does not take is dropped."""
        while True:
            await self._more.wait()
            waiting = self._answers or self._news
            if not waiting:
                self._more.clear()
                continue
            line = waiting.popleft()
            with suppress(DeviceGone):
                try:
                    await self._device.send(line)
                except CommandUnknown:
                    await self._device.send(TOO_LONG)
