"""The beat of those that look now and then: as few wake-ups of an idle process as there can be.

Whatever is due every few seconds is due when the clock is a multiple of them, so that all of it is one wake-up.
"""

import asyncio
from contextlib import suppress


async def beat(every_s: float, *, unless: asyncio.Event | None = None) -> None:
    """Sleep until the loop's clock is a multiple of `every_s`, at most so long; not where the event is set before."""
    left_s = every_s - asyncio.get_running_loop().time() % every_s
    if unless is None:
        await asyncio.sleep(left_s)
        return
    with suppress(TimeoutError):
        async with asyncio.timeout(left_s):
            await unless.wait()
