"""The modem lines of a serial port: levels of its inputs, and its two outputs to be set.

A thread waits in TIOCMIWAIT for a change where the port's driver has that; where it has not (some USB adapters) the
lines are looked at every `SAMPLE_S`. What counts is always what TIOCMGET then reads, so a change that the wait missed
is seen a little later. Nothing can end that wait but a change or a hang-up, so it has a descriptor of its own; after a
`close` without either it stays until the line changes, and no lock stays with it. See ioctl_tty(2).
"""

import contextlib
import errno
import fcntl
import os
import struct
import termios
import threading
import time
from collections.abc import Callable
from typing import Final

from drivers.links.link import LinkGone
from drivers.links.thread_link import ThreadLink
from drivers.links.thread_port import POLL_S

SAMPLE_S: Final = 0.02
"""A press lasts 80 ms or more; a level is read at least three times in it."""
INPUTS: Final = termios.TIOCM_CTS | termios.TIOCM_DSR | termios.TIOCM_CD | termios.TIOCM_RI
OUTPUTS: Final = termios.TIOCM_RTS | termios.TIOCM_DTR


class ModemLines:
    """The lines of an open terminal."""

    def __init__(self, path: str) -> None:
        self._fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.get()
        except OSError:
            os.close(self._fd)
            raise

    def get(self) -> int:
        """The lines as TIOCM_ bits. Raises OSError."""
        value: int = struct.unpack("I", fcntl.ioctl(self._fd, termios.TIOCMGET, b"\x00" * 4))[0]
        return value

    def set(self, outputs: int) -> None:
        """Set RTS and DTR. Raises OSError."""
        for request, bits in ((termios.TIOCMBIS, outputs & OUTPUTS), (termios.TIOCMBIC, OUTPUTS & ~outputs)):
            if bits:
                fcntl.ioctl(self._fd, request, struct.pack("I", bits))

    def waiter(self) -> "Waiter":
        """What waits for a change, on a descriptor that outlives `close`."""
        fd = os.dup(self._fd)
        return Waiter(lambda: fcntl.ioctl(fd, termios.TIOCMIWAIT, INPUTS), lambda: os.close(fd))

    def close(self) -> None:
        with contextlib.suppress(OSError):
            fcntl.flock(self._fd, fcntl.LOCK_UN)
        os.close(self._fd)


class Waiter:
    """A thread in TIOCMIWAIT; `changed` is set with every change, `able` is false where the port cannot wait."""

    def __init__(self, wait: Callable[[], object], close: Callable[[], None]) -> None:
        self.changed = threading.Event()
        self.able = True
        self._ended = False
        self._wait = wait
        self._close = close
        try:
            threading.Thread(target=self._run, name="modem lines", daemon=True).start()
        except RuntimeError:
            close()
            raise

    def end(self) -> None:
        """Let the thread end with the next change."""
        self._ended = True

    def _run(self) -> None:
        try:
            while not self._ended:
                self._wait()
                self.changed.set()
        except OSError:  # Not supported, or hung up; the reader finds out which.
            self.able = False
            self.changed.set()
        finally:
            self._close()


class ModemConnection:
    """Samples of two bytes, high one first."""

    def __init__(self, lines: ModemLines) -> None:
        self._lines = lines
        try:
            self._waiter = lines.waiter()
        except BaseException:
            lines.close()
            raise
        self._last: int | None = None

    def read_some(self) -> bytes:
        until = time.monotonic() + POLL_S
        while time.monotonic() < until:
            self._waiter.changed.clear()
            now = self._lines.get() & INPUTS
            if now != self._last:
                self._last = now
                return now.to_bytes(2, "big")
            if self._waiter.able:
                self._waiter.changed.wait(POLL_S)
            else:
                time.sleep(SAMPLE_S)
        return b""

    def write(self, data: bytes) -> None:
        self._lines.set(int.from_bytes(data[-2:], "big"))

    def close(self) -> None:
        self._waiter.end()
        self._lines.close()


class ModemLink(ThreadLink):
    """A link to the lines of one port; `lines` is for tests."""

    def __init__(self, port: str, *, lines: Callable[[str], ModemLines] = ModemLines) -> None:
        super().__init__(port)
        self._lines = lines

    def connect(self) -> ModemConnection:
        try:
            return ModemConnection(self._lines(self._name))
        except OSError as error:
            if error.errno in (errno.ENOTTY, errno.EINVAL):
                raise LinkGone(f"{self._name} has no modem lines") from None
            raise
