"""Lines on their way out: a bounded queue and the thread that empties it. Who logs never waits and never sees an error.

The newest lines are kept: where the reader does not keep up, or the line cannot be written, older ones are dropped, and
a line says how many when it goes on. At the end what is left gets `FLUSH_S`, and the rest is given up.
"""

import io
import os
import select
import threading
from collections import deque
from collections.abc import Callable
from typing import Final

MOST_LINES: Final = 4096
"""A minute of a busy table, about a megabyte."""
FLUSH_S: Final = 2.0
"""Less than systemd waits for a stop by far."""


class LineWriter:
    """Writes to `descriptor`, nowhere where it is None; `lost` makes the line that says how many were dropped."""

    def __init__(self, descriptor: int | None, lost: Callable[[int], str]) -> None:
        self._descriptor = descriptor
        self._lost = lost
        self._lines: deque[str] = deque()
        self._dropped = 0
        self._cut = False
        self._closing = False
        self._change = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="log writer", daemon=True)
        self._thread.start()

    def put(self, line: str) -> None:
        """Queue a line, without its end."""
        with self._change:
            if len(self._lines) >= MOST_LINES:
                self._lines.popleft()
                self._dropped += 1
            self._lines.append(line)
            self._change.notify()

    def close(self) -> None:
        """Returns when everything is written, or after `FLUSH_S`."""
        with self._change:
            self._closing = True
            self._change.notify()
        self._thread.join(FLUSH_S)

    def _run(self) -> None:
        while True:
            with self._change:
                while not self._lines:
                    if self._closing:
                        return
                    self._change.wait()
                line, dropped, self._dropped = self._lines.popleft(), self._dropped, 0
            unwritten = dropped if dropped and not self._write(self._lost(dropped)) else 0
            unwritten += not self._write(line)
            if unwritten:
                with self._change:
                    self._dropped += unwritten

    def _write(self, line: str) -> bool:
        """Whether it could be written; where the one before was cut off it begins on a line of its own."""
        if self._descriptor is None:
            return False
        data = (("\n" if self._cut else "") + line + "\n").encode(errors="backslashreplace")
        size = len(data)
        try:
            while data:
                try:
                    data = data[os.write(self._descriptor, data) :]
                except BlockingIOError:  # whoever gave us the descriptor made it so
                    poll = select.poll()
                    poll.register(self._descriptor, select.POLLOUT)
                    poll.poll()
        except OSError:
            self._cut = self._cut or len(data) < size
            return False
        self._cut = False
        return True


class QueuedStream(io.TextIOBase):
    """A text stream into a queue of lines, each with `begin` before it."""

    def __init__(self, writer: LineWriter, *, begin: str = "") -> None:
        super().__init__()
        self._writer = writer
        self._begin = begin
        self._unfinished = ""

    def write(self, text: str) -> int:
        *lines, self._unfinished = (self._unfinished + text).split("\n")
        for line in lines:
            self._writer.put(self._begin + line)
        return len(text)
