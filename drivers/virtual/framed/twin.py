"""The device's side of `framed`, as an integrator would write it from that module's page: greet, number, repeat.

It keeps what it has to send in order, one frame under way, repeated until acknowledged. `power_cycle` forgets the
numbering and what was not yet sent, as a device without memory does; pulling the plug of its port forgets nothing.
"""

import asyncio
import secrets
from collections import deque
from typing import ClassVar, Final, NoReturn

from drivers.protocols.base.driver import Role
from drivers.protocols.base.framing import Framer, Rejection
from drivers.protocols.framed.frames import ETX, LONGEST, REPEAT_S, STX, Frame, build, following, measure, parse
from drivers.virtual.pty_port import PtyPort

GREETING_S: Final = 1.0


class FramedTwin:
    """Base of the virtual devices with the protocol `framed`; a role defines what it takes in `take`."""

    role: ClassVar[Role]

    def __init__(self, port: PtyPort, *, firmware: str = "virtual 1.0", repeat_s: float = REPEAT_S) -> None:
        self.port = port
        self.silent = False
        """A device that takes and sends nothing, as with its power off."""
        self._firmware = firmware
        self._repeat_s = repeat_s
        self._session = ""
        self._greeted = False
        self._next = 1
        self._frames: deque[Frame] = deque()
        self._changed = asyncio.Event()
        self._taken: int | None = None
        self._new_session()

    async def run(self) -> None:
        """Plug in and behave as the device until cancelled; the plug is pulled at the end."""
        self.port.plug_in()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._receive(), name=f"virtual {self.role} receives")
                group.create_task(self._send(), name=f"virtual {self.role} sends")
        finally:
            self.port.unplug()

    async def drained(self) -> None:
        """Wait until the host has acknowledged everything."""
        while self._frames:
            self._changed.clear()
            await self._changed.wait()

    def power_cycle(self) -> None:
        """Lose the power: what was not acknowledged is lost, the numbering begins anew in a new session."""
        self._frames.clear()
        self._new_session()
        self._wake()

    def queue(self, kind: str, payload: str = "") -> None:
        """Queue a numbered frame."""
        self._frames.append(Frame(self._next, kind, payload))
        self._next = following(self._next)
        self._wake()

    def error(self, number: int, text: str) -> None:
        """Report an error of the device."""
        self.queue("E", f"!{number:02d}{text}")

    def take(self, kind: str, payload: str) -> bool:
        """Obey a command of the host; false for one that this device does not know."""
        del kind, payload
        return False

    def host_greeted(self) -> None:
        """The host has come (back): what of the frames not yet acknowledged still counts."""

    # --- the line -------------------------------------------------------------------------------------------------

    def _new_session(self) -> None:
        old = self._session
        while self._session == old:
            self._session = secrets.token_hex(2).upper()
        self._next, self._greeted, self._taken = 1, False, None

    def _wake(self) -> None:
        self._changed.set()

    async def _send(self) -> NoReturn:
        while True:
            self._changed.clear()
            if not self._greeted:
                await self._hello("?")
                wait_s: float | None = GREETING_S
            elif self._frames:
                await self._write(self._frames[0])
                wait_s = self._repeat_s
            else:
                wait_s = None
            try:
                async with asyncio.timeout(wait_s):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def _receive(self) -> NoReturn:
        framer = Framer(starts=bytes((STX,)), ends=bytes((ETX,)), measure=measure, longest=LONGEST)
        loop = asyncio.get_running_loop()
        while True:
            data = await self.port.read()
            for found in framer.feed(data, loop.time()):
                if self.silent:
                    continue
                if isinstance(found, Rejection):
                    if not found.stray:
                        await self._write(Frame(0, "N", "0damaged"))
                else:
                    await self._received(parse(found))

    async def _received(self, frame: Frame) -> None:
        match frame.type:
            case "h":
                self._taken = None
                self.host_greeted()
                if frame.payload == "?":
                    await self._hello("!")
                self._greeted = True
                self._wake()
            case "p":
                await self._write(Frame(0, "P"))
            case "a":
                self._done(frame.number)
            case "n":
                if frame.payload[:1] != "0":
                    self._done(frame.number)
                self._wake()
            case kind if kind.islower():
                known = frame.number == self._taken or self.take(kind, frame.payload)
                self._taken = frame.number
                await self._write(Frame(frame.number, "A") if known else Frame(frame.number, "N", "1unknown"))

    def _done(self, number: int) -> None:
        if self._frames and self._frames[0].number == number:
            self._frames.popleft()
            self._wake()

    async def _hello(self, mark: str) -> None:
        number = self._frames[0].number if self._frames else self._next
        await self._write(Frame(0, "H", f"{mark};{self._session};{number:02X};{self.role};{self._firmware}"))

    async def _write(self, frame: Frame) -> None:
        if not self.silent:
            await self.port.write(build(frame))
