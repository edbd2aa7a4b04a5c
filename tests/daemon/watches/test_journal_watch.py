"""The journal's file changed while the daemon is stopped: found at the next start, and not published as true."""

import signal
import sqlite3
from pathlib import Path

from tests.broker import Broker
from tests.table.table_bench import CARDS, WAGERS, Bench, running


async def test_a_record_far_behind_is_found_while_the_table_plays(tmp_path: Path, broker: Broker) -> None:
    """Behind the last snapshot nothing is read at a start; the walk reads it, and the table plays on."""
    async with running(tmp_path, broker) as bench:
        await _settle(bench)
        await bench.daemon.end(signal.SIGTERM)
        _change(bench, "UPDATE records SET utc_ns = utc_ns + 1 WHERE n = 3")
        await bench.daemon.start()
        alert = await bench.listener.wait_for("alert", code="journal_changed")
        assert alert["severity"] == "critical"
        assert "Record 3" in alert["text"]
        await _settle(bench)


async def test_a_trigger_is_refused(tmp_path: Path, broker: Broker) -> None:
    """It would change what is written: the daemon says so and does not open."""
    async with running(tmp_path, broker) as bench:
        await bench.listener.wait_for("state")
        await bench.daemon.end(signal.SIGTERM)
        _change(
            bench,
            "CREATE TRIGGER twist AFTER INSERT ON outbox BEGIN UPDATE outbox SET payload = '{}'; END",
        )
        await bench.daemon.start()
        status, said = await bench.daemon.ended()
        assert status != 0
        assert "twist" in said


def _change(bench: Bench, statement: str) -> int:
    connection = sqlite3.connect(bench.journal, isolation_level=None)
    try:
        return connection.execute(statement).rowcount
    finally:
        connection.close()


async def _settle(bench: Bench) -> None:
    settled = len(bench.listener.bodies("outcome"))
    await bench.say(*WAGERS[:2], WAGERS[3])
    await bench.deal(*CARDS)
    await bench.listener.wait_for("outcome", settled + 1)
