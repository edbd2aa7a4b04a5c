"""A virtual multiplier meter over `framed`."""

import asyncio
import re
from typing import ClassVar, Final

from drivers.protocols.base.driver import Role
from drivers.protocols.framed.frames import REPEAT_S
from drivers.virtual.framed.twin import FramedTwin
from drivers.virtual.pty_port import PtyPort

_SET: Final = re.compile(r"(idle|armed|rolling|showing);(\d{0,3});(\d{0,3})")


class VirtualMeter(FramedTwin):
    """A meter over `framed`; `state` and `multiplier` are what it shows, `changed` is set with every change."""

    role: ClassVar[Role] = "meter"

    def __init__(self, port: PtyPort, *, firmware: str = "virtual 1.0", repeat_s: float = REPEAT_S) -> None:
        super().__init__(port, firmware=firmware, repeat_s=repeat_s)
        self.state = "idle"
        self.multiplier: int | None = None
        self.changed = asyncio.Event()

    def take(self, kind: str, payload: str) -> bool:
        if kind != "m" or (wanted := _SET.fullmatch(payload)) is None:
            return False
        self.state = wanted[1]
        self.multiplier = int(wanted[2]) if wanted[2] else None
        self.changed.set()
        self.queue("M", f"{self.state};{wanted[2]}")
        return True
