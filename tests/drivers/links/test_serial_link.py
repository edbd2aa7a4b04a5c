"""The serial link on real ptys, TCP sockets and pyserial's own URLs."""

import asyncio
import contextlib
import fcntl
import os
import socket
import threading
import tty
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import serial
import serial.rfc2217

from drivers.links.fd_port import CHUNK, UNREAD_LIMIT, WRITE_LIMIT, FdPort
from drivers.links.link import LinkGone, WriteQueueFull
from drivers.links.serial_link import SerialLink
from drivers.protocols.base.protocol import LineSettings


@pytest.fixture
def pty() -> Iterator[tuple[int, str]]:
    """The master of a pty and the path of its other end."""
    master, host_end = os.openpty()
    tty.setraw(host_end)
    path = os.ttyname(host_end)
    os.close(host_end)
    yield master, path
    with contextlib.suppress(OSError):  # The test may have pulled the plug.
        os.close(master)


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
            data += (await link.read())[0]
    return data


async def test_every_byte_comes_through_both_ways(pty: tuple[int, str]) -> None:
    """All 256 values, the marks of damaged bytes undone, with the loop's time."""
    master, path = pty
    everything = bytes(range(256))
    async with opened(path) as link:
        os.write(master, everything)
        assert await read_all(link, 256) == everything
        os.write(master, b"x")
        _, at = await link.read()
        assert 0 <= asyncio.get_running_loop().time() - at < 1
        link.write(everything)
        await link.drain()
        assert os.read(master, 1000) == everything
        assert link.line_errors == 0


@pytest.mark.parametrize(
    "line", [LineSettings(4800), LineSettings(9600, 7, "E"), LineSettings(19200, 8, "O", 2, dtr=False)]
)
async def test_line_settings_are_set(pty: tuple[int, str], line: LineSettings) -> None:
    """Speed, bits and parity are taken by the terminal."""
    async with opened(pty[1], line) as link:
        assert link._serial is not None
        assert link._serial.get_settings()["baudrate"] == line.baudrate


async def test_port_that_is_not_there(tmp_path: Any) -> None:
    """A missing path is LinkGone with a sentence, and so is a URL that nobody knows."""
    with pytest.raises(LinkGone, match=r"^cannot open \S+: No such file or directory$"):
        await SerialLink(str(tmp_path / "shoe"), LineSettings()).open()
    with pytest.raises(LinkGone, match="cannot open nonsense://"):
        await SerialLink("nonsense://x", LineSettings()).open()


async def test_second_opener_is_refused(pty: tuple[int, str]) -> None:
    """A port belongs to one reader; it is free again once closed, without a race."""
    async with opened(pty[1]):
        with pytest.raises(LinkGone, match="another program has it open"):
            await SerialLink(pty[1], LineSettings()).open()
    for _ in range(5):
        async with opened(pty[1]):
            pass


async def test_children_inherit_no_port(pty: tuple[int, str]) -> None:
    """The descriptor closes on exec, so a child cannot hold the port."""
    async with opened(pty[1]) as link:
        assert link._serial is not None
        assert fcntl.fcntl(link._serial.fileno(), fcntl.F_GETFD) & fcntl.FD_CLOEXEC


async def test_pulled_plug_ends_reading_and_writing(pty: tuple[int, str]) -> None:
    """What came before is still read; then every call says that the port is gone, and the loop has forgotten it."""
    master, path = pty
    async with opened(path) as link:
        os.write(master, b"last")
        assert await read_all(link, 4) == b"last"
        os.close(master)
        with pytest.raises(LinkGone):
            await link.read()
        with pytest.raises(LinkGone):
            link.write(b"x")
        with pytest.raises(LinkGone):
            await link.drain()


async def test_vanished_port_does_not_spin_the_loop(pty: tuple[int, str]) -> None:
    """After the hang-up the loop wakes for nothing: no callback is left on the descriptor."""
    master, path = pty
    async with opened(path) as link:
        os.close(master)
        with pytest.raises(LinkGone):
            await link.read()
        loop = asyncio.get_running_loop()
        assert link._serial is not None
        assert loop.remove_reader(link._serial.fileno()) is False
        assert loop.remove_writer(link._serial.fileno()) is False


async def test_peer_that_takes_nothing_stops_neither_reading_nor_the_loop(pty: tuple[int, str]) -> None:
    """A full pty gives EAGAIN: bytes wait up to the limit, reading goes on, and all arrive once they are taken."""
    master, path = pty
    async with opened(path) as link:
        sent = 0
        while True:
            try:
                link.write(b"y" * 1000)
            except WriteQueueFull:
                break
            sent += 1000
        assert sent >= WRITE_LIMIT - 1000
        os.write(master, b"card")
        assert await read_all(link, 4) == b"card"
        taken = 0
        draining = asyncio.create_task(link.drain())
        while taken < sent:
            taken += len(await asyncio.to_thread(os.read, master, 4096))  # it waits for what the loop has yet to write
        await draining
        assert taken == sent


async def test_full_line_is_no_failure(pty: tuple[int, str]) -> None:
    """EAGAIN at the first byte costs nothing: it waits, and the device is still read."""
    master, path = pty
    async with opened(path) as link:
        assert link._serial is not None
        fd = link._serial.fileno()
        with contextlib.suppress(BlockingIOError):
            while os.write(fd, b"y" * 4096):
                pass
        link.write(b"x")
        os.write(master, b"card")
        assert await read_all(link, 4) == b"card"
        draining = asyncio.create_task(link.drain())
        while not draining.done():
            os.read(master, 4096)
            await asyncio.sleep(0)
        await draining


async def test_reader_that_waits_lets_the_line_wait(pty: tuple[int, str]) -> None:
    """Unread bytes are bounded: reading stops, the kernel's buffer fills, and nothing is lost."""
    master, path = pty
    os.set_blocking(master, False)
    async with opened(path) as link:
        port = link._io
        assert isinstance(port, FdPort)
        sent = 0
        while port._reading and sent < 4 * UNREAD_LIMIT:
            with contextlib.suppress(BlockingIOError):
                sent += os.write(master, b"z" * 4096)
            await asyncio.sleep(0)
        assert port._unread <= UNREAD_LIMIT + CHUNK
        assert not port._reading
        assert await read_all(link, sent) == b"z" * sent


async def test_opening_and_closing_never_run_in_the_loop(pty: tuple[int, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Both can block for seconds; they run in the link's own thread, one after the other."""
    threads: list[tuple[serial.Serial, str]] = []
    for name in ("open", "close"):
        real = getattr(serial.Serial, name)

        def recorded(port: serial.Serial, real: Any = real) -> None:
            threads.append((port, threading.current_thread().name))
            real(port)

        monkeypatch.setattr(serial.Serial, name, recorded)
    async with opened(pty[1]) as link:
        port = link._serial
    names = [name for other, name in threads if other is port]
    assert names == [f"port {pty[1]}_0"] * len(names)
    assert len(names) >= 2


async def test_close_that_blocks_holds_nobody(pty: tuple[int, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """`close` returns after its time; the next `open` waits behind the closing rather than colliding with it."""
    monkeypatch.setattr("drivers.links.serial_link.CLOSE_S", 0.02)
    gate, real = threading.Event(), serial.Serial.close

    def blocked(port: serial.Serial) -> None:
        if threading.current_thread() is not threading.main_thread():  # There the collector closes ports of others.
            gate.wait(10)
        real(port)

    monkeypatch.setattr(serial.Serial, "close", blocked)
    link = SerialLink(pty[1], LineSettings())
    await link.open()
    await link.close()
    opening = asyncio.create_task(link.open())
    await asyncio.sleep(0.02)
    assert not opening.done()
    gate.set()
    await opening
    await link.close()


async def test_cancelled_opening_leaves_no_port_open(pty: tuple[int, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A daemon that stops while a port opens leaves it free."""
    gate, real = threading.Event(), serial.Serial.open
    ports: list[serial.Serial] = []

    def slow(port: serial.Serial) -> None:
        ports.append(port)
        gate.wait(10)
        real(port)

    monkeypatch.setattr(serial.Serial, "open", slow)
    link = SerialLink(pty[1], LineSettings())
    opening = asyncio.create_task(link.open())
    await asyncio.sleep(0.02)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    gate.set()
    await asyncio.wrap_future(link._executor.submit(int))
    assert [port.is_open for port in ports] == [False]


# --- without a terminal -----------------------------------------------------------------------------------------


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
            await link.read()


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
        await link.read()
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
