"""A table with two brokers: each gets every message in order, whatever becomes of the other; readers merge them."""

import asyncio
import signal
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from controller.cli.tablectl import main
from tests.broker import Broker
from tests.cli.technician import told
from tests.table.table_bench import CARDS, WAGERS, Bench, Listener, running, several


@pytest.fixture
def brokers(tmp_path: Path) -> Iterator[tuple[Broker, Broker]]:
    """Two running mosquittos."""
    found = Broker(tmp_path / "one"), Broker(tmp_path / "other")
    try:
        for one in found:
            one.start()
        yield found
    finally:
        for one in found:
            one.kill()


@asynccontextmanager
async def at(broker: Broker) -> AsyncIterator[Listener]:
    """What comes at one broker from now on."""
    listener, ready = Listener(), asyncio.Event()
    task = asyncio.create_task(listener.run(broker, ready))
    await ready.wait()
    try:
        yield listener
    finally:
        task.cancel()
        await asyncio.wait([task])


async def test_each_gets_everything(tmp_path: Path, brokers: tuple[Broker, Broker]) -> None:
    """One is killed and loses its store, then the other is away for a while: each has every message, in its order.

    Whoever reads both has each outcome of the journal once.
    """
    one, other = brokers
    async with running(tmp_path, None, start=False) as bench:
        bench.daemon = with_brokers(bench, *brokers)
        async with at(other) as there:
            async with at(one) as here:
                await bench.daemon.start()
                await here.wait_for("availability")
                await play(bench)
                first = await here.wait_for("outcome")
            one.kill()
            one.forget()
            await play(bench)
            await there.wait_for("outcome", 2)
            one.start()
            async with at(one) as again:
                second = await again.wait_for("outcome")
                assert (await again.wait_for("outcome/last", round=2))["ledger"] == second["ledger"]
                seqs = [
                    body["seq"]
                    for _, body, kept in again.heard
                    if isinstance(body, dict) and "seq" in body and not kept
                ]
                assert seqs == sorted(seqs)
            assert [body["id"] for body in there.bodies("outcome")] == [first["id"], second["id"]]
        other.stop()
        await play(bench)
        _, out, _ = await told("status", "--config", bench.daemon.config)
        assert all(f"127.0.0.1:{broker.port} " in out for broker in brokers), out
        other.start()
        async with at(other) as there:
            third = await there.wait_for("outcome")
            assert third["seq"] > second["seq"]
        await bench.daemon.end(signal.SIGTERM)
    with sqlite3.connect(tmp_path / "journal.db") as journal:
        marks = dict(journal.execute("SELECT lane, done FROM lanes WHERE lane LIKE 'mqtt%'").fetchall())
    assert len(marks) == 3
    assert len({*marks.values()}) == 1, marks
    assert main(["verify", "--config", str(tmp_path / "table.toml")]) == 0


def with_brokers(bench: Bench, *brokers: Broker) -> Any:
    """Its daemon, with these in the configuration."""
    text = bench.daemon.config.read_text()
    bench.daemon.config.write_text(text.replace("[jackpot]", f"{several(*brokers)}[jackpot]"))
    return bench.daemon


async def play(bench: Bench) -> None:
    """A round without a press."""
    await bench.say(WAGERS[0], WAGERS[1], WAGERS[3])
    await bench.deal(*CARDS)
