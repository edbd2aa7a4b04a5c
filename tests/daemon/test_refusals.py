"""What a broker refuses, at the greeting and in the lane: told once, kept, and nothing else waits for it.

Nor does anything that a broker answers end the publisher.
"""

import asyncio
import json
import signal
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from controller.audit.journal_file import beside, opened
from controller.audit.verify.verification import verify
from controller.journal.packing import Packing
from controller.mqtt import presence
from controller.mqtt import publisher as mqtt
from controller.mqtt.broker import Broker as Address
from tests.broker import Broker
from tests.mqtt.test_publisher import PREFIX, listening, sending, until_connected
from tests.table import table_bench

RETAINED = ("state", "meter", "device/shoe", "outcome/last")


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits as short as the loopback bears."""
    monkeypatch.setattr(mqtt, "FIRST_WAIT_S", 0.05)
    monkeypatch.setattr(mqtt, "LONGEST_WAIT_S", 0.2)
    monkeypatch.setattr(mqtt, "ACK_TIMEOUT_S", 1.0)
    monkeypatch.setattr(presence, "ECHO_TIMEOUT_S", 1.0)


@contextmanager
def running(folder: Path, *settings: str) -> Iterator[Broker]:
    """A broker of these settings for the block."""
    broker = Broker(folder / "mosquitto", settings=settings)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()


def allow(folder: Path, *topics: str) -> str:
    """The setting that lets the table read and write these topics and no others."""
    acl = folder / "acl"
    acl.write_text("".join(f"topic readwrite {PREFIX}/{topic}\n" for topic in topics))
    return f"acl_file {acl}"


@pytest.mark.parametrize("limit", ["message_size_limit 2000", "max_packet_size 2000"])
async def test_a_message_that_the_broker_refuses_is_parked(tmp_path: Path, limit: str) -> None:
    """One message too large is kept and alarmed; those behind it arrive."""
    with running(tmp_path, limit) as broker:
        async with sending(tmp_path, broker) as sender, listening(broker, "outcome") as ear:
            await sender.post("outcome")
            await sender.post("outcome", size=5000)
            await sender.post("outcome")
            assert [json.loads(payload)["seq"] for _, payload, _ in await ear.hear(2)] == [1, 3]
            alert = await asyncio.wait_for(sender.alerts.get(), 20)
            assert (alert.seq, alert.topic) == (2, "outcome")


async def test_a_topic_that_is_not_ours_is_parked(tmp_path: Path) -> None:
    """The broker's access list may forbid a topic: that message is parked, the line is not lost."""
    with running(tmp_path, allow(tmp_path, "availability", "card")) as broker:
        async with sending(tmp_path, broker) as sender:
            await sender.post("secret")
            await sender.post("card")
            alert = await asyncio.wait_for(sender.alerts.get(), 20)
            await sender.delivered()
            assert "Not authorized" in alert.reason


async def test_a_refused_alert_breeds_no_other(tmp_path: Path) -> None:
    """Where the broker refuses everything, what is parked ends with what the table had to say; it is all recorded."""
    with running(tmp_path, allow(tmp_path, "availability")) as broker:
        async with table_bench.running(tmp_path, None, start=False) as bench:
            table_bench.write_config(tmp_path, broker)
            await bench.daemon.start()
            await bench.bet_and_deal()
            await bench.press()
            await bench.meter_shows("showing")
            async with asyncio.timeout(table_bench.LONGEST_S):
                while count(bench.journal, "outbox WHERE parked = 0 AND lane = 'mqtt'"):  # noqa: ASYNC110 - polled
                    await asyncio.sleep(0.05)
            parked = count(bench.journal, "outbox WHERE parked = 1")
            alerts = count(bench.journal, "outbox WHERE topic = 'alert'")
            assert parked == count(bench.journal, "records WHERE body LIKE '%message.parked%'")
            assert 10 < parked - alerts == count(bench.journal, "outbox WHERE payload LIKE '%\"message_parked\"%'")
            assert count(bench.journal, "standing WHERE code = 'message_parked'") == 1
            assert (await bench.daemon.end(signal.SIGTERM))[0] == 0
    with opened(beside(bench.journal)) as file:
        assert verify(file).findings == []


def count(journal: Path, what: str) -> int:
    """How many rows the journal has of it."""
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as connection:
        Packing.of(connection)
        found: int = connection.execute(f"SELECT count(*) FROM {what}").fetchone()[0]  # noqa: S608 - our own words
        return found


@pytest.mark.parametrize("limit", ["max_packet_size 300", "message_size_limit 300", "acl"])
async def test_a_retained_message_refused_at_the_greeting(tmp_path: Path, limit: str) -> None:
    """A broker that has lost its memory and refuses one topic gets the others again; told once, the lane goes on."""
    setting = allow(tmp_path, "availability", "meter", "device/#", "outcome/#", "card") if limit == "acl" else limit
    with running(tmp_path) as broker:
        async with sending(tmp_path, broker) as sender:
            for topic in RETAINED:
                await sender.post(topic, retain=True, size=500 if topic == "state" else 1)
            await sender.delivered()
            await sender.journal.commit_deferred()
            for _ in range(2):
                broker.kill()
                await until_connected(sender, connected=False)
                broker.forget()
                broker.settings = (setting,)
                broker.start()
                await until_connected(sender)
                async with listening(broker) as ear:
                    heard = {topic for topic, _, _ in await ear.hear(4)}
                    assert heard == {"availability", "meter", "device/shoe", "outcome/last"}
                    await sender.post("card")
                    assert (await ear.hear(1))[0][0] == "card"
            alert = sender.alerts.get_nowait()
            assert (alert.code, "`state`" in alert.text) == ("retained_refused", True)
            assert sender.alerts.empty()


async def test_an_availability_that_is_not_ours_holds_up_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the access list keeps our birth from the broker that is told once; its refusals are laid to no message."""
    monkeypatch.setattr(presence, "HEARTBEAT_S", 0.001)
    with running(tmp_path, allow(tmp_path, "card")) as broker:
        async with sending(tmp_path, broker) as sender:
            for _ in range(2):
                await until_connected(sender)
                for _ in range(100):
                    await sender.post("card")
                await sender.delivered()
                broker.kill()
                await until_connected(sender, connected=False)
                broker.start()
            assert sender.alerts.get_nowait().code == "broker_deaf"
            assert sender.alerts.empty()


CONNACK = b"\x20\x03\x00\x00\x00"
ANSWERS = {
    "nothing": b"",
    "no MQTT": b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "a packet without end": b"\x20\xff\xff\xff\xff\xff",
    "properties of no kind": b"\x20\x05\x00\x00\x02\xfe\x00",
    "a subscription that was not asked for": CONNACK + b"\x90\x04\x00\x09\x00\x01",
    "a reason of no kind": CONNACK + b"\x90\x05\x00\x01\x00\x7b\x7c",
    "a topic of no encoding": CONNACK + b"\x30\x06\x00\x02\xff\xfe\x00x",
    "an empty acknowledgement": CONNACK + b"\x40\x00",
    "a farewell of no reason": CONNACK + b"\xe0\x02\x7b\x00",
}
"""What a broker may say to a CONNECT, and then hang up."""


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
async def test_no_answer_of_a_broker_ends_the_publisher(tmp_path: Path, broker: Broker, answer: bytes) -> None:
    """Whatever it says, it is tried again; when it is a broker at last the messages arrive."""
    async with nonsense(answer) as (port, calls):
        ours, broker.port = broker.port, port
        async with sending(tmp_path, broker) as sender:
            await sender.post("card")
            await until(calls, 2)
            sender.publisher.broker = Address(host=broker.host, port=ours, client_id="house-t1-m", prefix=PREFIX)
            await sender.delivered()


async def test_what_no_broker_can_be_asked_is_tried_again(tmp_path: Path, broker: Broker) -> None:
    """A fault below MQTT that is none of the line, here a name that cannot be looked up, is no end either."""
    real, broker.host = broker.host, "x" * 64 + ".example"
    async with sending(tmp_path, broker) as sender:
        await sender.post("card")
        await asyncio.sleep(0.2)
        sender.publisher.broker = Address(host=real, port=broker.port, client_id="house-t1-m", prefix=PREFIX)
        await sender.delivered()


@asynccontextmanager
async def nonsense(answer: bytes) -> AsyncIterator[tuple[int, list[bytes]]]:
    """A server that says `answer` to whoever calls: its port, and what the callers said."""
    calls: list[bytes] = []
    lines: list[asyncio.Task[Any]] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        lines.append(task)
        with suppress(ConnectionError):
            calls.append(await reader.read(1000))
            writer.write(answer)
            await asyncio.sleep(0.1)
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1], calls
    await asyncio.gather(*lines)


async def until(calls: list[Any], count: int) -> None:
    """Wait until there were so many."""
    async with asyncio.timeout(20):
        while len(calls) < count:  # noqa: ASYNC110 - nothing announces it
            await asyncio.sleep(0.01)
