"""The serial link without a terminal: raw TCP, RFC 2217 by pyserial's own server, and `loop://`."""

import asyncio
import os
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import serial
import serial.rfc2217

from drivers.links.link import LinkGone, read
from drivers.links.serial_link import SerialLink
from drivers.protocols.base.protocol import LineSettings
from tests.drivers.links.opened import opened, read_all


@asynccontextmanager
async def tcp_echo() -> AsyncIterator[tuple[str, asyncio.Event]]:
    """A serial server that sends back what it gets; setting the event makes it hang up."""
    hang_up, ended = asyncio.Event(), asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def echo() -> None:
            while data := await reader.read(1000):
                writer.write(data)

        echoing = asyncio.create_task(echo())
        await hang_up.wait()
        echoing.cancel()
        writer.close()
        await writer.wait_closed()
        ended.set()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield f"socket://127.0.0.1:{server.sockets[0].getsockname()[1]}", hang_up
        await ended.wait()


async def test_serial_server_over_tcp() -> None:
    """`socket://`: bytes both ways, kept alive, and gone when the server hangs up."""
    async with tcp_echo() as (url, hang_up), opened(url) as link:
        assert link._serial is not None
        with socket.socket(fileno=os.dup(link._serial.fileno())) as connection:
            assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 10_000
        link.write(bytes(range(256)))
        await link.drain()
        assert await read_all(link, 256) == bytes(range(256))
        hang_up.set()
        with pytest.raises(LinkGone):
            await read(link)


async def test_serial_server_that_is_down() -> None:
    """A refused connection is LinkGone, to be tried again."""
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    with pytest.raises(LinkGone, match=r"^cannot open socket://127.0.0.1:\d+: Connection refused$"):
        await SerialLink(f"socket://127.0.0.1:{port}", LineSettings()).open()


async def test_port_without_a_descriptor() -> None:
    """`loop://` is read and written by threads of its own, and they end with it."""
    async with opened("loop://") as link:
        for _ in range(3):
            link.write(b"card")
            await link.drain()
            assert await read_all(link, 4) == b"card"
    with pytest.raises(LinkGone):
        await read(link)
    for thread in threading.enumerate():
        if thread.name in ("read loop://", "write loop://"):
            thread.join(5)
            assert not thread.is_alive()


@asynccontextmanager
async def rfc2217_server() -> AsyncIterator[tuple[str, serial.Serial]]:
    """The server side of RFC 2217, pyserial's own, before a port that echoes (a pty has no modem lines)."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    with serial.serial_for_url("loop://", timeout=0.05) as remote:

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            manager = serial.rfc2217.PortManager(remote, writer)  # type: ignore[arg-type]

            async def outwards() -> None:
                while not reader.at_eof():
                    if data := await loop.run_in_executor(None, remote.read, 100):
                        writer.write(b"".join(manager.escape(data)))

            async with asyncio.TaskGroup() as group:
                group.create_task(outwards())
                while data := await reader.read(1000):
                    remote.write(b"".join(manager.filter(data)))
            writer.close()
            await writer.wait_closed()
            ended.set()

        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            yield f"rfc2217://127.0.0.1:{server.sockets[0].getsockname()[1]}", remote
            await ended.wait()


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")  # pyserial 3.5 still names threads so
async def test_serial_server_with_line_control() -> None:
    """`rfc2217://`: the remote port gets the line settings, and bytes go both ways."""
    async with rfc2217_server() as (url, remote), opened(url, LineSettings(4800)) as link:
        assert remote.baudrate == 4800
        link.write(bytes(range(256)))
        await link.drain()
        assert await read_all(link, 256) == bytes(range(256))
