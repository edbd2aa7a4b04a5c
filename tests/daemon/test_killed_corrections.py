"""The daemon killed at every point of a correction's commit: corrected once, published once, whatever was cut."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any, Final

import pytest

from controller.cli.tablectl import main
from controller.journal.faults import VARIABLE
from tests.broker import Broker
from tests.table.table_bench import LONGEST_S, Bench, running

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
    with sqlite3.connect(f"file:{bench.journal}?mode=ro", uri=True) as database:
        ((n,),) = database.execute("SELECT n FROM records WHERE body LIKE ?", (f'%"card","card":"{card}"%',)).fetchall()
    database.close()
    return int(n)


async def corrected(bench: Bench, card: str, instead: str, point: str) -> None:
    """One round, 17 against 17; then the card is corrected and the daemon killed at the point, and started again."""
    await bench.say(*BETS)
    await bench.deal("9S", "7H", "8D")
    await bench.say({"type": "decision", "area": 1, "action": "stand"})
    await bench.deal("KC")
    await bench.listener.wait_for("outcome/last", round=1)
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
        await corrected(bench, "KC", "2C", point)
        await bench.listener.wait_for("outcome/last", status="withdrawn")
        await bench.deal("9C")
        last = await bench.listener.wait_for("outcome/last", revision=2)
        assert (last["dealer"]["total"], last["net"]) == (18, -1000)
        outcomes = {one["id"]: one for one in bench.listener.bodies("outcome")}
        assert [one["status"] for one in outcomes.values()] == ["settled", "withdrawn", "settled"]
    assert main(["verify", "--config", str(tmp_path / "table.toml")]) == 0
