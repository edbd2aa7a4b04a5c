"""What a site's tables are for who watches them: by their own words, by what is kept of them, and by their silence."""

import asyncio
import json
from typing import Any, Final

import aiomqtt

from controller.core.outcomes import to_json_object
from controller.mqtt.broker import Broker as Address
from controller.mqtt.client import WAITING
from controller.mqtt.contract.bodies import HealthAlert, HealthOutbox
from controller.mqtt.following import Lost, Received, follow
from controller.mqtt.site import SILENT_S, TOPICS, Site, counts
from tests.broker import Broker
from tests.mqtt.test_health import HEALTH

SITE: Final = "casino/many"
TABLES: Final = 2 * WAITING
AT: Final = "2026-01-31T20:15:00.000000Z"
NOW_NS: Final = 1_769_890_500 * 10**9
"""The same instant."""


class Watch:
    """A site and its clock."""

    def __init__(self) -> None:
        self.now_s = 1000.0
        self.site = Site(lambda: self.now_s, lambda: NOW_NS)
        self._number = 0

    def take(self, topic: str, payload: str, *, retained: bool = False) -> None:
        self.site.take(topic, payload.encode(), retained=retained)

    def health(self, table: str, *, retained: bool = False, **fields: Any) -> None:
        """One more, with these fields."""
        self._number += 1
        at = AT.replace("000000", f"{self._number:06}")
        body = {"v": 1, "at": at, "table": table, "type": "health"} | to_json_object(HEALTH) | fields
        self.take(f"{table}/health", json.dumps(body | {"sig": "0" * 128}), retained=retained)

    def statuses(self) -> dict[str, str]:
        return {one.table: one.status for one in self.site.seen()}


def test_of_two_brokers_one_is_enough() -> None:
    """A table is silent when it is offline at both."""
    watch = Watch()
    for at in ("a:1", "b:1"):
        watch.site.take("t1/availability", b"online", retained=False, at=at)
    watch.site.take("t1/availability", b"offline", retained=False, at="b:1")
    assert watch.statuses() == {"t1": "up"}
    watch.site.take("t1/availability", b"offline", retained=False, at="a:1")
    assert watch.statuses() == {"t1": "silent"}


def test_the_gravest_comes_first() -> None:
    """Silent, in alarm, behind, playing, up; and one of another release."""
    watch = Watch()
    alarm = to_json_object(HealthAlert(code="device_lost", severity="critical", device="shoe"))
    for table, fields in {
        "t1": {}, "t2": {"phase": "betting"}, "t3": {"outbox": to_json_object(HealthOutbox(waiting=9, oldest_s=31.0))},
        "t4": {"alerts": [alarm]}, "t5": {"version": "0", "code_hash": "f" * 64}, "t6": {},
    }.items():  # fmt: skip
        watch.take(f"{table}/availability", "online")
        watch.health(table, **fields)
    watch.take("t6/availability", "offline")
    assert list(watch.statuses().items()) == [
        ("t6", "silent"), ("t4", "alarm"), ("t3", "behind"), ("t2", "playing"), ("t5", "up"), ("t1", "up"),
    ]  # fmt: skip
    assert {one.table for one in watch.site.seen() if one.other_release} == {"t5"}
    assert counts(watch.site.seen()) == {
        "tables": 6, "forged": 0, "silent": 1, "alarm": 1, "behind": 1, "playing": 1, "up": 2, "other_release": 1,
    }  # fmt: skip


def test_a_table_without_a_sign_is_silent() -> None:
    """Some time after its last, also over a broker that was away; one that was kept is none but `online`."""
    watch = Watch()
    watch.take("t1/availability", "online", retained=True)
    watch.health("t2", retained=True)
    watch.now_s += SILENT_S
    watch.health("t1", retained=True)
    assert watch.statuses() == {"t2": "silent", "t1": "up"}
    watch.now_s += 1
    assert watch.statuses()["t1"] == "silent"
    watch.site.connected()
    assert watch.statuses() == {"t2": "silent", "t1": "up"}
    watch.now_s += SILENT_S + 1
    assert watch.statuses()["t1"] == "silent"
    watch.health("t1")
    assert watch.statuses()["t1"] == "up"


def test_an_old_heartbeat_shows_that_online_is_old() -> None:
    """With MQTT 3.1.1, whatever comes first; what comes live takes it back."""
    watch = Watch()
    for table, first, second in (("t1", "heartbeat", "availability"), ("t2", "availability", "heartbeat")):
        texts = {"heartbeat": AT.replace(":15:", ":14:"), "availability": "online"}
        for name in (first, second):
            watch.take(f"{table}/{name}", texts[name], retained=True)
    watch.take("t3/heartbeat", AT, retained=True)
    watch.take("t3/availability", "online", retained=True)
    assert watch.statuses() == {"t1": "silent", "t2": "silent", "t3": "up"}
    watch.take("t1/heartbeat", AT)
    assert watch.statuses()["t1"] == "up"


def test_what_fits_no_schema_or_came_before_is_passed_over() -> None:
    """Somebody's JSON, a `health` of another table, one that is repeated."""
    watch = Watch()
    watch.take("t1/availability", "online")
    watch.health("t1", round=7)
    for topic, payload in (("t1/health", "{}"), ("t1/state", "["), ("t1/availability", "perhaps"), ("t9/state", "x")):
        watch.take(topic, payload)
    watch.health("t2", round=9)
    body = {"v": 1, "at": AT, "table": "t1", "type": "health"} | to_json_object(HEALTH) | {"sig": "0" * 128}
    watch.take("t1/health", json.dumps(body))
    assert [(one.table, one.round) for one in watch.site.seen()] == [("t2", 9), ("t1", 7)]


async def test_a_site_of_many_tables_is_read_over_one_connection(broker: Broker) -> None:
    """All that the broker kept comes at once, more than a table would bear, and the connection holds."""
    watch = Watch()
    async with aiomqtt.Client(broker.host, broker.port) as tables:
        for number in range(TABLES):
            await tables.publish(f"{SITE}/t{number}/availability", "online", qos=0, retain=True)
        await tables.publish(f"{SITE}/last/availability", "offline", qos=1, retain=True)
    place = Address(host=broker.host, port=broker.port, client_id="floor", prefix=SITE)
    async with asyncio.timeout(20):
        async for found in follow(place, TOPICS, qos=0, kept_s=0):
            assert not isinstance(found, Lost)
            if isinstance(found, Received):
                watch.site.take(found.topic, found.payload, retained=found.retained)
                if found.topic.startswith("last/"):
                    break
    assert counts(watch.site.seen())["up"] == TABLES
