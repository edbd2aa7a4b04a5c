"""A virtual Angel Eye II with its threefold sending."""

import asyncio
from typing import Final

from controller.core.cards import RANKS
from drivers.protocols.shoes.angel_eye_ii import ACK, COPIES, ETX, NAK, STX, bcc
from drivers.virtual.pty_port import PtyPort

_SUITS: Final = {"D": 1, "C": 2, "S": 3, "H": 4}
BETWEEN_COPIES_S: Final = 0.01


class VirtualAngelEye:
    """An Angel Eye II: numbers events 1..9, sends each three times, answers commands, knows no acknowledgement."""

    def __init__(self, port: PtyPort, *, stx_in_bcc: bool = True) -> None:
        self.port = port
        self.locked = False
        self._stx_in_bcc = stx_in_bcc
        self._number = 1
        self._telegrams: asyncio.Queue[bytes] = asyncio.Queue()

    async def run(self) -> None:
        """Plug in and behave as the shoe until cancelled; the plug is pulled at the end."""
        self.port.plug_in()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._send(), name="virtual Angel Eye sends")
                group.create_task(self._obey(), name="virtual Angel Eye obeys")
        finally:
            self.port.unplug()

    async def drained(self) -> None:
        """Wait until everything was sent three times."""
        await self._telegrams.join()

    def deal(self, card: str, *, target: int = 0, index: int = 1, letter: str = "D") -> None:
        """A card is drawn, as in `AS`; `target` and `index` as the shoe takes it for baccarat."""
        self.queue(letter, (target << 4 | index, _SUITS[card[1]] << 4 | RANKS.index(card[0]) + 1))

    def cut_card(self) -> None:
        self.queue("C")

    def start(self) -> None:
        """Start of communication: power-up, or a new shoe of cards."""
        self.queue("S")

    def error(self, number: int) -> None:
        self.queue("E", (0x40 | number,))

    def queue(self, letter: str, data: tuple[int, ...] = ()) -> None:
        """Queue an event; all but a start use up a number."""
        body = b"%d%b%b%c" % (self._number, letter.encode("ascii"), bytes(0x80 | value for value in data), ETX)
        self._telegrams.put_nowait(b"\x05" + body + bcc(body))
        if letter != "S":
            self._number = self._number % 9 + 1

    def skip(self) -> None:
        """Lose an event: its number is never sent."""
        self._number = self._number % 9 + 1

    async def _send(self) -> None:
        while True:
            telegram = await self._telegrams.get()
            for _ in range(COPIES):
                await self.port.write(telegram)
                await asyncio.sleep(BETWEEN_COPIES_S)
            self._telegrams.task_done()

    async def _obey(self) -> None:
        buffer = b""
        while True:
            buffer += await self.port.read()
            while (start := buffer.find(STX)) >= 0 and len(buffer) >= start + 10:
                command, buffer = buffer[start : start + 10], buffer[start + 10 :]
                await self.port.write(self._answer(command))
            buffer = buffer[-10:]

    def _answer(self, command: bytes) -> bytes:
        checked = command[:8] if self._stx_in_bcc else command[1:8]
        if command[7] != ETX:
            return b"%c03" % NAK
        if bcc(checked) != command[8:]:
            return b"%c02" % NAK
        if command[1:5] not in (b"OPLK", b"OPEC"):
            return b"%c14" % NAK
        if command[3:5] == b"LK":
            self.locked = command[5:7] == b"02"
            self.queue("L", (int(self.locked),))
        return b"%c" % ACK
