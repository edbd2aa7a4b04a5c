"""A device and its virtual twin, joined by a pty, for the tests of the way between them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

from drivers.devices.device import Device
from drivers.devices.outage import Outage
from drivers.links.serial_link import SerialLink
from drivers.protocols.base.driver import Role
from drivers.protocols.base.protocol import DeviceEvent, LineSettings, Received
from drivers.registry import make_protocol


class Twin(Protocol):
    async def run(self) -> None: ...


class Record:
    """A journal in memory: what was committed, and the last mark; `gate` closed holds the commit back."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self._grown = asyncio.Event()
        self._waiting: set[asyncio.Task[None]] = set()

    def commit(self, name: str, batch: list[Received], committed: Callable[[], None]) -> None:
        del name
        self.received += batch
        self._grown.set()
        waiting = asyncio.ensure_future(self._through_the_gate(committed))
        self._waiting.add(waiting)
        waiting.add_done_callback(self._waiting.discard)

    async def _through_the_gate(self, committed: Callable[[], None]) -> None:
        await self.gate.wait()
        committed()

    @property
    def events(self) -> list[DeviceEvent]:
        return [event for event, _ in self.received]

    @property
    def mark(self) -> str | None:
        return next((mark for _, mark in reversed(self.received) if mark is not None), None)

    def of(self, *kinds: type[DeviceEvent]) -> list[DeviceEvent]:
        return [event for event in self.events if isinstance(event, kinds)]

    async def until(self, holds: Callable[["Record"], bool]) -> None:
        """Wait until what was committed meets a condition."""
        async with asyncio.timeout(20):
            while not holds(self):
                self._grown.clear()
                await self._grown.wait()


def make_device(
    path: Path | str, record: Record, *, driver: str = "framed", role: Role = "shoe",
    options: dict[str, Any] | None = None, resume: str | None = None, unreadable: bool = False,
) -> Device:  # fmt: skip
    """A device on the twin's path that comes back quickly."""
    protocol = make_protocol(driver, role, options)
    if resume is not None:
        protocol.resume(resume)
    return Device(
        role, driver=driver, role=role, link=SerialLink(str(path), LineSettings()), protocol=protocol,
        on_events=record.commit, outage=Outage(first_s=0.02, cap_s=0.05),
        unreadable=unreadable,
    )  # fmt: skip


@asynccontextmanager
async def running(*things: Twin | Device) -> AsyncIterator[None]:
    """Run twins and devices, and end them."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(thing.run()) for thing in things]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()


async def eventually(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds that no event announces."""
    async with asyncio.timeout(20):
        while not holds():  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0.005)
