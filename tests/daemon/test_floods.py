"""Devices that send without end, all of it well formed: others keep their pace, no card is lost, the disk is spared."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from controller.audit.journal_file import beside, opened
from controller.audit.verify.verification import verify
from drivers.protocols.framed.frames import Frame
from tests.broker import Broker
from tests.daemon.floods import greeting, pour, pouring, refusing
from tests.journal.journals import readable
from tests.table.table_bench import CARDS, WAGERS, Bench, running

PACE_S = 0.05
MEASURED_S = 2.0
HEALTHY = 15
"""Frames a second of a device that sends twenty."""


def records(journal: Path, what: str = "1") -> int:
    """How many records the journal has of it."""
    with closing(readable(journal)) as connection:
        found: int = connection.execute(f"SELECT count(*) FROM records WHERE {what}").fetchone()[0]  # noqa: S608
        return found


@asynccontextmanager
async def others(bench: Bench) -> AsyncIterator[dict[str, int]]:
    """The shoe and the console send twenty times a second, each when it has its answer: the answers so far."""
    answered = {"shoe": 0, "console": 0}

    async def states() -> None:
        while True:
            bench.shoe.queue("S", ("ready", "empty")[answered["shoe"] % 2])
            await asyncio.gather(bench.shoe.drained(), asyncio.sleep(PACE_S))
            answered["shoe"] += 1

    async def seats() -> None:
        while True:
            seat = {"type": "seat", "area": 2, "player": f"P{answered['console'] % 2}"}
            await asyncio.gather(bench.say(seat), asyncio.sleep(PACE_S))
            answered["console"] += 1

    tasks = [asyncio.create_task(states()), asyncio.create_task(seats())]
    try:
        yield answered
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


def by_turns(number: int) -> Frame:
    """Refusals and sessions."""
    return (greeting if number % 2 else refusing)(number)


async def test_a_flood_costs_the_others_nothing(tmp_path: Path, broker: Broker) -> None:
    """An alert names the device; nobody else waits, a hundred records are all; it ends by itself with the flood."""
    async with running(tmp_path, broker) as bench:
        await bench.say({"type": "bets.open"})
        async with pouring(bench.meter.port, by_turns, bytes_a_second=float("inf")):
            alert = await bench.listener.wait_for("alert", code="device_flooding", state="raised")
            assert alert["device"] == "meter"
            before = records(bench.journal, "device = 'meter'")
            async with others(bench) as answered:
                await asyncio.sleep(MEASURED_S)
                rates = {name: count / MEASURED_S for name, count in answered.items()}
            assert min(rates.values()) > HEALTHY, rates
            assert records(bench.journal, "device = 'meter'") - before < 10
        await bench.listener.wait_for("alert", code="device_flooding", state="cleared")
        (calm,) = bodies(bench, "device_calm")
        counted = int(calm["text"].split(";")[1].split()[0])
        assert counted > 100


def bodies(bench: Bench, code: str) -> list[dict[str, str]]:
    """The notices of this code in the journal."""
    with closing(readable(bench.journal)) as connection:
        found = connection.execute("SELECT body FROM records WHERE body LIKE ?", (f'%"code":"{code}"%',)).fetchall()
        return [json.loads(body)["notice"] for (body,) in found]


async def test_a_card_in_a_flood_is_recorded(tmp_path: Path, broker: Broker) -> None:
    """The shoe and the button themselves flood, and the round comes out as it would have."""
    async with (
        running(tmp_path, broker) as bench,
        pouring(bench.shoe.port, refusing),
        pouring(bench.button.port, refusing),
    ):
        for device in ("shoe", "button"):
            await bench.listener.wait_for("alert", code="device_flooding", state="raised", device=device)
        await bench.say(*WAGERS)
        await bench.deal(*CARDS)
        await bench.press()
        outcome = await bench.listener.wait_for("outcome")
        assert outcome["hands"][0]["cards"] == [CARDS[0], CARDS[2]]
        assert [body["card"] for body in bench.listener.bodies("card")] == list(CARDS)


async def test_no_card_of_a_flood_of_cards_is_lost(tmp_path: Path, broker: Broker) -> None:
    """A shoe that gives cards without end: each of them is a record, the shoe waits, and the console does not."""
    count = 1000

    def card(number: int) -> Frame:
        return Frame(number % 255 + 1, "C", "AS")

    async with running(tmp_path, broker) as bench:
        await bench.say({"type": "bets.open"})
        await bench.listener.wait_for("device/shoe", connected=True)
        flood = asyncio.create_task(pour(bench.shoe.port, card, count=count, bytes_a_second=float("inf")))
        slowest = 0.0
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(60):
            while records(bench.journal, "device = 'shoe' AND kind = 'event'") < count:
                began = loop.time()
                await bench.say({"type": "seat", "area": 2, "player": "P1"})
                slowest = max(slowest, loop.time() - began)
                await asyncio.sleep(PACE_S)
        await flood
        assert slowest < 0.5
        (alert,) = bodies(bench, "device_flooding")
        assert alert["device"] == "shoe"


async def test_refusals_without_end_fill_no_disk(tmp_path: Path, broker: Broker) -> None:
    """A console asks at the speed of its line for what is refused: a hundred records, an alert, and then the count."""

    def opening(number: int) -> Frame:
        return Frame((number + 1) % 255 + 1, "J", '3{"type":"bets.open"}')

    async with running(tmp_path, broker) as bench:
        await bench.say(WAGERS[0])
        before = records(bench.journal)
        async with pouring(bench.console.port, opening):
            alert = await bench.listener.wait_for("alert", code="requests_refused", state="raised")
            assert alert["device"] == "console"
            await asyncio.sleep(MEASURED_S)
            await bench.deal("AS")
        assert records(bench.journal) - before < 130
        async with asyncio.timeout(30):
            while not bodies(bench, "requests_counted"):  # noqa: ASYNC110 - another process writes it
                await asyncio.sleep(0.1)
        assert int(bodies(bench, "requests_counted")[0]["text"].split()[0]) > 100
        assert (await bench.daemon.end(signal.SIGTERM))[0] == 0
    with opened(beside(bench.journal)) as file:
        assert verify(file).findings == []
