"""A recorded stream played as N tables at a real mosquitto, each over a connection of its own, as a table does.

`tablectl floor` watches as its own process; a management system, where asked for, reads everything at QoS 1. At the end
one table is killed, which ends its connection without a word, and it is measured how long it takes until it is shown as
silent.
"""

import asyncio
import random
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import aiomqtt

from controller.mqtt.health import EVERY_S
from controller.mqtt.messages import AVAILABILITY, HEALTH
from controller.mqtt.own_topics import EXPIRY_S
from controller.mqtt.presence import EXPIRY_S as ONLINE_EXPIRY_S
from controller.mqtt.presence import HEARTBEAT_S, ONLINE
from tests.broker import Broker
from tests.site.connection import Connection
from tests.site.figures import Cost
from tests.site.stream import Played, Recorded
from tests.site.watched import watched

SITE: Final = "casino/site"
APART_S: Final = 0.005
"""Between two connections."""
BEATS: Final = round(EVERY_S / HEARTBEAT_S)
"""A `health` for so many heartbeats."""
SETTLE_S: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What was measured over `seconds`; CPU in seconds."""

    tables: int
    readers: str
    seconds: float
    messages: int
    """Taken by the broker."""
    broker: Cost
    """Of mosquitto: CPU of this time, memory at its end."""
    floor: Cost
    players_cpu_s: float
    silent_after_s: float | None
    """From the end of one table to the line of `tablectl floor`."""

    @property
    def a_second(self) -> float:
        return self.messages / self.seconds

    @property
    def broker_us(self) -> float:
        """Of mosquitto's CPU for each message published, in microseconds."""
        return self.broker.cpu_s / self.messages * 1e6


class Player:
    """One table at its broker."""

    def __init__(self, played: Played, every_s: float, chance: random.Random) -> None:
        self.connection = Connection(f"site-{played.name}", self._topic(played.name, AVAILABILITY))
        self._played = played
        self._every_s = every_s
        self._chance = chance

    async def run(self, broker: Broker) -> None:
        """Until cancelled; without a farewell, as where the daemon is killed."""
        await asyncio.get_running_loop().create_connection(lambda: self.connection, broker.host, broker.port)
        try:
            self._beat(health=True)
            async with asyncio.TaskGroup() as group:
                group.create_task(self._messages())
                group.create_task(self._beats())
        finally:
            self.connection.abort()

    async def _messages(self) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + self._chance.random() * self._every_s
        while True:
            await asyncio.sleep(due - loop.time())
            due += self._every_s
            topic, payload, retain = self._played.message()
            self.connection.publish(self._topic(self._played.name, topic), payload, retain=retain)

    async def _beats(self) -> None:
        await asyncio.sleep(self._chance.random() * HEARTBEAT_S)
        beat = self._chance.randrange(BEATS)
        while True:
            beat += 1
            self._beat(health=beat % BEATS == 0)
            await asyncio.sleep(HEARTBEAT_S)

    def _beat(self, *, health: bool) -> None:
        where = self._topic(self._played.name, AVAILABILITY)
        self.connection.publish(where, ONLINE, retain=True, expiry_s=ONLINE_EXPIRY_S)
        if health:
            where = self._topic(self._played.name, HEALTH)
            self.connection.publish(where, self._played.health(), retain=True, expiry_s=EXPIRY_S[HEALTH])

    def _topic(self, table: str, below: str) -> str:
        return f"{SITE}/{table}/{below}"


async def play(
    folder: Path, recorded: Recorded, *, tables: int, seconds: float, rounds_an_hour: float, cms: bool
) -> Load:
    """Play `recorded` as so many tables for so long."""
    chance = random.Random(1)
    broker = Broker(folder / f"mosquitto-{tables}-{cms}", settings=("set_tcp_nodelay true",))
    broker.start()
    every_s = 3600 / rounds_an_hour * recorded.rounds / len(recorded.messages)
    players = [Player(Played(recorded, f"t{n}", chance), every_s, random.Random(n)) for n in range(tables)]
    try:
        async with watched(broker, SITE, "t0") as floor, asyncio.TaskGroup() as group:
            tasks = []
            for player in players:
                tasks.append(group.create_task(player.run(broker)))
                await asyncio.sleep(APART_S)
            if cms:
                tasks.append(group.create_task(_read_everything(broker)))
            await asyncio.sleep(SETTLE_S)
            before, sent, began = (Cost.of(broker.pid), Cost.of(floor.pid)), _sent(players), time.monotonic()
            own = time.process_time()
            await asyncio.sleep(seconds)
            took, sent = time.monotonic() - began, _sent(players) - sent
            own = time.process_time() - own
            after = Cost.of(broker.pid), Cost.of(floor.pid)
            silent_after_s = await floor.silent_after(tasks[0].cancel)
            for task in tasks:
                task.cancel()
    finally:
        broker.kill()
    costs = [replace(end, cpu_s=end.cpu_s - start.cpu_s) for start, end in zip(before, after, strict=True)]
    return Load(
        tables=tables, readers="floor and one of everything" if cms else "floor", seconds=took, messages=sent,
        broker=costs[0], floor=costs[1], players_cpu_s=own, silent_after_s=silent_after_s,
    )  # fmt: skip


def _sent(players: list[Player]) -> int:
    return sum(player.connection.acknowledged for player in players)


async def _read_everything(broker: Broker) -> None:
    async with aiomqtt.Client(broker.host, broker.port, identifier="cms") as client:
        await client.subscribe(f"{SITE}/#", qos=1)
        async for _ in client.messages:
            pass
