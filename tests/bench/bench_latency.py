"""From a shoe's byte to a message at a subscriber: the daemon beside a bare reader, and a bare commit, in one run.

Run as `python -m tests.bench.bench_latency [CARDS]`. Both read the same `framed` bytes from a pty and publish to the
same mosquitto at QoS 1. The bare reader keeps no record and knows no rules: it publishes each frame as it comes. The
bare commit is one small row in SQLite with WAL and synchronous=FULL on the same disk.
"""

import asyncio
import json
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import aiomqtt
import serial

from drivers.protocols.framed import Frame, build, following
from drivers.virtual.pty_port import PtyPort
from tests.broker import Broker
from tests.shell.table_bench import PREFIX, Bench, running

ROUND: Final = ("9S", "7H", "8D", "hit", "2C", "stand", "9D", "5C")
"""Area 1 gets 9 and 8, hits a 2, stands; the Dealer has 7 and 9 and draws a 5."""
ROUNDS_A_SHOE: Final = 8
"""Eight decks hold each of these cards so often."""
QUICK_S: Final = 0.02
"""Between cards, so that each finds an idle table: the question is latency, not throughput."""


def bare_reader(port: str, host: str, broker_port: str) -> None:
    """What a script without rules or record would do."""

    async def run() -> None:
        line = serial.Serial(port, 9600, timeout=None)
        loop = asyncio.get_running_loop()
        async with aiomqtt.Client(host, int(broker_port)) as client:
            await client.publish(f"{PREFIX}/bare", b"ready", qos=1)
            while True:
                frame = await loop.run_in_executor(None, line.read_until, b"\x03")
                await client.publish(f"{PREFIX}/card", frame, qos=1)

    asyncio.run(run())


def figures(name: str, seconds: list[float]) -> tuple[float, float]:
    """One line: p50 and p99 in milliseconds."""
    ordered = sorted(seconds)
    p50, p99 = (ordered[int(len(ordered) * share)] * 1000 for share in (0.5, 0.99))
    print(f"{name:<44} p50 {p50:6.2f} ms   p99 {p99:6.2f} ms   ({len(ordered)} samples)")
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


async def daemon(folder: Path, broker: Broker, cards: int) -> list[float]:
    """Rounds through the daemon; each card's way from its first byte to the subscriber."""
    taken: list[float] = []
    async with running(folder, broker) as bench, aiomqtt.Client(broker.host, broker.port) as client:
        await client.subscribe(f"{PREFIX}/card", qos=1)
        arrivals = Arrivals(client)
        await bench.say({"type": "shoe.new"})
        number = 0
        while len(taken) < cards:
            await bench.say({"type": "bets.open"}, {"type": "wager", "area": 1, "kind": "main", "amount": 1000})
            await bench.say({"type": "bets.closed"})
            for step in ROUND:
                if len(step) > 2:
                    await bench.say({"type": "decision", "area": 1, "action": step})
                else:
                    await asyncio.sleep(QUICK_S)
                    taken.append(await one(bench, arrivals, step))
            number += 1
            if number % ROUNDS_A_SHOE == 0:
                await bench.say({"type": "shoe.new"})
    return taken


async def one(bench: Bench, arrivals: Arrivals, card: str) -> float:
    """One card's way, in seconds."""
    began = time.perf_counter()
    bench.shoe.deal(card)
    async with asyncio.timeout(10):
        return await arrivals.next() - began


async def bare(folder: Path, broker: Broker, cards: int) -> list[float]:
    """The same frames through the bare reader."""
    port = PtyPort(folder / "shoe")
    port.plug_in()
    taken: list[float] = []
    number = 1
    async with aiomqtt.Client(broker.host, broker.port) as client:
        await client.subscribe(f"{PREFIX}/#", qos=1)
        reader = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.bench_latency", "--bare", port.path, broker.host, str(broker.port)
        )
        try:
            async for message in client.messages:
                if message.topic.value == f"{PREFIX}/bare":
                    break
            arrivals = Arrivals(client)
            for _ in range(cards):
                await asyncio.sleep(QUICK_S)
                began = time.perf_counter()
                await port.write(build(Frame(number, "C", "AS")))
                number = following(number)
                taken.append(await arrivals.next() - began)
        finally:
            reader.kill()
            await reader.wait()
            port.unplug()
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


def main() -> None:
    """All three, one after the other, on one broker and one disk."""
    if sys.argv[1:2] == ["--bare"]:
        bare_reader(*sys.argv[2:5])
        return
    cards = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        broker = Broker(folder / "mosquitto")
        broker.start()
        try:
            reader = figures("bare reader, byte to subscriber", asyncio.run(bare(folder, broker, cards)))
            commit = figures("bare SQLite, one row a commit", commits(folder, cards))
            aims = [2 * one + two for one, two in zip(reader, commit, strict=True)]
            figures("daemon, byte to subscriber", asyncio.run(daemon(folder, broker, cards)))
            print(f"{'aim: twice the bare reader and one commit':<44} p50 {aims[0]:6.2f} ms   p99 {aims[1]:6.2f} ms")
        finally:
            broker.kill()


if __name__ == "__main__":
    main()
