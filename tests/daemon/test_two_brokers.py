"""A table with two brokers: each gets every message in order, whatever becomes of the other; readers merge them."""

import asyncio
import json
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import aiomqtt

from controller.cli.tablectl import main
from controller.daemon.watches.broker import UNREACHABLE
from controller.table.consequences import TABLE_CLOSED
from tests.broker import Broker
from tests.cli.technician import told
from tests.daemon.requests.house import House
from tests.site.two_brokers import example, killed_in_turn, play, two, with_brokers
from tests.table.table_bench import LONGEST_S, PREFIX, Listener, running

OUTPUTS: Final[set[asyncio.Task[bytes]]] = set()
"""Of readers, read so that they never wait for us."""


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


async def test_each_gets_everything(tmp_path: Path) -> None:
    """A request over both is carried out once, what is asked for again comes at both; one is killed with its store.

    Then the other is away for a while. Its alert is a warning under its address; the journal verifies. The example of a
    reader, who reads both, has each outcome once.
    """
    with two(tmp_path) as (one, other), ExitStack() as left:
        async with running(tmp_path, None, start=False) as bench:
            with_brokers(bench, one, other)
            async with at(other) as there:
                async with at(one) as here, aiomqtt.Client(one.host, one.port) as client:
                    house = House(bench, client)
                    await bench.daemon.start()
                    await here.wait_for("device/console", connected=True)
                    await there.wait_for("device/console", connected=True)
                    about = await there.wait_for("about")
                    reader = await reading(tmp_path, one, other, key=about["public_key"])
                    left.callback(reader.kill)
                    await play(bench)
                    first = await here.wait_for("outcome")
                    await at_both(house, other, "close", there)
                    await at_both(house, other, "open", there)
                    assert [body["state"] for body in there.bodies("alert") if body["code"] == TABLE_CLOSED] == [
                        "raised",
                        "cleared",
                    ]
                    _, payload = house.signed("resend", id=first["id"], seq=first["seq"], count=1)
                    await house.send("resend", payload)
                    for listener in (here, there):
                        assert await listener.wait_for("outcome", 2) == first
                one.kill()
                one.forget()
                down = await there.wait_for("alert", code=UNREACHABLE, state="raised")
                assert (down["severity"], down["device"]) == ("warning", f"{one.host}:{one.port}")
                await play(bench)
                second = await there.wait_for("outcome", round=2)
                one.start()
                async with at(one) as again:
                    assert (await again.wait_for("outcome/last", round=2))["ledger"] == second["ledger"]
                    await there.wait_for("alert", code=UNREACHABLE, state="cleared")
                    fresh = [body["seq"] for body in again.messages() if body["seq"] > first["seq"]]
                    assert fresh == sorted(fresh)
            other.stop()
            await play(bench)
            _, out, _ = await told("status", "--config", bench.daemon.config)
            assert all(f"127.0.0.1:{broker.port} " in out for broker in (one, other)), out
            other.start()
            async with at(other) as there:
                await there.wait_for("outcome/last", round=3)
            store = example.Store(tmp_path / "outcomes.db")
            async with asyncio.timeout(LONGEST_S):
                while len(found := store.outcomes("house/t1")) < 3:  # noqa: ASYNC110 - another process writes it
                    await asyncio.sleep(0.05)
            assert [json.loads(one)["round"] for one in found] == [1, 2, 3]
            assert store.gaps() == []
            store.db.close()
            await bench.daemon.end(signal.SIGTERM)
    with sqlite3.connect(tmp_path / "journal.db") as journal:
        marks = dict(journal.execute("SELECT lane, done FROM lanes WHERE lane LIKE 'mqtt%'").fetchall())
    assert len(marks) == 3
    assert len({*marks.values()}) == 1, marks
    assert main(["verify", "--config", str(tmp_path / "table.toml")]) == 0


async def reading(folder: Path, *brokers: Broker, key: str) -> asyncio.subprocess.Process:
    """The example, reading all of them; it has subscribed at each."""
    (folder / "keys.json").write_text(json.dumps({"house/t1": key}))
    options = [f"--broker={one.host}:{one.port}" for one in brokers]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-W", "error", str(example.__file__), "follow", "--store", str(folder / "outcomes.db"),
        "--keys", str(folder / "keys.json"), *options, stdout=asyncio.subprocess.PIPE, limit=2**20,
    )  # fmt: skip
    assert process.stdout is not None
    async with asyncio.timeout(LONGEST_S):
        for _ in brokers:
            while b"about: kept by the broker" not in await process.stdout.readline():
                pass
    OUTPUTS.add(asyncio.create_task(process.stdout.read()))
    return process


async def at_both(house: House, other: Broker, verb: str, there: Listener) -> None:
    """Ask by the same bytes at both brokers; the answer, and once more the same."""
    transaction, payload = house.signed(verb)
    await house.send(verb, payload)
    async with aiomqtt.Client(other.host, other.port) as client:
        await client.publish(f"{PREFIX}/request/{verb}", payload, qos=1)
    answer = await there.wait_for(f"response/{verb}", transaction=transaction, status="accepted")
    again = await there.wait_for(f"response/{verb}", transaction=transaction, again=True)
    assert again["seq"] > answer["seq"]


async def test_a_reader_of_both_has_each_outcome_once(tmp_path: Path) -> None:
    """Both are killed in turn without their stores; `make site ARGS="--two-brokers 200"` is the same for long."""
    played = await killed_in_turn(tmp_path, rounds=8, kills_every=2)
    assert played.wrong == ()
    assert played.kills >= 1
