"""Virtual pole displays: a CD5220 and a Matrix Orbital that keep on their glass what the host writes."""

import asyncio
import re
from typing import Final

from drivers.virtual.pty_port import PtyPort

_CD5220: Final = re.compile(
    rb"\x1b\x40|\x1b\x5f[\x00\x01]|\x1b\x2a[\x01-\x04]|\x1b\x51([AB])([ -~]{20})\x0d", re.DOTALL
)
_MATRIX: Final = re.compile(rb"\xfe(?:([X7K])|B.|[YP].|G(.)(.))|([\x20-\xfd\xff]+)", re.DOTALL)
COLUMNS: Final = 20


class VirtualPoleDisplay:
    """Base: two lines of twenty characters; `changed` is set with every command."""

    def __init__(self, port: PtyPort) -> None:
        self.port = port
        self.changed = asyncio.Event()
        self.starts = 0
        """How often it was started anew: it flickers."""
        self.writes = 0
        self.lines = [" " * COLUMNS, " " * COLUMNS]

    @property
    def shown(self) -> str:
        """What the glass shows, without the blanks behind."""
        return "\n".join(line.rstrip() for line in self.lines)

    async def run(self) -> None:
        """Plug in and behave as the display until cancelled; the plug is pulled at the end."""
        self.port.plug_in()
        buffer = b""
        try:
            while True:
                buffer += await self.port.read()
                buffer = await self.obey(buffer)
                self.changed.set()
        finally:
            self.port.unplug()

    async def obey(self, buffer: bytes) -> bytes:
        """Carry out the commands in the buffer; gives back what is not whole yet."""
        raise NotImplementedError


class VirtualCd5220(VirtualPoleDisplay):
    """Whole-line writes only, as the driver makes them."""

    async def obey(self, buffer: bytes) -> bytes:
        while (found := _CD5220.search(buffer)) is not None:
            buffer = buffer[found.end() :]
            if found[0] == b"\x1b\x40":
                self.starts += 1
                self.lines = [" " * COLUMNS, " " * COLUMNS]
            elif found[1]:
                self.writes += 1
                self.lines[b"AB".index(found[1])] = found[2].decode("ascii")
        return buffer[-32:]


class VirtualMatrixOrbital(VirtualPoleDisplay):
    """A cursor, text at it, and an answer to the question for its type."""

    MODULE_TYPE: Final = 0x05

    def __init__(self, port: PtyPort) -> None:
        super().__init__(port)
        self.silent = False
        self._column, self._line = 0, 0

    async def obey(self, buffer: bytes) -> bytes:
        while (found := _MATRIX.match(buffer)) is not None:
            buffer = buffer[found.end() :]
            if found[1] == b"X":
                self.starts += 1
                self.lines = [" " * COLUMNS, " " * COLUMNS]
            elif found[1] == b"7" and not self.silent:
                await self.port.write(bytes((self.MODULE_TYPE,)))
            elif found[2]:
                self._column, self._line = found[2][0] - 1, found[3][0] - 1
            elif found[4]:
                self.writes += 1
                text, old = found[4].decode("latin-1"), self.lines[self._line]
                self.lines[self._line] = (old[: self._column] + text + old[self._column + len(text) :])[:COLUMNS]
                self._column += len(text)
        return buffer
