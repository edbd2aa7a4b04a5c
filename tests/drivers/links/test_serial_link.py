"""The serial link on real ptys."""

import asyncio
import contextlib
import fcntl
import os
import threading
import tty
from collections.abc import Iterator
from typing import Any

import pytest
import serial
import serial.rfc2217

from drivers.links.fd_port import CHUNK, UNREAD_LIMIT, WRITE_LIMIT, FdPort
from drivers.links.link import LinkGone, WriteQueueFull, read
from drivers.links.serial_link import SerialLink
from drivers.protocols.base.protocol import LineSettings
from tests.drivers.links.opened import opened, read_all


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


async def test_every_byte_comes_through_both_ways(pty: tuple[int, str]) -> None:
    """All 256 values, the marks of damaged bytes undone, with the loop's time."""
    master, path = pty
    everything = bytes(range(256))
    async with opened(path) as link:
        os.write(master, everything)
        assert await read_all(link, 256) == everything
        os.write(master, b"x")
        _, at = await read(link)
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
            await read(link)
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
            await read(link)
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
    await asyncio.wrap_future(link._thread.submit(int))
    assert [port.is_open for port in ports] == [False]
