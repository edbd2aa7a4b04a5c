"""How the table is, on the retained topic `health`: every minute, at once when it changes, signed as every message is.

It is of this moment and not of the record: no record stands behind it, it has no number, and nobody asks for one that
was lost. With MQTT 5 it expires where none follows; a reader of MQTT 3.1.1 has its `at`.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, NoReturn

from controller.core.outcomes import dumps, to_json_object
from controller.journal.clock import rfc3339
from controller.mqtt.contract.bodies import Health, Unnumbered
from controller.mqtt.messages import ENVELOPE_VERSION, HEALTH

EVERY_S: Final = 60.0
BEHIND_S: Final = 30.0
"""A table is behind while a message has waited for so long: no roll of a meter takes as long."""
LOOK_EVERY_S: Final = 5.0
"""While it is: nothing is committed when the last message has gone out."""
APART_S: Final = 1.0
"""Between two looks: an alert that comes and goes without end costs the broker a message a second."""


class HealthWatch:
    """`read` gives the body; whoever changes what it has says so by `look`."""

    def __init__(self, table: str, read: Callable[[], Awaitable[Health]]) -> None:
        self._table = table
        self._read = read
        self._look = asyncio.Event()

    def look(self) -> None:
        """Something may have changed; returns at once."""
        self._look.set()

    async def run(self, publish: Callable[[str, str], Awaitable[object]]) -> NoReturn:
        """For a connection's life; `publish` takes the topic and the unsigned text."""
        loop = asyncio.get_running_loop()
        published: tuple[object, ...] | None = None
        due = loop.time()
        while True:
            self._look.clear()
            body = await self._read()
            if loop.time() >= due or _steady(body) != published:
                published, due = _steady(body), loop.time() + EVERY_S
                await publish(HEALTH, dumps(self._message(body)))
            await asyncio.sleep(APART_S)
            try:
                async with asyncio.timeout_at(min(due, loop.time() + LOOK_EVERY_S) if _behind(body) else due):
                    await self._look.wait()
            except TimeoutError:
                pass

    def _message(self, body: Health) -> dict[str, Any]:
        envelope = Unnumbered(v=ENVELOPE_VERSION, at=rfc3339(time.time_ns()), table=self._table, type=HEALTH)
        message: dict[str, Any] = to_json_object(envelope) | to_json_object(body)
        return message


def _steady(body: Health) -> tuple[object, ...]:
    """What is published as soon as it changes; phase and round are on `state` at once, the rest is measured."""
    hashes = (body.version, body.code_hash, body.rules_hash, body.config_hash)
    return *hashes, body.open, body.alerts, body.devices, body.clock_synchronised, _behind(body)


def _behind(body: Health) -> bool:
    return (body.outbox.oldest_s or 0.0) > BEHIND_S
