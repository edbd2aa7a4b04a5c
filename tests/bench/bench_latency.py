"""What a byte at the port takes through the daemon, each way beside the same way without rules or record, in one run.

    a card's byte → its acknowledgement     given only after the commit; beside a bare pyserial reader that answers
    a card's byte → a subscriber            beside the same reader that publishes
    a press's byte → the meter's first      the press's commit lies between; the meter rolls, and the draw begins
    a row in SQLite                         WAL and synchronous=FULL, on the same disk

Run as `python -m tests.bench.bench_latency [CARDS] [PRESSES]`. All read the same `framed` bytes from ptys, on one
mosquitto and one disk, one after the other. The table is idle before each byte: the question is latency.

On 29 November 2026, two virtual EPYC processors, nearly idle, one after the other: commit 4b163dc of 28 November, this
state, and this state with its rules compiled; p50 and p99 in ms, the aim at p50 by the bare ones of the second run:

                              4b163dc        now            compiled       aim
    a row in SQLite           0.66  0.95     0.63  0.89
    card to acknowledgement   2.75  4.36     2.31  3.95     2.46  4.27     1.56
    card to subscriber        3.16  4.93     2.93  4.70     3.05  4.87     2.19
    press to meter            5.03  7.03     2.85  5.11     2.62  3.82     2.66

The bare readers took 0.41, 1.20 and 0.41. What lies between a card's byte and its acknowledgement: `bench_budget`. A
call costs three to four times there what it costs warm, as the table rests before each card.
"""

import asyncio
import json
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import aiomqtt

from drivers.protocols.framed.frames import Frame, build, following
from drivers.virtual.pty_port import PtyPort
from tests.bench import bare
from tests.broker import Broker
from tests.table.table_bench import CARDS, PREFIX, WAGERS, Bench, running

ROUND: Final = ("9S", "7H", "8D", "hit", "2C", "stand", "9D", "5C")
"""Area 1 gets 9 and 8, hits a 2, stands; the Dealer has 7 and 9 and draws a 5."""
ROUNDS_A_SHOE: Final = 8
"""Eight decks hold each of these cards so often."""
QUICK_S: Final = 0.02
"""Between cards, so that each finds an idle table."""
LONGEST_S: Final = 10.0


def figures(name: str, seconds: list[float]) -> tuple[float, float]:
    """One line: p50 and p99 in milliseconds."""
    ordered = sorted(seconds)
    p50, p99 = (ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.99))
    print(f"{name:<52} p50 {p50:6.2f} ms   p99 {p99:6.2f} ms   n {len(ordered)}", flush=True)
    return p50, p99


class Arrivals:
    """When messages on `card` arrive."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self._client = client

    async def next(self) -> float:
        """The time of the next one."""
        async for message in self._client.messages:
            if message.topic.value == f"{PREFIX}/card":
                return time.perf_counter()
        raise AssertionError("the broker has gone")


# --- bare ---------------------------------------------------------------------------------------------------------


async def bare_answers(folder: Path, count: int) -> list[float]:
    """A frame to the bare reader, and its one byte back."""
    port = PtyPort(folder / "bare")
    port.plug_in()
    async with bare.running("answer", str(port.path)):
        taken = await _frames(port, count, port.read)
    port.unplug()
    return taken


async def bare_meter(folder: Path, count: int) -> list[float]:
    """A frame at one port, and the first byte at the other."""
    button, meter = PtyPort(folder / "bare"), PtyPort(folder / "bare-meter")
    button.plug_in()
    meter.plug_in()
    async with bare.running("meter", str(button.path), str(meter.path)):
        taken = await _frames(button, count, meter.read)
    button.unplug()
    meter.unplug()
    return taken


async def bare_subscriber(folder: Path, broker: Broker, count: int) -> list[float]:
    """A frame to the bare reader, and the message that it publishes."""
    port = PtyPort(folder / "bare")
    port.plug_in()
    async with aiomqtt.Client(broker.host, broker.port) as client:
        await client.subscribe(f"{PREFIX}/card", qos=1)
        async with bare.running("publish", str(port.path), broker.host, str(broker.port)):
            taken = await _frames(port, count, Arrivals(client).next)
    port.unplug()
    return taken


async def _frames(port: PtyPort, count: int, answered: Callable[[], Awaitable[object]]) -> list[float]:
    taken: list[float] = []
    number = 1
    for _ in range(count):
        await asyncio.sleep(QUICK_S)
        began = time.perf_counter()
        await port.write(build(Frame(number, "C", "AS")))
        number = following(number)
        async with asyncio.timeout(LONGEST_S):
            await answered()
        taken.append(time.perf_counter() - began)
    return taken


def commits(folder: Path, count: int) -> list[float]:
    """One row a commit, on the disk when it returns."""
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE rows (n INTEGER PRIMARY KEY, body TEXT)")
    taken = []
    for n in range(count):
        began = time.perf_counter()
        connection.execute("INSERT INTO rows VALUES (?, ?)", (n, json.dumps({"card": "AS"})))
        taken.append(time.perf_counter() - began)
        time.sleep(QUICK_S)
    connection.close()
    return taken


# --- the daemon ---------------------------------------------------------------------------------------------------


async def cards(folder: Path, broker: Broker, count: int) -> tuple[list[float], list[float]]:
    """Rounds through the daemon: each card's way to its acknowledgement, and to the subscriber."""
    acknowledged: list[float] = []
    heard: list[float] = []
    async with running(folder, broker) as bench, aiomqtt.Client(broker.host, broker.port) as client:
        await client.subscribe(f"{PREFIX}/card", qos=1)
        arrivals = Arrivals(client)
        await bench.say({"type": "shoe.new"})
        number = 0
        while len(heard) < count:
            await bench.say({"type": "bets.open"}, {"type": "wager", "area": 1, "kind": "main", "amount": 1000})
            await bench.say({"type": "bets.closed"})
            for step in ROUND:
                if len(step) > 2:
                    await bench.say({"type": "decision", "area": 1, "action": step})
                else:
                    await asyncio.sleep(QUICK_S)
                    one, other = await _card(bench, arrivals, step)
                    acknowledged.append(one)
                    heard.append(other)
            number += 1
            if number % ROUNDS_A_SHOE == 0:
                await bench.say({"type": "shoe.new"})
    return acknowledged, heard


async def _card(bench: Bench, arrivals: Arrivals, card: str) -> tuple[float, float]:
    async def acknowledged() -> float:
        await bench.shoe.drained()
        return time.perf_counter()

    began = time.perf_counter()
    bench.shoe.deal(card)
    async with asyncio.timeout(LONGEST_S), asyncio.TaskGroup() as group:
        one = group.create_task(acknowledged(), name="acknowledged")
        other = group.create_task(arrivals.next(), name="heard")
    return one.result() - began, other.result() - began


async def armed(bench: Bench) -> None:
    """A round up to the lit button, all at rest."""
    await bench.say({"type": "shoe.new"}, *WAGERS)
    await bench.deal(*CARDS)
    await bench.meter_shows("armed")
    while not bench.button.lit:  # noqa: ASYNC110 - a bench may look
        await asyncio.sleep(QUICK_S)
    await asyncio.sleep(4 * QUICK_S)  # the last press's bouncing is over
    bench.meter.changed.clear()


async def presses(folder: Path, broker: Broker, count: int) -> list[float]:
    """Rounds through the daemon, each with one press: from its byte to the meter's first."""
    taken: list[float] = []
    async with running(folder, broker) as bench:
        while len(taken) < count:
            await armed(bench)
            began = time.perf_counter()
            bench.button.press()
            async with asyncio.timeout(LONGEST_S):
                await bench.meter.changed.wait()
            taken.append(time.perf_counter() - began)
            bench.button.release()
            await bench.meter_shows("showing")
    return taken


def main() -> None:
    """All of it, on one broker and one disk."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    presses_count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        broker = Broker(folder / "mosquitto")
        broker.start()
        try:
            print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
            commit = figures("a row in bare SQLite", commits(folder, count))
            answer = figures("bare reader: a frame's byte to its answer", asyncio.run(bare_answers(folder, count)))
            heard = figures("bare reader: to the subscriber", asyncio.run(bare_subscriber(folder, broker, count)))
            meter = figures("bare reader: to the meter's first byte", asyncio.run(bare_meter(folder, presses_count)))
            own_answer, own_heard = asyncio.run(cards(_made(folder / "cards"), broker, count))
            figures("daemon: a card's byte to its acknowledgement", own_answer)
            _aim("1.5 times bare reader and commit", 1.5 * (answer[0] + commit[0]))
            figures("daemon: to the subscriber", own_heard)
            _aim("1.2 times bare reader and commit", 1.2 * (heard[0] + commit[0]))
            figures(
                "daemon: a press's byte to the meter's first",
                asyncio.run(presses(_made(folder / "presses"), broker, presses_count)),
            )
            _aim("bare reader, two commits and 1 ms", meter[0] + 2 * commit[0] + 1)
        finally:
            broker.kill()


def _aim(what: str, p50_ms: float) -> None:
    print(f"{f'  aim: {what}':<52} p50 {p50_ms:6.2f} ms   p99 {2 * p50_ms:6.2f} ms", flush=True)


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


if __name__ == "__main__":
    main()
