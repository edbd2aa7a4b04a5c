"""A device tried out by a person: he is told what to do and asked what he sees, and each step has passed or has not.

The device is the table's own, with its driver and settings, run as the table runs it; what it sends is acknowledged and
goes nowhere. A shoe that still has something for the table from before is left alone (`Tried.untaken`).
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final, NamedTuple, Protocol, TypeVar

from controller.core.events import CardDrawn, CutCard, SetDispensed, ShoeNew
from drivers.devices.batches import OnEvents
from drivers.devices.device import Device
from drivers.protocols.base.protocol import DeviceEvent, Received
from drivers.protocols.base.reports import DeviceConnected, Report

CONNECT_S: Final = 5.0
"""A device that greets does so each second, and a port that did not open is tried again a few times in this."""
SETTLE_S: Final = 1.0
"""What a device has to repeat from before comes well within this: four times in it, over `framed`."""
FACTS: Final = (CardDrawn, SetDispensed, CutCard, ShoeNew)
"""What belongs into a table's record and must not be taken away from it."""

EventT = TypeVar("EventT")


class Person(Protocol):
    """The person at the device."""

    def tell(self, text: str) -> None:
        """Say what to do."""
        ...

    async def sees(self, question: str) -> bool:
        """Ask a question that has yes or no for an answer. Raises NoAnswer."""
        ...


class NoAnswer(Exception):  # noqa: N818 - it says what has happened
    """Nobody answers any more."""


class Step(NamedTuple):
    """One thing tried; `passed` None where the device cannot do it. `to_do` is what to do next where it failed."""

    name: str
    passed: bool | None
    text: str
    to_do: str = ""


class Tried:
    """A device while it is tried; `noted` is all that came and was not waited for."""

    def __init__(self, make: Callable[[OnEvents], Device]) -> None:
        self.noted: list[DeviceEvent] = []
        self.untaken = False
        self._guards = True
        self._events: asyncio.Queue[tuple[DeviceEvent, float]] = asyncio.Queue()
        self.device = make(self._heard)

    def _heard(self, name: str, batch: list[Received], committed: Callable[[], None]) -> None:
        del name
        at = asyncio.get_running_loop().time()
        for event, _ in batch:
            self._events.put_nowait((event, at))
        if self._guards and any(isinstance(event, FACTS) for event, _ in batch):
            self.untaken = True
        if not self.untaken:
            committed()

    def begin(self) -> None:
        """From here on what the device sends is what this trial has asked for."""
        self._guards = False

    async def next(self, kind: type[EventT], *, within_s: float) -> tuple[EventT, float] | None:
        """The next event of a kind with its time on the loop's clock; None where none comes."""
        try:
            async with asyncio.timeout(within_s):
                while True:
                    event, at = await self._events.get()
                    if isinstance(event, kind):
                        return event, at
                    self.noted.append(event)
        except TimeoutError:
            return None

    def drop(self) -> None:
        """What has come until now is not waited for."""
        while not self._events.empty():
            self.noted.append(self._events.get_nowait()[0])

    def trouble(self) -> str:
        """The last report that is more than information, as a sentence; empty where none is."""
        reports = [event for event in self.noted if isinstance(event, Report) and event.severity != "info"]
        return str(reports[-1]) if reports else ""

    async def connects(self, within_s: float = CONNECT_S) -> Step:
        """The first step of every trial."""
        port = self.device.status().port
        if await self.next(DeviceConnected, within_s=within_s) is None:
            self.drop()
            reason = self.trouble() or f"no answer in {within_s:g} s"
            return Step(
                "connected", False, reason, f"see plug, power and cable; `tablectl probe {port}` finds what is there"
            )
        firmware = self.device.status().firmware
        return Step("connected", True, f"on {port}" + (f", {firmware}" if firmware else ""))


@asynccontextmanager
async def running(tried: Tried) -> AsyncIterator[None]:
    """Run the device while it is tried."""
    task = asyncio.create_task(tried.device.run(), name=f"try {tried.device.name}")
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
