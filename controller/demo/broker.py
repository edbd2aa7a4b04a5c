"""The broker inside the demonstration: amqtt on a free port of the loopback, open to anybody on this machine.

It speaks MQTT 3.1.1 and keeps nothing. A real table has a real broker.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from amqtt.adapters import StreamReaderAdapter, StreamWriterAdapter
from amqtt.broker import Broker
from amqtt.contexts import BrokerConfig, ListenerConfig, ListenerType

HOST: Final = "127.0.0.1"
_LISTENER: Final = "default"


@asynccontextmanager
async def broker_running() -> AsyncIterator[int]:
    """Run the broker; gives the port that it listens on."""
    broker = Broker(
        BrokerConfig(
            listeners={_LISTENER: ListenerConfig(type=ListenerType.EXTERNAL)},
            plugins={"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}},
        )
    )

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await broker.external_connected(StreamReaderAdapter(reader), StreamWriterAdapter(writer), _LISTENER)

    await broker.start()
    server = await asyncio.start_server(connected, HOST, 0)
    try:
        address: tuple[Any, ...] = server.sockets[0].getsockname()
        yield int(address[1])
    finally:
        server.close()
        await broker.shutdown()
