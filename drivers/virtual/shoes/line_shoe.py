"""Virtual shoes and a shuffler that send ASCII lines, for the descriptions under `config/shoes/`."""

import asyncio
import re
from collections import deque
from typing import Final

from controller.core.cards import RANKS
from drivers.protocols.line.check import check_of
from drivers.protocols.line.shape import LineShape
from drivers.virtual.pty_port import PtyPort

REPEAT_S: Final = 0.1
COPY_S: Final = 0.02
_NUMERIC_SUITS: Final = "SHCD"


class VirtualTwoLetterShoe:
    """`two-letter.toml`: numbers its lines, sends each again until it is answered, counts its cards."""

    def __init__(self, port: PtyPort, shape: LineShape) -> None:
        self.port = port
        self._shape = shape
        self._next = 1
        self._total = 0
        self._lines: deque[bytes] = deque()
        self._changed = asyncio.Event()
        self._said = asyncio.Event()

    async def run(self) -> None:
        """Plug in and behave as the shoe until cancelled; the plug is pulled at the end."""
        self.port.plug_in()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._send(), name="virtual line shoe sends")
                group.create_task(self._receive(), name="virtual line shoe receives")
        finally:
            self.port.unplug()

    async def drained(self) -> None:
        """Wait until every line was answered."""
        while self._lines:
            self._said.clear()
            await self._said.wait()

    def deal(self, card: str, *, face_down: bool = False) -> None:
        self._total += 1
        self.queue(f"C,{card}{'F' if face_down else ''},{self._total}")

    def cut_card(self) -> None:
        self.queue("K")

    def new_shoe(self, decks: int) -> None:
        self._total = 0
        self.queue(f"N,{decks}")

    def state(self, word: str) -> None:
        """One of RDY EMP OPN CLS JAM."""
        self.queue(f"S,{word}")

    def queue(self, text: str) -> None:
        """Queue a line under the next number."""
        body = f"{self._next:02d},{text}"
        self._lines.append(f"${body}*{check_of(body.encode('ascii'), self._shape.check)}\r\n".encode("ascii"))
        self._next = self._next % 99 + 1
        self._changed.set()

    def lose(self) -> None:
        """Lose the oldest line that was not answered: its number is never sent again."""
        self._lines.popleft()

    async def _send(self) -> None:
        while True:
            self._changed.clear()
            if self._lines:
                await self.port.write(self._lines[0])
            try:
                async with asyncio.timeout(REPEAT_S if self._lines else None):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def _receive(self) -> None:
        received = b""
        while True:
            received = (received + await self.port.read())[-64:]
            for number in re.findall(rb"\x06(\d\d)", received):
                if self._lines and self._lines[0][1:3] == number:
                    self._lines.popleft()
                    self._said.set()
                    self._changed.set()
            received = received[received.rfind(b"\x06") :][:2]


class VirtualNumericShoe:
    """`numeric.toml`: sends everything twice and takes nothing."""

    def __init__(self, port: PtyPort, shape: LineShape) -> None:
        self.port = port
        self._shape = shape

    async def run(self) -> None:
        """Plug in until cancelled; the plug is pulled at the end."""
        self.port.plug_in()
        try:
            while True:
                await self.port.read()
        finally:
            self.port.unplug()

    async def deal(self, card: str) -> None:
        rank, suit = RANKS.index(card[0]) + 1, _NUMERIC_SUITS.index(card[1]) + 1
        await self.send(f"C{suit}{rank:02d}")

    async def send(self, text: str) -> None:
        """A line and its copy."""
        line = f"{text}{check_of(text.encode('ascii'), self._shape.check)}\r".encode("ascii")
        for _ in range(2):
            await self.port.write(line)
            await asyncio.sleep(COPY_S)


class VirtualLineShuffler:
    """`poker-shuffler.toml`: states with cycle and count, and sets."""

    def __init__(self, port: PtyPort, shape: LineShape) -> None:
        self.port = port
        self._shape = shape

    async def run(self) -> None:
        """Plug in until cancelled; the plug is pulled at the end."""
        self.port.plug_in()
        try:
            while True:
                await self.port.read()
        finally:
            self.port.unplug()

    async def state(self, word: str, *, cycle: int | None = None, count: int | None = None) -> None:
        """One of READY SHUFFLING DEALING EMPTY JAM OPEN CLOSED."""
        await self.send(f"U;{word};{'' if cycle is None else cycle};{'' if count is None else count}")

    async def dispense(self, *cards: str) -> None:
        await self.send(f"G;{' '.join(cards)}")

    async def send(self, text: str) -> None:
        await self.port.write(f"{text};{check_of(text.encode('ascii'), self._shape.check)}\n".encode("ascii"))
