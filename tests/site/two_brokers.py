"""A table with two brokers that are killed in turn, each time without its store, while it plays; a reader of both.

None is killed before the other has caught up: what both lose within that time is had by `resend` alone. Looked at is
whether at each broker what comes for the first time comes in order, and whether the reader, who merges both by the
example of `config/examples`, ends with exactly the journal's outcomes, once each, and without a gap.
"""

import asyncio
import contextlib
import importlib
import itertools
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.mqtt.broker import Broker as Address
from controller.mqtt.following import Connected, Received, follow_all
from controller.mqtt.messages import NOT_RETAINED
from tests.broker import Broker
from tests.journal.journals import readable
from tests.table.table_bench import CARDS, PREFIX, ROOT, WAGERS, Bench, running, several

sys.path.insert(0, str(ROOT / "config" / "examples"))
example: Final = importlib.import_module("reader")
ROUND: Final = (WAGERS[0], WAGERS[1], WAGERS[3])
KILLS_EVERY: Final = 4
"""Rounds from one kill to the next; a broker is back after half of them."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of it; `wrong` are sentences."""

    rounds: int
    kills: int
    messages: int
    seconds: float
    wrong: tuple[str, ...]


class Merged:
    """A reader of both brokers."""

    def __init__(self, folder: Path, brokers: tuple[Broker, ...]) -> None:
        self.store = example.Store(folder / "outcomes.db")
        self.wrong: list[str] = []
        self.messages = 0
        self.back = {f"{one.host}:{one.port}": asyncio.Event() for one in brokers}
        self._last = dict.fromkeys(self.back, 0)
        self._known: dict[str, set[int]] = {at: set() for at in self.back}
        self._places = [Address(host=one.host, port=one.port, client_id="merged", prefix=PREFIX) for one in brokers]

    async def run(self) -> None:
        async for found in follow_all(self._places):
            if isinstance(found, Connected):
                self.back[found.at].set()
            elif isinstance(found, Received) and found.payload[:1] == b"{" and not found.retained:
                self._take(found, json.loads(found.payload))

    def _take(self, found: Received, body: dict[str, Any]) -> None:
        if "seq" not in body:
            return
        self.messages += 1
        if found.topic in NOT_RETAINED and body["seq"] not in self._known[found.at]:
            if body["seq"] < self._last[found.at]:
                self.wrong.append(f"{found.at}: {body['seq']} came first after {self._last[found.at]}")
            self._last[found.at] = body["seq"]
        self._known[found.at].add(body["seq"])
        self.store.take("house/t1", found.topic, found.payload.decode())

    @property
    def is_even(self) -> bool:
        """The same has come from both."""
        return len({*self._last.values()}) == 1

    def outcomes(self) -> list[str]:
        return list(self.store.outcomes("house/t1"))


@contextlib.contextmanager
def two(folder: Path) -> Iterator[tuple[Broker, Broker]]:
    """Two mosquittos."""
    found = Broker(folder / "one"), Broker(folder / "other")
    try:
        for one in found:
            one.start()
        yield found
    finally:
        for one in found:
            one.kill()


def with_brokers(bench: Bench, *brokers: Broker) -> None:
    """Its daemon has these in its configuration."""
    text = bench.daemon.config.read_text()
    bench.daemon.config.write_text(text.replace("[jackpot]", f"{several(*brokers)}[jackpot]"))


async def play(bench: Bench) -> None:
    """A round without a press."""
    await bench.say(*ROUND)
    await bench.deal(*CARDS)


async def killed_in_turn(folder: Path, *, rounds: int, kills_every: int = KILLS_EVERY) -> Played:
    """So many rounds, and a broker killed every few of them."""
    began, kills = time.monotonic(), 0
    with two(folder) as brokers:
        async with running(folder, None, start=False) as bench:
            with_brokers(bench, *brokers)
            reader = Merged(folder, brokers)
            reading = asyncio.create_task(reader.run())
            for back in reader.back.values():
                await back.wait()
            await bench.daemon.start()
            turn = itertools.cycle(brokers)
            down: Broker | None = None
            since = 0
            for _ in range(rounds):
                since += 1
                if down is not None and since > kills_every // 2:
                    down.start()
                    await reader.back[f"{down.host}:{down.port}"].wait()
                    down, since = None, 0
                elif down is None and since > kills_every // 2 and reader.is_even:
                    down, since = next(turn), 0
                    reader.back[f"{down.host}:{down.port}"].clear()
                    down.kill()
                    down.forget()
                    kills += 1
                await play(bench)
            if down is not None:
                down.start()
            wanted = await _settled(bench, reader, rounds)
            reading.cancel()
            await asyncio.wait([reading])
        return Played(rounds, kills, reader.messages, time.monotonic() - began, (*reader.wrong, *wanted))


async def _settled(bench: Bench, reader: Merged, rounds: int) -> list[str]:
    """Wait until the reader has them all, or for so long; what is then other than in the journal."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(20):
            while len(reader.outcomes()) < rounds:  # noqa: ASYNC110 - a store that nobody announces
                await asyncio.sleep(0.1)
    with readable(bench.journal) as journal:
        made = [text for (text,) in journal.execute("SELECT payload FROM outbox WHERE topic = 'outcome' ORDER BY seq")]
    found = reader.outcomes()
    wrong = [] if found == made else [f"the reader has {len(found)} outcomes, the journal {len(made)}, or others"]
    return [*wrong, *(f"missing: {gap}" for gap in reader.store.gaps())]
