"""Adapters at places: a device that is pulled out of one serial adapter of the emulated PC and put into another."""

import asyncio
from pathlib import Path
from typing import Final

from drivers.virtual.framed.meter import VirtualMeter
from drivers.virtual.framed.shoe import VirtualShoe
from tests.table_pc.socket_port import SocketPort

PLACES: Final = ("first", "second", "third")
"""The PC's USB ports, by the serial numbers of the adapters in them; the rules name them shoe, sign and console."""


class MovablePort(SocketPort):
    """An adapter with its device: plugged in at `path`, or in nobody's hand's reach after `pull`."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._put = asyncio.Event()
        self._put.set()

    def pull(self) -> None:
        """Pull it, and keep it out."""
        self._put.clear()
        self.unplug()

    def put(self, path: Path) -> None:
        """Plug it in there."""
        self.path = path
        self._put.set()

    async def _connect(self) -> None:
        await self._put.wait()
        await super()._connect()


class WaitingShoe(VirtualShoe):
    """A shoe that tells whether it has a card the table has not taken."""

    def has_a_card_to_tell(self) -> bool:
        return bool(self._frames)

    async def needed(self) -> None:
        """Wait until the round needs a card of it, and has not got it."""
        while not self._frames:
            self._changed.clear()
            await self._changed.wait()


class WritingSign(VirtualMeter):
    """A meter that keeps every multiplier it was told to show, in order."""

    def __init__(self, port: SocketPort) -> None:
        super().__init__(port)
        self.shown: list[int] = []

    def take(self, kind: str, payload: str) -> bool:
        taken = super().take(kind, payload)
        if taken and self.state == "showing" and self.multiplier is not None:
            self.shown.append(self.multiplier)
        return taken
