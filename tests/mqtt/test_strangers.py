"""What another client publishes on our topics: answered, told once, and never in the way of the lane."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import aiomqtt
import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from controller.journal.clock import utc_ns_of
from controller.mqtt import floods, own_topics, presence, publisher
from controller.mqtt.client import WAITING, TableClient
from tests.broker import Broker
from tests.mqtt.test_publisher import PREFIX, listening, sending, until_connected

FLOOD = 3000


async def test_a_foreign_instance_keeps_nobody_off(tmp_path: Path, broker: Broker) -> None:
    """`online` with another mark, repeated: told once; the connection stays and the lane goes out."""
    async with (
        sending(tmp_path, broker) as sender,
        aiomqtt.Client(broker.host, broker.port, protocol=aiomqtt.ProtocolVersion.V5) as other,
    ):
        await until_connected(sender)
        mark = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        mark.UserProperty = ("instance", "another")
        for _ in range(20):
            await other.publish(f"{PREFIX}/availability", b"online", qos=1, retain=True, properties=mark)
            await sender.post("card")
            await sender.delivered()
            assert sender.publisher.connected
        alert = await asyncio.wait_for(sender.alerts.get(), 20)
        assert alert.code == "broker_taken_over"
        assert sender.alerts.empty()


async def test_answers_are_bounded(tmp_path: Path, broker: Broker) -> None:
    """However often `offline` comes, `online` is said at most once a second, and at last; the lane is not slowed."""
    async with sending(tmp_path, broker) as sender, listening(broker, "availability") as ear:
        await until_connected(sender)
        async with aiomqtt.Client(broker.host, broker.port) as other:
            began = time.monotonic()
            for _ in range(FLOOD):
                await other.publish(f"{PREFIX}/availability", b"offline", qos=0, retain=True)
            for _ in range(50):
                await sender.post("card")
            await sender.delivered()
            lasted = time.monotonic() - began
        await asyncio.sleep(2 * own_topics.ANSWER_EVERY_S)
        heard = [payload for _, payload, _ in await ear.hear(FLOOD + 1)]
    assert 1 <= heard.count("online") <= lasted + 4
    async with listening(broker, "availability") as ear:
        assert (await ear.hear(1))[0][1] == "offline"  # of the farewell


@pytest.mark.parametrize("version", ["5", "3.1.1"])
async def test_a_forged_retained_topic_is_put_right(tmp_path: Path, broker: Broker, version: str) -> None:
    """Ours is sent again, the same to the byte, also where it was deleted; told once for each topic."""
    async with sending(tmp_path, broker, version=version) as sender:
        for topic in ("state", "device/shoe"):
            await sender.post(topic, retain=True)
        await sender.delivered()
        await until_connected(sender)
        async with listening(broker, "state") as ear, aiomqtt.Client(broker.host, broker.port) as other:
            ((_, ours, _),) = await ear.hear(1)
            for forged in (b'{"seq":1}', b""):
                await other.publish(f"{PREFIX}/state", forged, qos=1, retain=True)
                await ear.until("state", ours)
        for topic in ("device/shoe", "device/unknown"):
            async with aiomqtt.Client(broker.host, broker.port) as other:
                await other.publish(f"{PREFIX}/{topic}", b"{}", qos=1, retain=True)
        alerts = [await asyncio.wait_for(sender.alerts.get(), 20) for _ in range(3)]
        assert {alert.code for alert in alerts} == {"topic_forged"}
        assert len({alert.text for alert in alerts}) == 3
        await asyncio.sleep(2 * own_topics.ANSWER_EVERY_S)
        async with listening(broker, "device/#") as ear:
            assert [json.loads(payload)["seq"] for _, payload, _ in await ear.hear(1)] == [2]
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(ear.hear(1), 0.3)


async def test_online_expires(tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broker and daemon end together, the broker comes back alone: `online` is not there for ever."""
    monkeypatch.setattr(presence, "EXPIRY_S", 2)
    async with sending(tmp_path, broker) as sender:
        await until_connected(sender)
        broker.save()
        await asyncio.sleep(0.5)
        broker.kill()
    broker.start()
    await asyncio.sleep(3)
    async with listening(broker, "availability") as ear:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(ear.hear(1), 1)


async def test_what_is_left_of_a_table_without_expiry_is_known_as_old(
    tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MQTT 3.1.1: broker and daemon end together, the broker comes back alone; beside `online` is how old it is."""
    monkeypatch.setattr(presence, "HEARTBEAT_S", 0.3)
    async with sending(tmp_path, broker, version="3.1.1") as sender:
        await until_connected(sender)
        async with listening(broker, "heartbeat") as ear:
            times = [utc_ns_of(payload) for _, payload, _ in await ear.hear(4)]
        assert times == sorted(set(times))
        assert 0 <= time.time_ns() - times[-1] < 5 * 10**9
        broker.save()
        await asyncio.sleep(0.5)
        broker.kill()
    ended = time.time_ns()
    broker.start()
    async with listening(broker, "availability") as ear:
        assert (await ear.hear(1))[0][1] == "online"
    async with listening(broker, "heartbeat") as ear:
        assert utc_ns_of((await ear.hear(1))[0][1]) < ended
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(ear.hear(1), 1)


async def test_a_broker_with_expiry_gets_no_heartbeat_of_its_own(tmp_path: Path, broker: Broker) -> None:
    """MQTT 5: `online` itself is gone when it is old."""
    async with sending(tmp_path, broker) as sender:
        await until_connected(sender)
        async with listening(broker, "heartbeat") as ear:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(ear.hear(1), 1)


@pytest.mark.parametrize("version", ["5", "3.1.1"])
async def test_a_huge_retained_message_is_survived(tmp_path: Path, broker: Broker, version: str) -> None:
    """Larger than we take: it is never in our memory, and where the protocol has no limit ours is put over it."""
    for topic in ("outcome/last", "state"):
        async with aiomqtt.Client(broker.host, broker.port) as other:
            await other.publish(f"{PREFIX}/{topic}", b"x" * (8 * 1024 * 1024), qos=1, retain=True)
    async with sending(tmp_path, broker, version=version) as sender:
        await sender.post("state", retain=True)
        await sender.delivered()
        await until_connected(sender)


async def test_a_flood_is_not_read_and_the_lane_goes_on(
    tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of thousands of forged messages some hundred are looked at; when the while is over ours is there again."""
    monkeypatch.setattr(floods, "QUIET_S", 0.5)
    monkeypatch.setattr(publisher, "LISTEN_AGAIN_S", 0.1)
    looked_at = 0
    is_ours = own_topics.OwnTopics.is_ours

    def counted(own: own_topics.OwnTopics, topic: str, payload: bytes) -> bool:
        nonlocal looked_at
        looked_at += 1
        return is_ours(own, topic, payload)

    async with sending(tmp_path, broker) as sender, aiomqtt.Client(broker.host, broker.port) as other:
        await sender.post("state", retain=True)
        await sender.delivered()
        await until_connected(sender)
        async with listening(broker, "state") as ear:
            ((_, ours, _),) = await ear.hear(1)
        monkeypatch.setattr(own_topics.OwnTopics, "is_ours", counted)
        for _ in range(2 * FLOOD):
            await other.publish(f"{PREFIX}/state", b"{}", qos=0, retain=True)
        for _ in range(50):
            await sender.post("card")
        await sender.delivered()
        await until_connected(sender)
        assert looked_at < FLOOD
        async with listening(broker, "state") as ear:
            await ear.until("state", ours)
    assert sender.alerts.get_nowait().code == "topic_forged"


async def test_what_waits_is_bounded(tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the table is busy with one message no more than so many wait behind it."""
    busy, most = asyncio.Event(), 0
    on_message = TableClient._on_message

    def measured(client: TableClient, *given: Any) -> None:
        nonlocal most
        on_message(client, *given)
        most = max(most, client._queue.qsize())

    async def hold(*_: Any, **__: Any) -> None:
        await busy.wait()

    monkeypatch.setattr(TableClient, "_on_message", measured)
    monkeypatch.setattr(own_topics.OwnTopics, "forged", hold)
    async with sending(tmp_path, broker) as sender, aiomqtt.Client(broker.host, broker.port) as other:
        await until_connected(sender)
        for _ in range(FLOOD):
            await other.publish(f"{PREFIX}/state", b"{}", qos=0)
        async with asyncio.timeout(20):
            while sender.publisher.reason is None:  # noqa: ASYNC110 - a plain attribute
                await asyncio.sleep(0.01)
        busy.set()
        await until_connected(sender)
        assert most <= WAITING
