"""Finding frames in a stream of bytes that may be cut anywhere, damaged anywhere, or no frames at all.

One rule makes it recover from anything: where no frame begins, **one** byte is dropped and the rest is looked at
again. A damaged frame therefore never takes a good one behind it along, and a stray start byte costs one byte.
The buffer holds at most one frame's length after each call; what comes out does not depend on how the bytes were cut.

A frame is found by `measure`, which is given bytes that begin with a start byte and gives one of three things:
an int, the length of the good frame that begins here; a str, why none does; None, that more bytes are needed.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

Measure = Callable[[bytes], int | str | None]

INTER_BYTE_TIMEOUT_S: Final = 0.25
"""A frame whose next byte does not come is given up. It must exceed 16 ms (an FTDI adapter's latency timer) and ten
characters (21 ms at 4800 baud); this adds the jitter of a serial server on a network. Recovery does not need it."""

SPAN_LIMIT: Final = 64
"""Rejected bytes are reported in spans of at most this many, so that garbage without end is no endless span."""

STRAY: Final = "bytes outside a frame"


class Rejection(NamedTuple):
    """Bytes that were dropped, and why; `stray` when not even a frame's beginning was among them."""

    reason: str
    data: bytes

    @property
    def stray(self) -> bool:
        return self.reason == STRAY


class Framer:
    """Cuts a stream into good frames and rejected spans. `ends` are bytes at which a rejected span is reported."""

    def __init__(
        self,
        *,
        starts: bytes,
        measure: Measure,
        longest: int,
        ends: bytes = b"",
        timeout_s: float = INTER_BYTE_TIMEOUT_S,
    ) -> None:
        self._starts = starts
        self._ends = ends
        self._measure = measure
        self._longest = longest
        self._timeout_s = timeout_s
        self._buffer = bytearray()
        self._dropped = bytearray()
        self._reason = STRAY
        self._last_at = 0.0

    def __len__(self) -> int:
        """Bytes held."""
        return len(self._buffer) + len(self._dropped)

    def clear(self) -> None:
        self._buffer.clear()
        self._dropped.clear()
        self._reason = STRAY

    def next_expiry(self) -> float | None:
        """When what is held will be given up, unless bytes come."""
        return self._last_at + self._timeout_s if self._buffer or self._dropped else None

    def feed(self, data: bytes, at: float, *, late_s: float = 0.0) -> Iterator[bytes | Rejection]:
        """Good frames and rejected spans, in the order of their bytes. Must be iterated to its end.

        The bytes may have come up to `late_s` before `at`; what is held is given up only for what was surely late.
        """
        yield from self.expire(at - late_s)
        self._last_at = at
        self._buffer += data
        while self._buffer:
            if self._buffer[0] not in self._starts:
                yield from self._drop(STRAY)
                continue
            found = self._measure(bytes(self._buffer[: self._longest]))
            if found is None:
                if len(self._buffer) < self._longest:
                    return
                found = f"no end of a frame within {self._longest} bytes"
            if isinstance(found, str):
                yield from self._drop(found)
                continue
            yield from self._report()
            frame = bytes(self._buffer[:found])
            del self._buffer[:found]
            yield frame

    def expire(self, at: float) -> Iterator[Rejection]:
        """Give up what has waited too long for its next byte."""
        if (expiry := self.next_expiry()) is None or at < expiry:
            return
        while self._buffer:
            yield from self._drop(f"a frame stopped for more than {self._timeout_s:g} s")
        yield from self._report()

    def _drop(self, reason: str) -> Iterator[Rejection]:
        byte = self._buffer.pop(0)
        self._dropped.append(byte)
        if self._reason == STRAY:
            self._reason = reason
        if byte in self._ends or len(self._dropped) >= SPAN_LIMIT:
            yield from self._report()

    def _report(self) -> Iterator[Rejection]:
        if self._dropped:
            yield Rejection(self._reason, bytes(self._dropped))
            self._dropped.clear()
        self._reason = STRAY


_FACE: Final = re.compile(r"[A2-9TJQK][SHDC]")


def readable(data: bytes) -> str:
    """What a peer sent, in printable characters."""
    return "".join(chr(byte) if 0x20 <= byte < 0x7F else f"<{byte:02X}>" for byte in data)


def printable(data: bytes) -> str:
    """The same, everything that reads as a card's face masked as `**`."""
    return _FACE.sub("**", readable(data))
