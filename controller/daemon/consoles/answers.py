"""Answers on their way to a console that is a device: in order, the oldest dropped where the console is slow."""

import asyncio
from contextlib import suppress
from typing import Final, NoReturn

from controller.table.desk import Line
from drivers.devices.commands import DeviceGone
from drivers.devices.device import Device

WAITING: Final = 200
"""Answers that wait for a slow console; older ones are dropped, the journal has them all."""


class ConsoleAnswers:
    """The queue of one console."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._waiting: asyncio.Queue[Line] = asyncio.Queue(WAITING)

    def put(self, line: Line) -> None:
        """Send this when those before it are sent; returns at once."""
        if self._waiting.full():
            self._waiting.get_nowait()
        self._waiting.put_nowait(line)

    async def run(self) -> NoReturn:
        """For the daemon's life; what a console that is gone does not take is dropped."""
        while True:
            line = await self._waiting.get()
            with suppress(DeviceGone):
                await self._device.send(line)
