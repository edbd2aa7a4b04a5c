"""A table followed at the broker, as any reader may: subscribed to all its topics, through every loss of the broker.

The session is kept at the broker while it is gone for a short time, so that nothing is missed meanwhile.
"""

import asyncio
from collections.abc import AsyncIterator
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


@dataclass(frozen=True, slots=True)
class Received:
    """A message; `topic` is below the table's prefix."""

    topic: str
    payload: bytes
    retained: bool


@dataclass(frozen=True, slots=True)
class Connected:
    """The broker has taken the subscription."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection ended, or did not come about."""

    reason: str


async def follow(broker: Broker) -> AsyncIterator[Received | Connected | Lost]:
    """For ever. Raises OSError where a file of the broker's cannot be read."""
    wait_s, said = FIRST_WAIT_S, ""
    while True:
        try:
            async with broker.client(will=None, timeout_s=CONNECT_S, kept_s=KEPT_S) as client:
                granted: Any = await client.subscribe(broker.topic("#"), qos=QOS)
                if any(getattr(code, "value", code) >= REFUSED for code in granted):
                    raise MqttError(f"it does not let this login read {broker.topic('#')}")  # noqa: TRY301
                wait_s, said = FIRST_WAIT_S, ""
                yield Connected()
                async for message in client.messages:
                    topic = message.topic.value.removeprefix(broker.topic(""))
                    yield Received(topic, bytes(message.payload), message.retain)
        except (MqttError, ExceptionGroup) as error:
            reason, _ = reason_of(error)
            if reason != said:
                said = reason
                yield Lost(reason)
        await asyncio.sleep(wait_s)
        wait_s = min(wait_s * 2, LONGEST_WAIT_S)
