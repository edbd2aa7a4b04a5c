"""The daemon as its own process: a round from the shoe's bytes to the broker, killed and started again, stopped."""

import resource
import signal
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.broker import Broker
from tests.table.table_bench import CARDS, WAGERS, Bench, running


async def test_a_round_from_the_shoes_bytes_to_the_broker(tmp_path: Path, broker: Broker) -> None:
    """Bytes on four ptys make one outcome on the broker, with the multiplier that the meter shows."""
    async with running(tmp_path, broker) as bench:
        await bench.bet_and_deal()
        await bench.press()
        shown = await bench.meter_shows("showing")
        outcome = await bench.listener.wait_for("outcome")
        line = next(line for line in outcome["ledger"] if line["kind"] == "pandemonium")
        assert shown is not None
        assert line["multiplier"] == shown
        assert line["net"] == 200 * shown
        assert outcome["table"] == "t1"
        cards = [body["card"] for body in bench.listener.bodies("card")]
        assert cards == list(CARDS)
        last = await bench.listener.wait_for("outcome/last")
        assert last["ledger"] == outcome["ledger"]
        status, said = await bench.daemon.end(signal.SIGTERM)
        assert (status, said) == (0, "")
        await bench.listener.wait_for("state", open=False)
        assert bench.listener.bodies("availability")[-1] == "offline"
        assert_gapless(bench)


@pytest.mark.parametrize("when", ["betting", "dealing", "armed", "pressed"])
async def test_killed_in_the_round_it_goes_on(tmp_path: Path, broker: Broker, when: str) -> None:
    """After SIGKILL the same round goes on, with the same button, the same multiplier and one outcome by its id."""
    steps = ("betting", "dealing", "armed", "pressed")
    reached = steps.index(when)
    async with running(tmp_path, broker) as bench:
        await bench.say(*(WAGERS if reached else WAGERS[:-1]))
        if reached:
            await bench.deal(*(CARDS if reached > 1 else CARDS[:1]))
        if reached > 2:
            await bench.say({"type": "seat", "area": 2, "player": "P9"})
            await bench.press()
            await bench.listener.wait_for("outcome")
            await bench.say({"type": "bets.open"}, *WAGERS[1:])
        await bench.daemon.end(signal.SIGKILL)
        bench.button.lit = False  # who presses now waits for the new daemon to light it again
        await bench.daemon.start()
        alert = await bench.listener.wait_for("alert", code="restarted_in_round", state="raised")
        assert alert["rule"] == "5.29"
        if reached == 0:
            await bench.say(WAGERS[-1])
        await bench.deal(*{0: CARDS, 1: CARDS[1:], 2: (), 3: CARDS}[reached])
        await bench.press()
        rounds = 2 if reached > 2 else 1
        await bench.listener.wait_for("outcome", round=rounds)
        await bench.listener.wait_for("alert", code="restarted_in_round", state="cleared")
        ids = {body["id"]: body["round"] for body in bench.listener.bodies("outcome")}
        assert Counter(ids.values()) == dict.fromkeys(range(1, rounds + 1), 1)
        shown = {body["multiplier"] for body in bench.listener.bodies("meter") if body["state"] == "showing"}
        paid = {
            line["multiplier"]
            for body in bench.listener.bodies("outcome")
            for line in body["ledger"]
            if line["kind"] == "pandemonium"
        }
        assert shown == paid
        assert_gapless(bench)


async def test_what_was_journaled_waits_for_the_broker(tmp_path: Path, broker: Broker) -> None:
    """Played without a broker, killed, started again: when the broker comes everything arrives, in order."""
    broker.stop()
    async with running(tmp_path, None, start=False) as bench:
        bench.daemon = Bench(tmp_path, broker).daemon
        await bench.daemon.start()
        await bench.bet_and_deal()
        await bench.press()
        await bench.meter_shows("showing")
        await bench.daemon.end(signal.SIGKILL)
    broker.start()
    async with running(tmp_path, broker) as bench:
        outcome = await bench.listener.wait_for("outcome")
        assert outcome["round"] == 1
        await bench.listener.wait_for("state", phase="idle", round=1)
        assert_gapless(bench)


async def test_a_device_of_another_kind_is_told(tmp_path: Path, broker: Broker) -> None:
    """A mark that the present driver never gave costs an alert, not the start."""
    async with running(tmp_path, broker) as bench:
        await bench.deal("AS")
        await bench.daemon.end(signal.SIGTERM)
        with sqlite3.connect(bench.journal) as journal:
            journal.execute("UPDATE sequences SET sequence = 'of-another-driver' WHERE device = 'shoe'")
        journal.close()
        await bench.daemon.start()
        await bench.listener.wait_for("alert", code="device_changed", device="shoe")


async def test_a_disk_that_takes_no_more_stops_the_table(tmp_path: Path) -> None:
    """When the journal cannot be written the daemon ends with status 4 and says why, and nothing was half kept."""
    async with running(tmp_path, None, start=False) as bench:
        limit = 300_000
        await bench.daemon.start(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        for number in range(3000):
            bench.console.send({"type": "seat", "area": number % 7 + 1, "player": f"P{number}"})
        status, said = await bench.daemon.ended()
        assert status == 4
        assert "could not be written" in said
        await bench.daemon.start()
        await bench.say({"type": "bets.open"})


def assert_gapless(bench: Bench) -> None:
    """By `seq` every message is there, and a repeated one is the same as the first time."""
    first: dict[int, tuple[str, dict[str, Any]]] = {}
    for topic, body, _ in bench.listener.heard:
        if isinstance(body, dict) and "seq" in body:
            assert first.setdefault(body["seq"], (topic, body)) == (topic, body)
    assert sorted(first) == list(range(1, len(first) + 1))
    assert len({body["id"] for _, body in first.values()}) == len(first)
