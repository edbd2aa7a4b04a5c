"""The virtual devices of the tortured table, on ptys that outlive every daemon, and the meter that writes down."""

import asyncio
import time
from pathlib import Path
from typing import Final

from drivers.virtual.framed.button import VirtualButton
from drivers.virtual.framed.console import VirtualConsole
from drivers.virtual.framed.meter import VirtualMeter
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.pty_port import PtyPort

REPEAT_S: Final = 0.1
"""A device that repeats soon does not make the torture wait for it."""


class WritingMeter(VirtualMeter):
    """A meter that keeps what it showed: (UTC in ns, multiplier) of every time that it was told to show one."""

    def __init__(self, port: PtyPort) -> None:
        super().__init__(port, repeat_s=REPEAT_S)
        self.shown: list[tuple[int, int]] = []

    def take(self, kind: str, payload: str) -> bool:
        taken = super().take(kind, payload)
        if taken and self.state == "showing" and self.multiplier is not None:
            self.shown.append((time.time_ns(), self.multiplier))
        return taken


class Devices:
    """Shoe, button, meter and console of one table; their ports lie in `folder` under these names."""

    ROLES: Final = ("shoe", "button", "meter", "console")

    def __init__(self, folder: Path) -> None:
        self.shoe = VirtualShoe(PtyPort(folder / "shoe"), repeat_s=REPEAT_S)
        self.button = VirtualButton(PtyPort(folder / "button"), repeat_s=REPEAT_S)
        self.meter = WritingMeter(PtyPort(folder / "meter"))
        self.console = VirtualConsole(PtyPort(folder / "console"), repeat_s=REPEAT_S)

    async def run(self) -> None:
        """Plugged in and alive until cancelled."""
        async with asyncio.TaskGroup() as group:
            for twin in (self.shoe, self.button, self.meter, self.console):
                group.create_task(twin.run(), name=f"virtual {twin.role}")
