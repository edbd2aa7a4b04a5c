"""The publisher against a real mosquitto: birth and will, order and identity, outages, other clients."""

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiomqtt
import pytest

from controller.daemon.tasks import end
from controller.journal.draft import OutboxRow
from controller.journal.outbox import Lane
from controller.journal.packing import Packing
from controller.journal.store import Journal
from controller.mqtt import presence
from controller.mqtt import publisher as mqtt
from controller.mqtt.broker import Broker as Address
from controller.mqtt.client import TableClient
from controller.mqtt.publisher import Publisher
from tests.broker import Broker
from tests.journal.journals import open_journal

PREFIX = "casino/house/t1"
SECRET = "of this test alone"  # noqa: S105 - it guards nothing
ROOT = Path(__file__).resolve().parents[2]


class Sender:
    """A journal with a lane and its publisher, without a table."""

    def __init__(self, folder: Path, broker: Broker, **credentials: Any) -> None:
        self.journal: Journal = open_journal(folder)
        self.lane = Lane(journal=self.journal, name="mqtt")
        self.alerts: asyncio.Queue[Any] = asyncio.Queue()
        self.publisher = Publisher(
            broker=Address(
                port=broker.port, client_id="house-t1-m", prefix=PREFIX, **{"host": broker.host} | credentials
            ),
            journal=self.journal,
            lane=self.lane,
            notify=self._notify,
            devices=[*map(str, range(30)), "shoe"],
        )

    async def _notify(self, alert: Any) -> None:
        await self.alerts.put(alert)

    async def post(self, topic: str, *, retain: bool = False, size: int = 1) -> None:
        draft = self.journal.draft("event", "{}", round_=0)
        seq = self.lane.last + 1
        payload = json.dumps({"seq": seq, "filling": "x" * size})
        draft.rows.append(OutboxRow("mqtt", seq, draft.record.n, draft.record.utc_ns, topic, retain, payload))
        await self.journal.commit([draft])
        self.lane.adopt(draft.rows)

    async def delivered(self) -> None:
        assert await self.lane.emptied(20)


@contextlib.asynccontextmanager
async def sending(folder: Path, broker: Broker, **credentials: Any) -> AsyncIterator[Sender]:
    """A sender whose publisher runs, stopped in order at the end."""
    sender = Sender(folder, broker, **credentials)
    running = asyncio.ensure_future(sender.publisher.run())
    try:
        yield sender
    finally:
        await end([running])
        with contextlib.suppress(asyncio.CancelledError):
            await running
        await sender.journal.commit_deferred()
        sender.journal.close()


class Ear:
    """Another client: what it hears below the prefix, as (topic, payload, retained)."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self._client = client

    async def hear(self, count: int) -> list[tuple[str, str, bool]]:
        heard = []
        async with asyncio.timeout(20):
            async for message in self._client.messages:
                assert isinstance(message.payload, bytes)
                topic = message.topic.value.removeprefix(f"{PREFIX}/")
                heard.append((topic, message.payload.decode(), message.retain))
                if len(heard) == count:
                    break
        return heard

    async def until(self, topic: str, payload: str) -> None:
        while (await self.hear(1))[0][:2] != (topic, payload):
            pass


@contextlib.asynccontextmanager
async def listening(broker: Broker, topic: str = "#") -> AsyncIterator[Ear]:
    """Another client's ear on a topic below the prefix."""
    async with aiomqtt.Client(broker.host, broker.port) as client:
        await client.subscribe(f"{PREFIX}/{topic}", qos=1)
        yield Ear(client)


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits as short as the loopback bears."""
    monkeypatch.setattr(mqtt, "FIRST_WAIT_S", 0.05)
    monkeypatch.setattr(mqtt, "LONGEST_WAIT_S", 0.2)


async def test_birth_then_messages_then_farewell(tmp_path: Path, broker: Broker) -> None:
    """`online` comes first, the messages in their order, `offline` last, and the two are retained."""
    async with listening(broker) as ear:
        async with sending(tmp_path, broker) as sender:
            for number in range(20):
                await sender.post("state" if number % 2 else "card", retain=bool(number % 2))
            await sender.delivered()
        heard = await ear.hear(22)
    assert heard[0][:2] == ("availability", "online")
    assert [json.loads(payload)["seq"] for _, payload, _ in heard[1:-1]] == list(range(1, 21))
    assert heard[-1][:2] == ("availability", "offline")
    async with listening(broker, "availability") as ear:
        assert await ear.hear(1) == [("availability", "offline", True)]


async def test_the_last_will_speaks_for_the_dead(tmp_path: Path, broker: Broker) -> None:
    """When the connection is cut without a word the broker says `offline`."""
    async with listening(broker, "availability") as ear, sending(tmp_path, broker) as sender:
        await ear.until("availability", "online")
        await until_connected(sender)
        async with aiomqtt.Client(broker.host, broker.port, identifier="house-t1-m"):
            await ear.until("availability", "offline")
        await ear.until("availability", "online")


async def test_a_second_daemon_is_alarmed(tmp_path: Path, broker: Broker) -> None:
    """Two daemons of one table each say so, instead of throwing each other out in silence."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    async with sending(tmp_path / "one", broker) as one, sending(tmp_path / "two", broker) as two:
        for sender in (one, two):
            alert = await asyncio.wait_for(sender.alerts.get(), 20)
            assert alert.code == "broker_taken_over"


async def test_a_stale_will_is_contradicted(tmp_path: Path, broker: Broker) -> None:
    """An `offline` that lands behind our birth is followed by `online`."""
    async with sending(tmp_path, broker) as sender, listening(broker, "availability") as ear:
        await until_connected(sender)
        async with aiomqtt.Client(broker.host, broker.port) as other:
            await other.publish(f"{PREFIX}/availability", b"offline", qos=1, retain=True)
        await ear.until("availability", "offline")
        await ear.until("availability", "online")


async def test_everything_arrives_after_an_outage(tmp_path: Path, broker: Broker) -> None:
    """What was journaled while the broker was away arrives when it is back, and nothing is missing."""
    async with sending(tmp_path, broker) as sender:
        await sender.post("state", retain=True)
        await sender.delivered()
        broker.kill()
        for number in range(30):
            await sender.post(f"device/{number}", retain=True)
        broker.start()
        await sender.delivered()
        async with listening(broker, "device/#") as ear:
            heard = {topic: json.loads(payload)["seq"] for topic, payload, _ in await ear.hear(30)}
    assert heard == {f"device/{number}": number + 2 for number in range(30)}


async def test_no_older_one_covers_what_was_delivered_last(tmp_path: Path, broker: Broker) -> None:
    """The connection is lost before the journal has written that the second was delivered: the second comes again."""
    async with sending(tmp_path, broker) as sender:
        for _ in range(2):
            await sender.post("state", retain=True)
            await sender.delivered()
        await until_connected(sender)
        broker.kill()
        broker.start()
        async with listening(broker, "state") as ear:
            ((_, payload, _),) = await ear.hear(1)
    assert json.loads(payload)["seq"] == 2


async def test_retained_topics_come_back_after_the_broker_lost_them(tmp_path: Path, broker: Broker) -> None:
    """A broker with an empty memory gets each retained topic again, the same to the byte."""
    async with sending(tmp_path, broker) as sender:
        for topic in ("state", "meter", "device/shoe", "state"):
            await sender.post(topic, retain=True)
        await sender.delivered()
        await sender.journal.commit_deferred()
        async with listening(broker) as ear:
            before = sorted(await ear.hear(4))
        broker.kill()
        await until_connected(sender, connected=False)
        broker.forget()
        broker.start()
        await until_connected(sender)
        async with listening(broker) as ear:
            assert sorted(await ear.hear(4)) == before


async def test_a_waiting_message_that_was_changed_is_not_published(tmp_path: Path, broker: Broker) -> None:
    """Changed in the file while the daemon was stopped: told, left out, and the lane goes on behind it."""
    broker.kill()
    async with sending(tmp_path, broker) as sender:
        for _ in range(3):
            await sender.post("card", size=2)
    connection = sqlite3.connect(tmp_path / "journal.db")
    with connection:
        Packing.of(connection)
        connection.execute("UPDATE main.outbox SET payload = replace(unpacked(payload), 'xx', 'xy') WHERE seq = 2")
    connection.close()
    broker.start()
    async with listening(broker, "card") as ear, sending(tmp_path, broker) as sender:
        await sender.delivered()
        assert [json.loads(payload)["seq"] for _, payload, _ in await ear.hear(2)] == [1, 3]
        assert (await sender.alerts.get()).code == "journal_changed"


async def test_a_frozen_broker_is_left(tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that is open but dead is noticed by our own heartbeat, and the lane goes on after it."""
    monkeypatch.setattr(presence, "HEARTBEAT_S", 0.1)
    monkeypatch.setattr(presence, "ECHO_TIMEOUT_S", 0.3)
    monkeypatch.setattr(mqtt, "ACK_TIMEOUT_S", 0.3)
    async with sending(tmp_path, broker) as sender:
        await until_connected(sender)
        broker.freeze()
        await until_connected(sender, connected=False)
        await sender.post("card")
        broker.thaw()
        await sender.delivered()


async def test_the_example_access_list(tmp_path: Path) -> None:
    """Under `config/mosquitto.acl` a table says its own topics, signage hears what is public, nobody says another's."""
    passwords = tmp_path / "passwords"
    passwords.touch(mode=0o600)
    for user in ("t1", "signage"):
        command = ["mosquitto_passwd", "-b", str(passwords), user, SECRET]
        await (await asyncio.create_subprocess_exec(*command)).wait()
    settings = (f"password_file {passwords}", f"acl_file {ROOT / 'config' / 'mosquitto.acl'}")
    broker = Broker(tmp_path / "mosquitto", settings=settings)
    broker.start()
    (tmp_path / "password").write_text(f"{SECRET}\n")
    try:
        async with aiomqtt.Client(broker.host, broker.port, username="signage", password=SECRET) as client:
            await client.subscribe(f"{PREFIX}/#", qos=1)
            await client.publish(f"{PREFIX}/card", b"forged", qos=1)
            credentials = {"username": "t1", "password_file": tmp_path / "password"}
            async with sending(tmp_path, broker, **credentials) as sender:
                for topic in ("alert", "device/shoe", "card", "outcome/last"):
                    await sender.post(topic, retain=topic in {"device/shoe", "outcome/last"})
                await sender.delivered()
                assert sender.alerts.empty()
            heard = [topic for topic, _, _ in await Ear(client).hear(4)]
    finally:
        broker.kill()
    assert heard == ["availability", "card", "outcome/last", "availability"]


async def until_connected(sender: Sender, *, connected: bool = True) -> None:
    """Wait until the publisher has noticed."""
    async with asyncio.timeout(20):
        while sender.publisher.connected is not connected:  # noqa: ASYNC110 - it is a flag for the health page
            await asyncio.sleep(0.01)


async def test_a_cancellation_is_not_lost_in_a_publish(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the library's wait takes a cancellation for an acknowledgement, the delivery ends all the same."""
    under_way = asyncio.Event()

    async def acknowledged_at_that_moment(*_: Any, **__: Any) -> None:
        under_way.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()

    monkeypatch.setattr(aiomqtt.Client, "publish", acknowledged_at_that_moment)
    client = TableClient("localhost")
    sending = asyncio.ensure_future(client.publish("topic", b"1"))
    await under_way.wait()
    sending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sending
