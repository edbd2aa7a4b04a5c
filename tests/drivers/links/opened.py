"""A serial link, open and closed again, and so many bytes of it, for the tests of this folder."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from drivers.links.link import read
from drivers.links.serial_link import SerialLink
from drivers.protocols.base.protocol import LineSettings


@asynccontextmanager
async def opened(port: str, line: LineSettings | None = None) -> AsyncIterator[SerialLink]:
    """A link, open and closed again."""
    link = SerialLink(port, line or LineSettings())
    await link.open()
    try:
        yield link
    finally:
        await link.close()


async def read_all(link: SerialLink, size: int) -> bytes:
    """So many bytes, in however many pieces they come."""
    data = b""
    async with asyncio.timeout(10):
        while len(data) < size:
            data += (await read(link))[0]
    return data
