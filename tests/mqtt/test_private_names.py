"""The private names of aiomqtt and paho that the table's client uses: there, and of the shape that it needs.

An upgrade that fails here needs a look at controller/mqtt/client.py before the version in pyproject.toml is changed.
"""

import asyncio
import inspect
import socket
from collections.abc import Callable
from typing import Any, Final

import aiomqtt
import pytest
from paho.mqtt.client import Client as PahoClient

from controller.mqtt.client import TableClient
from tests.broker import Broker

SHAPES: Final = {
    "_on_message": ["self", "client", "userdata", "message"],
    "_on_publish": ["self", "client", "userdata", "mid", "reason_code", "properties"],
    "_on_connect": ["self", "client", "userdata", "flags", "reason_code", "properties"],
}
WHAT_TO_DO: Final = "see TableClient in controller/mqtt/client.py before upgrading"


@pytest.mark.parametrize(("name", "parameters"), SHAPES.items())
def test_callbacks_take_what_is_handed_on(name: str, parameters: list[str]) -> None:
    """The callbacks that are overridden have the parameters with which they are called and call on."""
    callback: Callable[..., Any] | None = getattr(aiomqtt.Client, name, None)
    assert callback is not None, f"aiomqtt.Client has no `{name}` any more: {WHAT_TO_DO}"
    found = list(inspect.signature(callback).parameters)
    assert found == parameters, f"aiomqtt.Client.{name} takes {found}, expected {parameters}: {WHAT_TO_DO}"


async def test_the_client_of_paho_and_the_future_of_the_end() -> None:
    """A client holds paho's, whose socket can be closed, calls the callbacks from it, and has a future of its end."""
    client = aiomqtt.Client("localhost")
    paho = getattr(client, "_client", None)
    assert isinstance(paho, PahoClient), f"aiomqtt.Client._client is no client of paho: {WHAT_TO_DO}"
    assert callable(getattr(paho, "_sock_close", None)), f"paho's Client has no `_sock_close`: {WHAT_TO_DO}"
    assert list(inspect.signature(paho._sock_recv).parameters) == ["bufsize"], (
        f"paho's `_sock_recv` takes something else: {WHAT_TO_DO}"
    )
    assert list(inspect.signature(paho._create_socket_connection).parameters) == [], (
        f"paho's `_create_socket_connection` takes something: {WHAT_TO_DO}"
    )
    for name in ("_host", "_port"):
        assert hasattr(paho, name), f"paho's Client has no `{name}`: {WHAT_TO_DO}"
    for name in SHAPES:
        public = getattr(paho, name.removeprefix("_"))
        assert public == getattr(client, name), f"paho does not call aiomqtt's `{name}`: {WHAT_TO_DO}"
    assert isinstance(getattr(client, "_queue", None), asyncio.Queue), f"aiomqtt.Client has no `_queue`: {WHAT_TO_DO}"
    assert getattr(client, "_loop", None) is asyncio.get_running_loop(), f"it has no `_loop`: {WHAT_TO_DO}"
    end = getattr(client, "_disconnected", None)
    assert isinstance(end, asyncio.Future), f"aiomqtt.Client._disconnected is no future: {WHAT_TO_DO}"
    assert not end.done(), f"aiomqtt.Client._disconnected is done before a connection: {WHAT_TO_DO}"


async def test_no_segment_waits_for_another(broker: Broker) -> None:
    """The socket of a connection sends at once (TCP_NODELAY), from when it is connected."""
    async with TableClient(broker.host, broker.port) as client:
        await client.send("a", b"b", retain=False)
        at: Any = client._client.socket()
        assert at.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
