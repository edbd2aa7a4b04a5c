"""The frames of a device of the running table, for whoever watches at the console socket: nothing is taken away.

In goes one line, out come lines until the asker hangs up:

    {"type":"device.frames","device":"shoe","last":20}                  the last 20 first
    {"type":"device","device":"shoe","connected":true,"firmware":…}     what it is; again when that changes
    {"type":"frame","device":"shoe","at":…,"direction":"<","raw":…,"events":[…]}
    {"type":"missed","device":"shoe","frames":7}                        the asker was slower than the device

They are the flight recorder's lines, with its mask: a face is in them when the table has shown that card. The asker
is served from the ring of the recorder, so that a slow one costs the table nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, Final

from drivers.devices.device import Device

LOOK_EVERY_S: Final = 0.1


async def feed(
    device: Device, last: int, *, send: Callable[[dict[str, Any]], Awaitable[None]], is_over: Callable[[], bool]
) -> None:
    """Send what the device's line carries, until `is_over`."""
    loop = asyncio.get_running_loop()
    sent: dict[str, Any] = {}
    count = max(0, device.recorder.count - last)
    while not is_over():
        if (now := _described(device)) != sent:
            sent = now
            await send({"type": "device", **now})
        before, (lines, count) = count, device.recorder.after(count, loop_now=loop.time(), utc_now=datetime.now(UTC))
        if missed := count - before - len(lines):
            await send({"type": "missed", "device": device.name, "frames": missed})
        for line in lines:
            await send({"type": "frame", "device": device.name, **line})
        await asyncio.sleep(LOOK_EVERY_S)


def _described(device: Device) -> dict[str, Any]:
    status = device.status()
    return {
        "device": status.name, "driver": status.driver, "role": status.role, "port": status.port,
        "connected": device.reachable, "firmware": status.firmware,
    }  # fmt: skip
