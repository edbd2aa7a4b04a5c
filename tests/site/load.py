"""A recorded stream played as N tables at a real mosquitto, each over a connection of its own, as a table does.

`tablectl floor` watches as its own process; a management system, where asked for, reads everything at QoS 1. At the end
one table is killed, which ends its connection without a word, and it is measured how long it takes until it is shown as
silent.
"""

import asyncio
import json
import random
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import aiomqtt
from aiomqtt import Will
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from controller.mqtt import presence
from controller.mqtt.broker import Broker as Address
from controller.mqtt.client import TableClient
from controller.mqtt.health import EVERY_S
from controller.mqtt.own_topics import EXPIRY_S
from tests.broker import Broker
from tests.site.figures import Cost
from tests.site.stream import Played, Recorded
from tests.table.table_bench import ROOT

SITE: Final = "casino/site"
AT_ONCE: Final = 50
"""Connections made at the same time."""
SETTLE_S: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What was measured over `seconds`; CPU in seconds."""

    tables: int
    readers: str
    seconds: float
    messages: int
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
    """One table's connection."""

    def __init__(self, broker: Broker, played: Played, every_s: float) -> None:
        self.sent = 0
        self.ready = asyncio.Event()
        self._played = played
        self._every_s = every_s
        self._address = Address(
            host=broker.host, port=broker.port, client_id=f"site-{played.name}", prefix=f"{SITE}/{played.name}"
        )

    async def run(self, gate: asyncio.Semaphore, chance: random.Random) -> None:
        """Until cancelled; without a farewell, as where the daemon is killed."""
        will = Will(self._address.topic("availability"), presence.OFFLINE, 1, retain=True)
        client = self._address.client(will=will, timeout_s=30)
        async with gate:
            await client.__aenter__()
        try:
            await self._online(client)
            await client.send(
                self._address.topic("health"), self._played.health(), retain=True, properties=_kept("health")
            )
            self.ready.set()
            async with asyncio.TaskGroup() as group:
                group.create_task(self._messages(client, chance))
                group.create_task(self._beats(client, chance))
        finally:
            client._client._sock_close()

    async def _messages(self, client: TableClient, chance: random.Random) -> None:
        await asyncio.sleep(chance.random() * self._every_s)
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            topic, payload, retain = self._played.message()
            await client.send(self._address.topic(topic), payload, retain=retain)
            self.sent += 1
            due += self._every_s
            await asyncio.sleep(max(0.0, due - loop.time()))

    async def _beats(self, client: TableClient, chance: random.Random) -> None:
        await asyncio.sleep(chance.random() * presence.HEARTBEAT_S)
        beat = chance.randrange(6)
        while True:
            await self._online(client)
            beat += 1
            if beat % (EVERY_S / presence.HEARTBEAT_S) == 0:
                health = self._played.health()
                await client.send(self._address.topic("health"), health, retain=True, properties=_kept("health"))
                self.sent += 1
            await asyncio.sleep(presence.HEARTBEAT_S)

    async def _online(self, client: TableClient) -> None:
        where = self._address.topic("availability")
        await client.send(where, presence.ONLINE, retain=True, properties=_kept("availability"))
        self.sent += 1


def _kept(topic: str) -> Properties:
    properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
    properties.MessageExpiryInterval = EXPIRY_S.get(topic, presence.EXPIRY_S)
    return properties


async def play(
    folder: Path, recorded: Recorded, *, tables: int, seconds: float, rounds_an_hour: float, cms: bool
) -> Load:
    """Play `recorded` as so many tables for so long."""
    chance = random.Random(1)
    broker = Broker(folder / f"mosquitto-{tables}-{cms}", settings=("set_tcp_nodelay true",))
    broker.start()
    every_s = 3600 / rounds_an_hour * recorded.rounds / len(recorded.messages)
    players = [Player(broker, Played(recorded, f"t{n}", chance), every_s) for n in range(tables)]
    gate = asyncio.Semaphore(AT_ONCE)
    try:
        async with _floor(broker) as floor, asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.run(gate, random.Random(n))) for n, player in enumerate(players)]
            if cms:
                tasks.append(group.create_task(_read_everything(broker)))
            for player in players:
                await player.ready.wait()
            await asyncio.sleep(SETTLE_S)
            before, sent, began = (Cost.of(broker.pid), Cost.of(floor.pid)), _sent(players), time.monotonic()
            own = time.process_time()
            await asyncio.sleep(seconds)
            took, sent = time.monotonic() - began, _sent(players) - sent
            own = time.process_time() - own
            after = Cost.of(broker.pid), Cost.of(floor.pid)
            silent_after_s = await _kill(tasks[0], floor)
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
    return sum(player.sent for player in players)


async def _read_everything(broker: Broker) -> None:
    async with aiomqtt.Client(broker.host, broker.port, identifier="cms") as client:
        await client.subscribe(f"{SITE}/#", qos=1)
        async for _ in client.messages:
            pass


@dataclass(slots=True)
class _Floor:
    pid: int
    silent: asyncio.Event


@asynccontextmanager
async def _floor(broker: Broker) -> AsyncIterator[_Floor]:
    """`tablectl floor` as a program reads it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "controller.cli.tablectl", "floor", "--json", "--site", SITE,
        "--broker", f"{broker.host}:{broker.port}", cwd=ROOT, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    floor = _Floor(process.pid, asyncio.Event())
    reading = asyncio.create_task(_lines(process, floor))
    try:
        yield floor
    finally:
        process.kill()
        await process.wait()
        with suppress(asyncio.CancelledError):
            await reading


async def _lines(process: asyncio.subprocess.Process, floor: _Floor) -> None:
    assert process.stdout is not None
    async for line in process.stdout:
        found: dict[str, Any] = json.loads(line)
        if found["table"] == "t0" and found["status"] == "silent":
            floor.silent.set()


async def _kill(task: asyncio.Task[None], floor: _Floor) -> float | None:
    """How long until the table, killed, is shown as silent."""
    floor.silent.clear()
    began = time.monotonic()
    task.cancel()
    try:
        await asyncio.wait_for(floor.silent.wait(), 30)
    except TimeoutError:
        return None
    return time.monotonic() - began
