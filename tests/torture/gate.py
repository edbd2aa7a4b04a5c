"""The line between the daemon and the broker: open only while the subscriber is there to hear.

The broker may forget all that it was given; what it has acknowledged while nobody listened would be lost by the
broker, which is no fault of the table's. So the daemon reaches the broker through this relay, which closes whenever the
subscriber is not subscribed.
"""

import asyncio
import contextlib

from tests.broker import Broker, free_port

CHUNK = 65536


class Gate:
    """A relay on the loopback; `host` and `port` are what the daemon is given."""

    host = "127.0.0.1"

    def __init__(self, broker: Broker) -> None:
        self.port = free_port()
        self._broker = broker
        self._open = False
        self._writers: set[asyncio.StreamWriter] = set()

    def open(self) -> None:
        """Let connections through."""
        self._open = True

    def shut(self) -> None:
        """End every connection and take none."""
        self._open = False
        for writer in tuple(self._writers):
            writer.close()

    async def run(self, ready: asyncio.Event) -> None:
        """Relay until cancelled."""
        server = await asyncio.start_server(self._connected, self.host, self.port)
        ready.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.shut()
            server.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            if not self._open:
                return
            far_reader, far_writer = await asyncio.open_connection(self._broker.host, self._broker.port)
            self._writers.add(far_writer)
            try:
                await asyncio.gather(_pass(reader, far_writer), _pass(far_reader, writer))
            finally:
                self._writers.discard(far_writer)
                far_writer.close()
        except OSError:
            return  # one side has gone; the other is told by closing it
        finally:
            self._writers.discard(writer)
            writer.close()


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    finally:
        with contextlib.suppress(OSError):
            writer.close()
