"""A device watched on its own port while no table runs: reopened as the table does, recorded, and nothing taken.

The lines are the flight recorder's, so every face is masked: nobody is there who knows whether the players may see it.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from datetime import UTC, datetime
from typing import Any, Final, NoReturn

from drivers.devices.flight_recorder import FlightRecorder
from drivers.devices.outage import Outage
from drivers.diagnosis.conversation import Exchange, converse
from drivers.links.link import Link, LinkGone
from drivers.protocols.base.driver import Role
from drivers.protocols.base.protocol import DeviceProtocol
from drivers.protocols.base.reports import DeviceLost

LOOK_EVERY_S: Final = 0.05
"""Sooner than an eye sees."""


class Watched:
    """One device; `takes` acknowledges what it sends, `on_exchange` gets each chunk as it crosses the line."""

    def __init__(
        self,
        name: str,
        *,
        role: Role,
        link: Link,
        protocol: DeviceProtocol,
        takes: bool = False,
        on_exchange: Callable[[Exchange], None] = lambda _: None,
    ) -> None:
        self.recorder = FlightRecorder()
        self._name = name
        self._role: Role = role
        self._link = link
        self._protocol = protocol
        self._takes = takes
        self._on_exchange = on_exchange
        self._open = False

    @property
    def connected(self) -> bool:
        """Whether the port is open and the device has greeted where it should."""
        return self._open and self._protocol.ready

    @property
    def firmware(self) -> str | None:
        return self._protocol.firmware

    async def run(self) -> NoReturn:
        """Watch until cancelled, through every unplugging."""
        loop, outage = asyncio.get_running_loop(), Outage()
        while True:
            try:
                await self._link.open()
                self._open = True
                outage.ends(loop.time())
                await converse(self._link, self._protocol, self._exchanged, takes=self._takes)
            except LinkGone as gone:
                if outage.tells(str(gone), loop.time()):
                    self.recorder.noted(DeviceLost(self._link.port, str(gone)), "", loop.time())
            finally:
                self._open = False
                await self._link.close()
            await asyncio.sleep(outage.delay_s(loop.time()))

    async def lines(self) -> AsyncGenerator[dict[str, Any], None]:
        """`frame` lines as they come, and a `device` line when it comes or goes; `run` runs beside."""
        loop, count = asyncio.get_running_loop(), 0
        told: tuple[bool, str | None] | None = None
        while True:
            if (state := (self.connected, self.firmware)) != told:
                told = state
                yield {
                    "type": "device", "device": self._name, "role": self._role, "port": self._link.port,
                    "connected": self.connected, "firmware": self.firmware,
                }  # fmt: skip
            now = datetime.now(UTC)
            lines, count = self.recorder.after(count, loop_now=loop.time(), utc_now=now, settles_s=0.0)
            for line in lines:
                yield {"type": "frame", "device": self._name, **line}
            await asyncio.sleep(LOOK_EVERY_S)

    def _exchanged(self, exchange: Exchange) -> None:
        if exchange.direction == ">":
            self.recorder.written(exchange.data, self._role, exchange.at)
        else:
            self.recorder.taken(exchange.frames, exchange.received, exchange.at)
            if not exchange.data:
                for event, _ in exchange.received:
                    self.recorder.noted(event, "", exchange.at)
        self._on_exchange(exchange)
