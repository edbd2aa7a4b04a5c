"""`health` of a real table at a real broker: to its schema, signed, at a change, expiring, put right where forged."""

import asyncio
import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import aiomqtt
import pytest

from controller.cli.tablectl import main
from controller.journal.signature import is_signed
from controller.mqtt.contract.bodies import Health, HealthOutbox
from controller.mqtt.contract.reading import Reading
from controller.mqtt.health import HealthWatch
from controller.mqtt.own_topics import EXPIRY_S
from tests.broker import Broker
from tests.daemon.test_refusals import running as broker_with
from tests.mqtt.contract.published import validators
from tests.mqtt.test_publisher import listening, sending
from tests.table.table_bench import CARDS, PREFIX, WAGERS, Bench, running

TOPIC: Final = f"{PREFIX}/health"
HEALTH: Final = Health(
    version="1", code_hash="c" * 64, rules_hash="d" * 64, config_hash="e" * 64, game="pontoon", phase="idle", round=1,
    open=True, alerts=(), devices=(), outbox=HealthOutbox(waiting=0, oldest_s=None), commit_p99_ms=None,
    disk_free_bytes=1, clock_synchronised=True,
)  # fmt: skip


async def kept(broker: Broker) -> aiomqtt.Message:
    """What the broker has for who comes later."""
    async with aiomqtt.Client(broker.host, broker.port, protocol=aiomqtt.ProtocolVersion.V5) as reader:
        await reader.subscribe(TOPIC)
        async with asyncio.timeout(20):
            async for message in reader.messages:
                return message
    raise AssertionError


async def test_a_table_says_how_it_is(tmp_path: Path, broker: Broker) -> None:
    """At once, when a device comes or goes and when an alert does; never a card; a forger is answered."""
    async with running(tmp_path, broker) as bench:
        listener = bench.listener
        await bench.say(*WAGERS[:2], WAGERS[3])
        await bench.deal(*CARDS)
        key = bytes.fromhex((await listener.wait_for("about"))["public_key"])
        await listener.wait_for("outcome")
        await until(bench, lambda body: all(one["connected"] for one in body["devices"]))
        bench.meter.port.unplug()
        await until(bench, lambda body: {"device": "meter", "role": "meter", "connected": False} in body["devices"])
        await until(
            bench, lambda body: {"code": "device_lost", "severity": "critical", "device": "meter"} in body["alerts"]
        )
        message = await kept(broker)
        assert isinstance(message.payload, bytes)
        assert 0 < getattr(message.properties, "MessageExpiryInterval", 0) <= EXPIRY_S["health"]
        text = message.payload.decode()
        body = json.loads(text)
        assert [error.message for error in validators()["health"].iter_errors(body)] == []
        assert is_signed(key, "health", text)
        assert (body["game"], body["open"], body["outbox"]["waiting"] < 100) == ("pontoon-pandemonium", True, True)
        assert not {"seq", "id", "card", "net"} & body.keys()
        reading = Reading("t1", key)
        judged = [reading.take("health", message.payload, retained=False) for _ in range(2)]
        assert [(one.faults, one.repeat) for one in judged if one is not None] == [((), False), ((), True)]
        async with aiomqtt.Client(broker.host, broker.port) as forger:
            await forger.publish(TOPIC, text.replace('"open":true', '"open":false'), qos=1, retain=True)
        alert = await listener.wait_for("alert", code="topic_forged", state="raised")
        assert "`health`" in alert["text"]
        await until(bench, lambda body: body["open"])
        again = (await kept(broker)).payload
        assert isinstance(again, bytes)
        assert is_signed(key, "health", again.decode())
        await bench.daemon.end(signal.SIGTERM)
    assert main(["verify", "--config", str(bench.daemon.config)]) == 0


@pytest.mark.parametrize("limit", ["max_packet_size 300", "message_size_limit 300"])
async def test_a_health_that_the_broker_refuses_holds_up_nothing(tmp_path: Path, limit: str) -> None:
    """Told once and not tried again; the lane goes on, no message of it is taken for the one refused."""

    async def read() -> Health:
        return HEALTH

    with broker_with(tmp_path, limit) as broker:
        async with sending(tmp_path, broker) as sender, listening(broker, "card") as ear:
            sender.publisher.health = HealthWatch("t1", read)
            alert = await asyncio.wait_for(sender.alerts.get(), 20)
            assert (alert.code, "`health`" in alert.text) == ("retained_refused", True)
            for _ in range(3):
                await sender.post("card")
            await sender.delivered()
            assert [json.loads(payload)["seq"] for _, payload, _ in await ear.hear(3)] == [1, 2, 3]
            assert sender.alerts.empty()


async def until(bench: Bench, fits: Callable[[Any], bool]) -> None:
    """Wait until a `health` is so."""
    count = 1
    while not fits(await bench.listener.wait_for("health", count)):
        count += 1
