"""The beat of those that look now and then: as few wake-ups of an idle process as there can be.

Whatever is due every few seconds is due when the clock is a multiple of them, so that all of it is one wake-up.
"""

import asyncio


async def beat(every_s: float) -> None:
    """Sleep until the loop's clock is a multiple of `every_s`: at most so long."""
    await asyncio.sleep(every_s - asyncio.get_running_loop().time() % every_s)
