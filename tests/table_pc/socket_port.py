"""A serial adapter of the emulated PC: plugged in while we are connected to its Unix socket, pulled when it closes."""

import asyncio
from pathlib import Path
from typing import Final

from drivers.virtual.pty_port import CHUNK, PtyPort

AGAIN_S: Final = 0.2


class SocketPort(PtyPort):
    """The twin's end; connects again whenever the PC is there again. `connections` counts how often."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.connections = 0
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    @property
    def plugged(self) -> bool:
        return self._writer is not None

    def plug_in(self) -> None:
        """Nothing to do before the PC is there."""

    def unplug(self) -> None:
        """Pull it, until the next read."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None

    async def read(self) -> bytes:
        """The next bytes from the PC; waits while it is off."""
        while True:
            try:
                if self._reader is None:
                    await self._connect()
                assert self._reader is not None
                if data := await self._reader.read(CHUNK):
                    return data
            except OSError:
                pass
            self.unplug()
            await asyncio.sleep(AGAIN_S)

    async def _connect(self) -> None:
        self._reader, self._writer = await asyncio.open_unix_connection(self.path)
        self.connections += 1

    async def write(self, data: bytes) -> None:
        """Send bytes; a PC that is off does not get them."""
        if self._writer is None:
            return
        try:
            self._writer.write(data)
            await self._writer.drain()
        except OSError:
            self.unplug()
