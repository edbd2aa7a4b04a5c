"""The daemon killed at every point of a correction's commit: corrected once, published once, whatever was cut."""

import asyncio
import json
from pathlib import Path
from typing import Any, Final

import aiomqtt
import pytest

from controller.cli.tablectl import main
from controller.journal.faults import VARIABLE
from tests.broker import Broker
from tests.journal.journals import readable
from tests.table.table_bench import LONGEST_S, PREFIX, Bench, running, write_config

POINTS: Final = (
    "commit.begun", "commit.written", "commit.done", "commit.headed", "table.committed", "table.adopted",
    "lane.acknowledged",
)  # fmt: skip
BETS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "bets.open"},
    {"type": "wager", "area": 1, "kind": "main", "amount": 1000},
    {"type": "bets.closed"},
)


def record_of(bench: Bench, card: str) -> int:
    """The record of a card that was drawn once."""
    with readable(bench.journal) as database:
        ((n,),) = database.execute("SELECT n FROM records WHERE body LIKE ?", (f'%"card","card":"{card}"%',)).fetchall()
    database.close()
    return int(n)


async def stand_off(bench: Bench) -> None:
    """One round, 17 against 17."""
    await bench.say(*BETS)
    await bench.deal("9S", "7H", "8D")
    await bench.say({"type": "decision", "area": 1, "action": "stand"})
    await bench.deal("KC")


async def corrected(bench: Bench, card: str, instead: str, point: str) -> None:
    """After the round a card is corrected and the daemon killed at the point, and started again."""
    change = {"of": record_of(bench, card), "event": {"type": "card", "card": instead}}
    (bench.folder / "fault").write_text(point)
    bench.console.send(
        {"type": "correction", "changes": [change], "reason": "shoe misread", "authority": "pit_manager"}
    )
    async with asyncio.timeout(LONGEST_S):
        assert bench.daemon.process is not None
        assert await bench.daemon.process.wait() == -9
        await bench.daemon.process.communicate()
    await bench.daemon.start()


@pytest.mark.parametrize("point", POINTS)
async def test_a_correction_is_made_once(
    tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch, point: str
) -> None:
    """The console sends again what was not acknowledged; there is one revision, and a reader of the highest has it."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "fault"))
    async with running(tmp_path, broker) as bench:
        await stand_off(bench)
        await bench.listener.wait_for("outcome/last", round=1)
        await corrected(bench, "8D", "9D", point)
        last = await bench.listener.wait_for("outcome/last", revision=2)
        assert last["net"] == 1000
        await bench.say({"type": "bets.open"})  # nothing of the correction is still under way behind this
        outcomes = {one["id"]: one for one in bench.listener.bodies("outcome")}
        assert [one.get("revision") for one in outcomes.values()] == [None, 2]
        assert max(outcomes.values(), key=lambda one: one.get("revision", 1))["net"] == 1000
    assert main(["verify", "--config", str(tmp_path / "table.toml")]) == 0


@pytest.mark.parametrize("point", POINTS)
async def test_a_round_is_opened_again_once(
    tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch, point: str
) -> None:
    """Withdrawn once, dealt on, and settled as the revision behind it."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "fault"))
    async with running(tmp_path, broker) as bench:
        await stand_off(bench)
        await bench.listener.wait_for("outcome/last", round=1)
        await corrected(bench, "KC", "2C", point)
        await bench.listener.wait_for("outcome/last", status="withdrawn")
        await bench.deal("9C")
        last = await bench.listener.wait_for("outcome/last", revision=2)
        assert (last["dealer"]["total"], last["net"]) == (18, -1000)
        outcomes = {one["id"]: one for one in bench.listener.bodies("outcome")}
        assert [one["status"] for one in outcomes.values()] == ["settled", "withdrawn", "settled"]
    assert main(["verify", "--config", str(tmp_path / "table.toml")]) == 0


@pytest.mark.parametrize("point", ["commit.written", "table.committed"])
async def test_a_reader_of_the_highest_revision_has_it_though_the_broker_was_away(
    tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch, point: str
) -> None:
    """Round, correction and kill while no broker is there; once it is back its retained outcome is the revision."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "fault"))
    broker.stop()
    async with running(tmp_path, None, start=False) as bench:
        write_config(tmp_path, broker)
        await bench.daemon.start()
        await stand_off(bench)
        await corrected(bench, "8D", "9D", point)
        await bench.say({"type": "shoe.new"})  # the console has sent the correction again before this
        broker.start()
        outcome: dict[str, Any] = {}
        async with asyncio.timeout(LONGEST_S), aiomqtt.Client(broker.host, broker.port) as client:
            await client.subscribe(f"{PREFIX}/outcome/#", qos=1)
            async for message in client.messages:
                assert isinstance(message.payload, bytes)
                outcome = json.loads(message.payload)
                if outcome.get("revision") == 2:
                    break
        assert outcome["net"] == 1000
