"""A table played while everybody around it does his worst: what an acknowledgement takes, and whether all is whole.

    a meter that sends without end · clients of the socket that come, say half a line and stay · a broker's client that
    forges retained topics, claims the table's availability and pours messages · a log that nobody reads

Blocks of rounds with and without them in turn, in one run.
"""

import asyncio
import json
import os
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import aiomqtt

from controller.cli.tablectl import main as tablectl
from tests.broker import Broker
from tests.daemon.floods import greeting, pouring, refusing
from tests.table.table_bench import LONGEST_S, PREFIX, Bench, console_section, running, write_config

WAGERS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "shoe.new"},
    {"type": "bets.open"},
    {"type": "wager", "area": 1, "kind": "main", "amount": 1000},
    {"type": "bets.closed"},
)
KEPT: Final = 200
"""Clients that stay."""
CARDS: Final = ("9S", "7H", "8D")
LAST: Final = "KC"


@dataclass
class Told:
    """What came of it: times of acknowledgements in s, and what was counted."""

    quiet_s: list[float] = field(default_factory=list)
    siege_s: list[float] = field(default_factory=list)
    count: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


async def besiege(folder: Path, *, rounds: int, block: int) -> Told:
    """Play so many rounds, `block` of them quiet and as many besieged, in turn."""
    told = Told()
    broker = Broker(folder / "broker")
    broker.start()
    try:
        outcomes: list[dict[str, Any]] = []
        async with running(folder, None, start=False) as bench, _outcomes(broker, outcomes):
            write_config(folder, broker)
            with bench.daemon.config.open("a") as config:
                config.write(console_section(folder / "socket"))
            log, unread = os.pipe()
            await bench.daemon.start(stdout=unread)
            os.close(unread)
            played = 0
            while played < rounds:
                for times, besieged in ((told.quiet_s, False), (told.siege_s, True)):
                    async with AsyncExitStack() as around:
                        if besieged:
                            await around.enter_async_context(_siege(bench, broker, folder / "socket", told.count))
                        for _ in range(block):
                            await _round(bench, times)
                            played += 1
            await _whole(outcomes, told, played)
            os.close(log)
    finally:
        broker.stop()
    if tablectl(["verify", "--config", str(folder / "table.toml")]) != 0:
        told.faults.append("verify finds something")
    told.count["rounds"] = played
    return told


async def _round(bench: Bench, times: list[float]) -> None:
    await bench.say(*WAGERS)
    for card in CARDS:
        await _card(bench, card, times)
    await bench.say({"type": "decision", "area": 1, "action": "stand"})
    await _card(bench, LAST, times)


async def _card(bench: Bench, card: str, times: list[float]) -> None:
    began = time.perf_counter()
    await bench.deal(card)
    times.append(time.perf_counter() - began)


async def _whole(outcomes: list[dict[str, Any]], told: Told, played: int) -> None:
    """Every round's outcome came, each with one id, in order."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LONGEST_S):
            while not outcomes or outcomes[-1]["round"] < played:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    ids = {body["id"]: body["round"] for body in outcomes}
    if list(ids.values()) != list(range(1, played + 1)):
        told.faults.append(
            f"{len(ids)} ids for {played} rounds; lost {sorted(set(range(1, played + 1)) - {*ids.values()})[:10]}"
        )


@asynccontextmanager
async def _outcomes(broker: Broker, outcomes: list[dict[str, Any]]) -> AsyncIterator[None]:
    """What a reader of the outcomes alone gets; repeats are of one id."""
    async with aiomqtt.Client(broker.host, broker.port, identifier="reader") as client:
        await client.subscribe(f"{PREFIX}/outcome", qos=1)

        async def read() -> None:
            async for message in client.messages:
                assert isinstance(message.payload, bytes)
                outcomes.append(json.loads(message.payload))

        reading = asyncio.create_task(read())
        try:
            yield
        finally:
            reading.cancel()


@asynccontextmanager
async def _siege(bench: Bench, broker: Broker, socket: Path, count: Counter[str]) -> AsyncIterator[None]:
    over = asyncio.Event()
    async with (
        pouring(bench.meter.port, greeting),
        pouring(bench.button.port, refusing),
        asyncio.TaskGroup() as group,
    ):
        group.create_task(_leaking(socket, count, over))
        group.create_task(_forging(broker, count, over))
        group.create_task(_pouring(broker, count, over))
        try:
            yield
        finally:
            over.set()


async def _leaking(socket: Path, count: Counter[str], over: asyncio.Event) -> None:
    """Clients that come and stay, with half a line or none; refused requests without end from one."""
    kept: list[asyncio.StreamWriter] = []
    while not over.is_set():
        with suppress(OSError):
            _, writer = await asyncio.open_unix_connection(socket)
            writer.write((b"", b'{"type":', b'{"type":"round.void","reason":"x"}\n' * 20)[len(kept) % 3])
            kept.append(writer)
            count["callers"] += 1
        if len(kept) > KEPT:
            kept.pop(0).close()
        await asyncio.sleep(0.02)
    for writer in kept:
        writer.close()


async def _forging(broker: Broker, count: Counter[str], over: asyncio.Event) -> None:
    """Says in the table's name what the table has not said."""
    forged = json.dumps({"v": 1, "id": "x", "seq": 10**9, "type": "outcome", "round": 1, "net": 10**9})
    async with aiomqtt.Client(broker.host, broker.port, identifier="forger") as client:
        while not over.is_set():
            for topic, text in (
                ("availability", "offline"), ("outcome/last", forged), ("state", "{}"),
                ("meter", '{"multiplier":100}'), ("about", "{}"),
            ):  # fmt: skip
                await client.publish(f"{PREFIX}/{topic}", text, qos=1, retain=True)
                count["forged"] += 1
            await asyncio.sleep(0.01)


async def _pouring(broker: Broker, count: Counter[str], over: asyncio.Event) -> None:
    """Messages below the table's own prefix, hundreds a second."""
    text = json.dumps({"x": "x" * 2000})
    async with aiomqtt.Client(broker.host, broker.port, identifier="pourer") as client:
        while not over.is_set():
            await client.publish(f"{PREFIX}/device/shoe", text, qos=0)
            count["poured"] += 1
            await asyncio.sleep(0.002)
