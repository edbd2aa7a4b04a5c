"""The broker of config/examples with certificates: a real table over TLS, and what each of the others may not."""

import socket
import ssl
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from aiomqtt import MqttError

from controller.mqtt.broker import Broker as Address
from controller.mqtt.client import QOS
from controller.mqtt.reasons import reason_of
from tests.broker import Broker
from tests.mqtt.certificates import Authority, house_broker
from tests.mqtt.test_publisher import PREFIX, sending

OTHER: Final = "casino/house/t2"


@pytest.fixture
def house(tmp_path: Path) -> Authority:
    """The authority."""
    return Authority(tmp_path / "certs")


@pytest.fixture
def tls(tmp_path: Path, house: Authority) -> Iterator[Broker]:
    """Give the example's broker, which runs."""
    broker = house_broker(tmp_path / "mosquitto", house)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()


def address(broker: Broker, house: Authority, name: str, trusted: Authority | None = None) -> Address:
    """How somebody of this name gets there."""
    certificate, key = house.issue(name)
    return Address(
        host="127.0.0.1", port=broker.port, client_id=name, prefix=PREFIX, tls=True,
        ca_file=(trusted or house).file, cert_file=certificate, key_file=key,
    )  # fmt: skip


async def attempts(place: Address, *topics: str) -> list[bool]:
    """Whether the broker takes a message on each topic."""
    async with place.client(will=None, timeout_s=10) as client:
        return [await client.send(topic, b"1", retain=False) is None for topic in topics]


async def test_who_may_write_what(tls: Broker, house: Authority) -> None:
    """A table its own topics; the management system requests; signs and the floor nothing, not even of their name."""
    mine, others = f"{PREFIX}/state", f"{OTHER}/state"
    request = f"{PREFIX}/request/limits"
    for name, allowed in (
        ("t1", [True, False, True, False, False]),
        ("t2", [False, True, False, False, False]),
        ("cms", [False, False, True, False, False]),
        ("signage", [False, False, False, False, False]),
        ("floor", [False, False, False, False, False]),
    ):
        own = f"casino/house/{name}/state" if name not in ("t1", "t2") else "casino/elsewhere/t1/state"
        assert await attempts(address(tls, house, name), mine, others, request, own, "other/topic") == allowed, name


async def test_who_reads_what_of_a_real_table(tmp_path: Path, tls: Broker, house: Authority) -> None:
    """All goes out; the sign has what is public, the management system everything, a table nothing of others."""
    heard: dict[str, set[str]] = {}
    place = address(tls, house, "t1")
    credentials: dict[str, Any] = {
        "host": place.host, "tls": True, "ca_file": place.ca_file, "cert_file": place.cert_file,
        "key_file": place.key_file,
    }  # fmt: skip
    topics = ("card", "alert", "device/shoe", "response/limits", "outcome/last", "outcome")
    async with (
        sending(tmp_path, tls, **credentials) as sender,
        address(tls, house, "signage").client(will=None, timeout_s=10) as signage,
        address(tls, house, "cms").client(will=None, timeout_s=10) as management,
        address(tls, house, "t2").client(will=None, timeout_s=10) as other,
    ):
        readers = {"signage": signage, "cms": management, "t2": other}
        for client in readers.values():
            await client.subscribe("casino/#", qos=QOS)
        for topic in topics:
            await sender.post(topic, retain=topic in ("outcome/last", "device/shoe"))
        await sender.delivered()
        assert sender.alerts.empty()
        await other.publish(f"{OTHER}/availability", b"last", qos=QOS)
        for name, client in readers.items():
            heard[name] = set()
            async for message in client.messages:
                if message.topic.value == f"{OTHER}/availability":
                    break
                heard[name].add(message.topic.value.removeprefix(f"{PREFIX}/"))
    assert heard["cms"] >= {*topics, "availability"}
    assert heard["signage"] == {"availability", "card", "outcome/last", "outcome"}
    assert heard["t2"] == set()


async def test_nobody_without_a_certificate_of_the_house(tmp_path: Path, tls: Broker, house: Authority) -> None:
    """None at all, one of another authority, or a broker that is not the house's: no connection, and the reason."""
    stranger = Authority(tmp_path / "elsewhere")
    good = address(tls, house, "cms")
    for place, why in (
        (replace(good, cert_file=None, key_file=None), "it wants a certificate of ours"),
        (address(tls, stranger, "cms", trusted=house), "it does not accept our certificate: decrypt error"),
    ):
        with pytest.raises(MqttError) as refused:
            async with place.client(will=None, timeout_s=1):
                pass
        assert reason_of(refused.value)[0] == why
    context = replace(good, ca_file=stranger.file).tls_context()
    with socket.create_connection((tls.host, tls.port)) as line, pytest.raises(ssl.SSLCertVerificationError):
        context.wrap_socket(line, server_hostname=tls.host)
    assert await attempts(address(tls, house, "cms"), f"{PREFIX}/request/limits") == [True]
