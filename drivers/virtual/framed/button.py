"""A virtual jackpot button with its lamp, over `framed`."""

import asyncio
from typing import ClassVar

from drivers.protocols.base.driver import Role
from drivers.protocols.framed.frames import REPEAT_S
from drivers.virtual.framed.twin import FramedTwin
from drivers.virtual.pty_port import PtyPort


class VirtualButton(FramedTwin):
    """A push button; `lit` is what the host made of its lamp, `lamp_changed` is set with every change."""

    role: ClassVar[Role] = "button"

    def __init__(self, port: PtyPort, *, firmware: str = "virtual 1.0", repeat_s: float = REPEAT_S) -> None:
        super().__init__(port, firmware=firmware, repeat_s=repeat_s)
        self.lit = False
        self.lamp_changed = asyncio.Event()
        self._down = False

    def press(self) -> None:
        self._edge(down=True)

    def release(self) -> None:
        self._edge(down=False)

    async def push(self, held_s: float = 0.08) -> None:
        """Press and release, held as long as a finger does."""
        self.press()
        await asyncio.sleep(held_s)
        self.release()

    def take(self, kind: str, payload: str) -> bool:
        if kind != "l" or payload not in ("0", "1"):
            return False
        self.lit = payload == "1"
        self.lamp_changed.set()
        return True

    def host_greeted(self) -> None:
        """What was pressed before the host came is thrown away; then the level as it is now."""
        self._frames.clear()
        self.queue("B", "=D" if self._down else "=U")

    def _edge(self, *, down: bool) -> None:
        self._down = down
        self.queue("B", "D" if down else "U")
