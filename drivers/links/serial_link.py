"""A serial line through pyserial: a device path, `socket://host:port` (raw TCP) or `rfc2217://host:port`.

Opening and closing run in one thread of the link's own, one after the other: both can block for seconds (a TCP
connection; FTDI and CP2102 adapters while bytes drain), and a port is not opened before it is closed. The port is
exclusive (TIOCEXCL and flock) and not inherited by children. On a real terminal damaged bytes are marked and counted.
"""

import asyncio
import contextlib
import fcntl
import io
import os
import socket
import termios
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

import serial

from drivers.links.fd_port import FdPort
from drivers.links.link import LinkGone, cannot_open
from drivers.links.parity import ParityMarks
from drivers.links.port_thread import PortThread
from drivers.links.thread_port import POLL_S, ThreadPort
from drivers.protocols.base.protocol import LineSettings

CLOSE_S: Final = 3.0
"""How long `close` waits for the thread; the closing itself goes on, and the next `open` waits behind it."""
TCP_OPTIONS: Final = {
    socket.TCP_KEEPIDLE: 5,
    socket.TCP_KEEPINTVL: 2,
    socket.TCP_KEEPCNT: 3,
    socket.TCP_USER_TIMEOUT: 10_000,
    socket.TCP_NODELAY: 1,
}
"""A serial server that was restarted leaves the connection half open; this ends it after some eleven seconds."""


class SerialLink:
    """A link to one port; see `link.Link` for its methods. `find` looks its path up anew at each opening."""

    def __init__(self, port: str, line: LineSettings, *, find: Callable[[], str] | None = None) -> None:
        self._name = port
        self._find = find or (lambda: port)
        self._line = line
        self._thread = PortThread(port)
        self._serial: serial.Serial | None = None
        self._io: FdPort | ThreadPort | None = None
        self._marks = ParityMarks()
        self._marked = False

    @property
    def port(self) -> str:
        return self._name

    @property
    def line_errors(self) -> int:
        return self._marks.errors

    @property
    def late_s(self) -> float:
        return self._connection().late_s

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        opening = self._thread.submit(self._open)
        try:
            port, fd = await asyncio.wrap_future(opening)
        except asyncio.CancelledError:
            opening.add_done_callback(_close_unwanted)
            raise
        except (OSError, ValueError, RuntimeError, termios.error) as error:
            raise cannot_open(self._name, error) from None
        self._serial = port
        try:
            self._io = ThreadPort(_Reads(port), loop, self._name) if fd is None else FdPort(fd, loop)
            self._io.begin()
        except (OSError, RuntimeError) as error:
            await self.close()
            raise cannot_open(self._name, error) from None

    def listen(self, listener: Callable[[], None] | None) -> None:
        if self._io is not None:
            self._io.listener = listener

    def take(self) -> tuple[bytes, float] | None:
        port = self._connection()
        while (found := port.take()) is not None:
            data, at = found
            if plain := self._marks.plain(data) if self._marked else data:
                return plain, at
        return None

    def write(self, data: bytes) -> None:
        self._connection().write(data)

    async def drain(self) -> None:
        await self._connection().drain()

    async def close(self) -> None:
        port, self._serial = self._serial, None
        stuck = self._io is not None and self._io.stuck
        if self._io is not None:
            self._io.detach()
            self._io = None
        if port is not None:
            closing = self._thread.submit(_close, port, stuck)
            await asyncio.wait((asyncio.wrap_future(closing),), timeout=CLOSE_S)

    def _connection(self) -> FdPort | ThreadPort:
        if self._io is None:
            raise LinkGone(f"{self._name} is not open")
        return self._io

    # --- in the link's thread -------------------------------------------------------------------------------------

    def _open(self) -> tuple[serial.Serial, int | None]:
        line = self._line
        name = self._find()
        port = serial.serial_for_url(
            name,
            do_not_open=True,
            baudrate=line.baudrate,
            bytesize=line.bytesize,
            parity=line.parity,
            stopbits=line.stopbits,
            rtscts=line.rtscts,
            timeout=POLL_S,
        )
        if "://" not in name:
            port.exclusive = True
        if line.dtr is not None:
            port.dtr = line.dtr
        port.open()
        try:
            fd = port.fileno()
        except (io.UnsupportedOperation, AttributeError):
            return port, None
        try:
            self._marked = os.isatty(fd)
            (_tune_terminal if self._marked else _tune_socket)(fd)
            os.set_blocking(fd, False)
        except BaseException:
            port.close()
            raise
        return port, fd


class _Reads:
    """A pyserial port as `ThreadPort` wants it: the first byte is waited for, the rest is what has come with it."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self.write = port.write

    def read_some(self) -> bytes:
        data: bytes = self._port.read(1)
        return data + self._port.read(self._port.in_waiting) if data else data


def _tune_terminal(fd: int) -> None:
    """Exclusive, damaged bytes marked, and a read without bytes known from a hang-up (VMIN 1)."""
    fcntl.ioctl(fd, termios.TIOCEXCL)
    attributes = termios.tcgetattr(fd)
    attributes[0] = attributes[0] & ~termios.IGNPAR | termios.INPCK | termios.PARMRK
    attributes[6][termios.VMIN] = 1
    attributes[6][termios.VTIME] = 0
    termios.tcsetattr(fd, termios.TCSANOW, attributes)


def _tune_socket(fd: int) -> None:
    with socket.socket(fileno=os.dup(fd)) as twin:
        twin.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in TCP_OPTIONS.items():
            twin.setsockopt(socket.IPPROTO_TCP, option, value)


def _close(port: serial.Serial, stuck: bool) -> None:
    """Close; bytes that nobody takes (`stuck`) are thrown away first, or the kernel would wait for them."""
    with contextlib.suppress(OSError, AttributeError, termios.error):  # A port without a descriptor, or a gone one.
        fd = port.fileno()
        if os.isatty(fd):
            if stuck:
                termios.tcflush(fd, termios.TCOFLUSH)
            fcntl.ioctl(fd, termios.TIOCNXCL)
    with contextlib.suppress(OSError, termios.error):
        port.close()


def _close_unwanted(opening: Future[tuple[serial.Serial, int | None]]) -> None:
    if not opening.cancelled() and opening.exception() is None:
        _close(opening.result()[0], True)
