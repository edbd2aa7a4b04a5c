"""A capture played into a port, so that whoever reads there gets the same bytes again, at the same times or at once.

What the other side sends meanwhile is read and dropped: what would have been sent to it is not in the capture.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from drivers.diagnosis.capture_file import Chunk
from drivers.links.link import Link, LinkGone, read

PIECE: Final = 4096
"""Less than a link's queue: a capture made by hand may hold more in one line."""
LINGER_S: Final = 1.0
"""A pty that is closed takes along what was not read yet."""


async def play(
    link: Link,
    chunks: Sequence[Chunk],
    *,
    fast: bool = False,
    linger_s: float = LINGER_S,
    on_started: Callable[[], None] = lambda: None,
    on_played: Callable[[Chunk], None] = lambda _: None,
) -> None:
    """Play the chunks that hold bytes; the first one at once. Raises LinkGone where nobody reads any longer."""
    loop = asyncio.get_running_loop()
    try:
        await link.open()
        on_started()
        hearing = asyncio.create_task(_drop(link), name="what the other side sends")
        start = loop.time()
        try:
            for chunk in chunks:
                if not fast:
                    await asyncio.sleep(start + chunk.t - chunks[0].t - loop.time())
                await _write(link, chunk.data or b"")
                on_played(chunk)
            await asyncio.sleep(linger_s)
        finally:
            hearing.cancel()
            with suppress(asyncio.CancelledError):
                await hearing
    finally:
        await link.close()


async def _write(link: Link, data: bytes) -> None:
    for first in range(0, len(data), PIECE):
        link.write(data[first : first + PIECE])
        await link.drain()


async def _drop(link: Link) -> None:
    with suppress(LinkGone):
        while True:
            await read(link)
