"""A broker that is back: how fast the messages that waited go out, beside one aiomqtt client that only publishes.

Run as `python -m tests.bench.bench_backlog [MESSAGES]` (100,000 without a word). Both send the same payloads in order
at QoS 1, each after the acknowledgement of the one before, to one mosquitto; in turns of a tenth each, so that a loaded
machine holds up both alike. The table's way is the whole one: rows from the journal, their signatures looked at, marks.
"""

import asyncio
import logging
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import aiomqtt
import structlog

from controller.journal.draft import OutboxRow
from controller.journal.outbox import Lane, keep_marks
from controller.journal.store import Journal
from controller.mqtt.broker import Broker as Address
from controller.mqtt.publisher import Publisher
from tests.broker import Broker
from tests.journal.journals import open_journal

PREFIX: Final = "casino/house/t1"
TURNS: Final = 10
A_COMMIT: Final = 500
CARD: Final = (
    '{"v":1,"id":"76e4b0f0-4d8a-4b66-8f2b-6d0a52c3a3b1-0123456789ab-1","seq":1,"at":"2026-11-28T20:15:00.000001Z",'
    '"table":"t1","type":"card","card":"AS","place":"area","area":1,"hand":1,"round":1}'
)


async def fill(journal: Journal, first: int, count: int) -> list[OutboxRow]:
    """So many cards for the broker, committed."""
    rows: list[OutboxRow] = []
    for start in range(first, first + count, A_COMMIT):
        draft = journal.draft("event", "{}", round_=0)
        for seq in range(start, min(start + A_COMMIT, first + count)):
            draft.rows.append(OutboxRow("mqtt", seq, draft.record.n, draft.record.utc_ns, "card", False, CARD))
        await journal.commit([draft])
        rows += draft.rows
    return rows


async def drained(folder: Path, broker: Broker, waiting: int) -> float:
    """Messages a second from the journal, which has been without its broker; connecting is counted."""
    journal = open_journal(folder)
    lane = Lane(journal=journal, name="mqtt")
    lane.adopt(await fill(journal, lane.last + 1, waiting))
    address = Address(host=broker.host, port=broker.port, client_id="house-t1", prefix=PREFIX)
    publisher = Publisher(broker=address, journal=journal, lane=lane, notify=_unexpected, devices=())
    began = time.perf_counter()
    tasks = [asyncio.ensure_future(publisher.run()), asyncio.ensure_future(keep_marks(journal, [lane]))]
    assert await lane.emptied(3600)
    took_s = time.perf_counter() - began
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    await journal.commit_deferred()
    journal.close()
    return waiting / took_s


async def _unexpected(alert: object) -> None:
    raise AssertionError(alert)


async def published(broker: Broker, payloads: Sequence[str]) -> float:
    """Messages a second of a client that has them in its memory."""
    async with aiomqtt.Client(broker.host, broker.port, identifier="bare") as client:
        began = time.perf_counter()
        for payload in payloads:
            await client.publish(f"{PREFIX}/card", payload, qos=1)
        return len(payloads) / (time.perf_counter() - began)


def main() -> None:
    """Turn by turn, then the means; as at a table, what is for finding faults is not logged."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.INFO))
    waiting = (int(sys.argv[1].replace(",", "")) if len(sys.argv) > 1 else 100_000) // TURNS
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    table, bare = 0.0, 0.0
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        broker = Broker(Path(name) / "mosquitto")
        broker.start()
        try:
            for turn in range(TURNS):
                one = asyncio.run(drained(Path(name), broker, waiting))
                other = asyncio.run(published(broker, [CARD.replace("}", f',"sig":"{"0" * 128}"}}')] * waiting))
                print(f"{turn + 1:3}: table {one:6.0f} a second, client alone {other:6.0f}", flush=True)
                table, bare = table + 1 / one, bare + 1 / other
        finally:
            broker.kill()
    print(f"table {TURNS / table:.0f}, client alone {TURNS / bare:.0f} a second: {bare / table:.2f} of it")


if __name__ == "__main__":
    main()
