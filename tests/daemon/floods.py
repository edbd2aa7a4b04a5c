"""Well-formed frames without end from a device's port, at the speed of its line or as fast as the port takes them."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from drivers.protocols.framed.frames import Frame, build
from drivers.virtual.pty_port import PtyPort

LINE: Final = 11_520
"""Bytes a second of a line of 115,200 baud."""
PAUSE_S: Final = 0.01

Frames = Callable[[int], Frame]
"""The frame of this number from 0 on."""


def refusing(number: int) -> Frame:
    """It refuses commands that nobody sent."""
    del number
    return Frame(0, "N", "1no")


def greeting(number: int) -> Frame:
    """It begins a session, and another, and another."""
    return Frame(0, "H", f"?;{number % 0x10000:04X};01;meter;flood 1.0")


async def pour(port: PtyPort, frames: Frames, *, count: int | None = None, bytes_a_second: float = LINE) -> None:
    """Send so many frames, without `count` for ever; one that the host does not take waits here, as on a line."""
    loop = asyncio.get_running_loop()
    began, sent = loop.time(), 0
    for number in itertools.count() if count is None else range(count):
        frame = build(frames(number))
        await port.write_all(frame)
        sent += len(frame)
        if (ahead_s := began + sent / bytes_a_second - loop.time()) > PAUSE_S:
            await asyncio.sleep(ahead_s)


@asynccontextmanager
async def pouring(port: PtyPort, frames: Frames, *, bytes_a_second: float = LINE) -> AsyncIterator[None]:
    """A flood for the block."""
    flood = asyncio.create_task(pour(port, frames, bytes_a_second=bytes_a_second))
    try:
        yield
    finally:
        flood.cancel()
