"""A whole table that is played and measured: the daemon as a process of its own, devices on ptys, a dealer, a broker.

The dealer and his reader of the broker are those of the torture; nobody is killed here. `pace_s` is the pause behind
each of his acts: none, and a round takes what the table takes.
"""

import asyncio
import random
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from controller.core.tables import TwentyOneTable
from controller.daemon.consoles.client import ask
from tests.broker import Broker
from tests.site.figures import Cost
from tests.table.table_bench import Daemon, console_section
from tests.torture.dealer import Dealer
from tests.torture.devices import Devices
from tests.torture.run import TABLE, write_config
from tests.torture.subscriber import Subscriber

PREFIX: Final = "casino/house/torture"
LONGEST_S: Final = 60.0
LOOK_S: Final = 10.0


class Peace:
    """Nobody ends the daemon."""

    def __init__(self) -> None:
        self.enough = asyncio.Event()

    def about_to(self, phase: str, *, ends: bool) -> None:
        """Nothing comes of it."""


class Played:
    """`dealer` plays it; `broker` is where it is published."""

    def __init__(self, folder: Path, broker: Broker, seed: int) -> None:
        self.table: TwentyOneTable = TABLE
        self.journal = folder / "journal.db"
        self.broker = broker
        self.devices = Devices(folder)
        self.subscriber = Subscriber(host=broker.host, port=broker.port, prefix=PREFIX, came=_quietly, went=_quietly)
        self.dealer = Dealer(
            table=TABLE, devices=self.devices, subscriber=self.subscriber, killer=Peace(), chance=random.Random(seed)
        )
        self._socket = folder / "socket"
        config = write_config(folder, broker)
        config.write_text(config.read_text() + console_section(self._socket))
        self.daemon = Daemon(config)

    @property
    def pid(self) -> int:
        """Of the daemon."""
        assert self.daemon.process is not None
        return self.daemon.process.pid

    def cost(self) -> Cost:
        """What the daemon has cost until now."""
        return Cost.of(self.pid)

    async def seen(self) -> dict[str, Any]:
        """What it says of itself, as to `tablectl top`."""
        answer = await asyncio.to_thread(ask, self._socket, {"type": "table.look"}, timeout_s=LOOK_S)
        seen: dict[str, Any] = answer["seen"]
        return seen

    async def play(self, rounds: int, *, every_s: float = 0.0, pace_s: float = 0.0) -> None:
        """So many rounds, one begun every so many seconds."""
        loop = asyncio.get_running_loop()
        self.dealer.pace_s = pace_s
        began = loop.time()
        for number in range(rounds):
            await asyncio.sleep(began + number * every_s - loop.time())
            await self.dealer.play_round()
            self.devices.console.forget_answers()

    async def delivered(self) -> None:
        """Wait until the reader at the broker has every round."""
        await self.subscriber.has_heard(rounds=len(self.dealer.outcomes))

    async def opened(self) -> None:
        """Wait until the daemon is at its broker."""
        async with asyncio.timeout(LONGEST_S):
            while not self.subscriber.heard.texts:
                self.subscriber.news.clear()
                await self.subscriber.news.wait()


@asynccontextmanager
async def running(folder: Path, broker: Broker, *, seed: int = 7) -> AsyncIterator[Played]:
    """A table whose devices are plugged in and whose daemon is open; stopped in order at the end."""
    played = Played(folder, broker, seed)
    async with asyncio.TaskGroup() as house:
        lasting = [
            house.create_task(played.devices.run(), name="devices"),
            house.create_task(played.subscriber.run(), name="subscriber"),
        ]
        try:
            await played.daemon.start()
            await played.opened()
            yield played
            status, said = await played.daemon.end(signal.SIGTERM)
            assert (status, said) == (0, ""), f"the daemon ended with status {status}: {said}"
        finally:
            if played.daemon.process is not None and played.daemon.process.returncode is None:
                await played.daemon.end(signal.SIGKILL)
            for task in lasting:
                task.cancel()


def _quietly() -> None:
    """The broker is left in peace here."""
