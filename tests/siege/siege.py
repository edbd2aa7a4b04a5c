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
from tests.table.table_bench import LONGEST_S, PREFIX, Bench, console_section, running

WAGERS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "bets.open"},
    {"type": "wager", "area": 1, "kind": "main", "amount": 1000},
    {"type": "bets.closed"},
)
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
        async with running(folder, broker, start=False) as bench:
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
            await _whole(bench, told, played)
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


async def _whole(bench: Bench, told: Told, played: int) -> None:
    """Every round's outcome came, each with one id, in order."""
    await bench.listener.wait_for("outcome", round=played)
    outcomes = [body for body in bench.listener.bodies("outcome") if body.get("type") == "outcome" and "sig" in body]
    own = [body for body in outcomes if body.get("id", "").count("-") > 2]
    rounds = [body["round"] for body in own]
    if sorted(set(rounds)) != list(range(1, played + 1)):
        told.faults.append(f"rounds lost: {sorted(set(range(1, played + 1)) - set(rounds))[:10]}")
    if len({body["id"] for body in own}) != played:
        told.faults.append(f"{len({body['id'] for body in own})} ids for {played} rounds")


@asynccontextmanager
async def _siege(bench: Bench, broker: Broker, socket: Path, count: Counter[str]) -> AsyncIterator[None]:
    async with pouring(bench.meter.port, greeting), pouring(bench.button.port, refusing):
        tasks = [
            asyncio.create_task(_leaking(socket, count)),
            asyncio.create_task(_forging(broker, count)),
            asyncio.create_task(_pouring(broker, count)),
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=LONGEST_S)


async def _leaking(socket: Path, count: Counter[str]) -> None:
    """Clients that come and stay, with half a line or none; refused requests without end from one."""
    kept: list[asyncio.StreamWriter] = []
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_unix_connection(socket)
            writer.write((b"", b'{"type":', b'{"type":"round.void","reason":"x"}\n' * 20)[len(kept) % 3])
            kept.append(writer)
            count["callers"] += 1
        if len(kept) > 200:
            kept.pop(0).close()
        await asyncio.sleep(0.02)


async def _forging(broker: Broker, count: Counter[str]) -> None:
    """Says in the table's name what the table has not said."""
    forged = json.dumps({"v": 1, "id": "x", "seq": 10**9, "type": "outcome", "round": 1, "net": 10**9})
    async with aiomqtt.Client(broker.host, broker.port, identifier="forger") as client:
        while True:
            for topic, text in (
                ("availability", "offline"), ("outcome/last", forged), ("state", "{}"), ("meter", '{"multiplier":100}'),
                ("about", "{}"),
            ):  # fmt: skip
                await client.publish(f"{PREFIX}/{topic}", text, qos=1, retain=True)
                count["forged"] += 1
            await asyncio.sleep(0.01)


async def _pouring(broker: Broker, count: Counter[str]) -> None:
    """As many messages below the table's own prefix as the broker takes."""
    async with aiomqtt.Client(broker.host, broker.port, identifier="pourer") as client:
        while True:
            await client.publish(f"{PREFIX}/device/shoe", json.dumps({"x": "x" * 2000}), qos=0)
            count["poured"] += 1
            await asyncio.sleep(0.002)
