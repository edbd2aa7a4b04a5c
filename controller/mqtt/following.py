"""A table followed at its broker or brokers, or a whole site, as any reader may: through every loss of a broker.

The session is kept at the broker while it is gone for a short time, so that nothing is missed meanwhile. From several
the same comes from each, in its order: who has a message drops it.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from aiomqtt import MqttError

from controller.mqtt.broker import Broker
from controller.mqtt.client import QOS, REFUSED
from controller.mqtt.reasons import reason_of

KEPT_S: Final = 3600
"""For so long the broker keeps what comes while the reader is not connected."""
CONNECT_S: Final = 10.0
FIRST_WAIT_S: Final = 0.2
LONGEST_WAIT_S: Final = 5.0
WAITING: Final = 1000
"""Messages of several brokers taken before they are looked at."""


@dataclass(frozen=True, slots=True)
class Received:
    """A message of the broker `at`; `topic` is below the table's prefix."""

    topic: str
    payload: bytes
    retained: bool
    at: str


@dataclass(frozen=True, slots=True)
class Connected:
    """The broker has taken the subscription."""

    at: str


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection ended, or did not come about."""

    reason: str
    at: str


Found = Received | Connected | Lost


async def follow_all(
    brokers: Sequence[Broker], topics: Sequence[str] = ("#",), *, qos: int = QOS, kept_s: int = KEPT_S
) -> AsyncIterator[Found]:
    """As `follow`, each of several at the same time."""
    come: asyncio.Queue[Found | OSError] = asyncio.Queue(WAITING)

    async def one(broker: Broker) -> None:
        try:
            async for found in follow(broker, topics, qos=qos, kept_s=kept_s):
                await come.put(found)
        except OSError as error:
            await come.put(error)

    tasks = [asyncio.create_task(one(broker), name=f"follow {broker}") for broker in brokers]
    try:
        while True:
            found = await come.get()
            if isinstance(found, OSError):
                raise found
            yield found
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def follow(
    broker: Broker, topics: Sequence[str] = ("#",), *, qos: int = QOS, kept_s: int = KEPT_S
) -> AsyncIterator[Found]:
    """For ever; `topics` are below the broker's prefix. Raises OSError where a file of the broker's cannot be read."""
    wait_s, said = FIRST_WAIT_S, ""
    while True:
        try:
            async with broker.client(will=None, timeout_s=CONNECT_S, kept_s=kept_s, bounded=False) as client:
                granted: Any = await client.subscribe([(broker.topic(topic), qos) for topic in topics])
                if any(getattr(code, "value", code) >= REFUSED for code in granted):
                    raise MqttError(f"it does not let this login read {broker.topic(topics[0])}")  # noqa: TRY301
                wait_s, said = FIRST_WAIT_S, ""
                yield Connected(str(broker))
                async for message in client.messages:
                    topic = message.topic.value.removeprefix(broker.topic(""))
                    yield Received(topic, bytes(message.payload), message.retain, str(broker))
        except (MqttError, ExceptionGroup) as error:
            reason, _ = reason_of(error)
            if reason != said:
                said = reason
                yield Lost(reason, str(broker))
        await asyncio.sleep(wait_s)
        wait_s = min(wait_s * 2, LONGEST_WAIT_S)
