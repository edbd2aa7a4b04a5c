"""A client of its own at the broker, as signage would be: what it hears is all that is known of outcomes here.

It keeps count of `seq`: a message that comes again is passed over, a number left out is a loss and is remembered.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

import aiomqtt

from controller.demo.broker import HOST
from controller.table.recovery import IDLE

KEPT: Final = 100
"""Messages kept for the picture; no terminal has more lines for them."""
KEPT_OUTCOMES: Final = 10
AVAILABILITY: Final = "availability"


@dataclass(frozen=True, slots=True)
class Heard:
    """One message; `topic` below the table's prefix, `body` without `seq` only on `availability`."""

    topic: str
    body: dict[str, Any]


@dataclass(slots=True)
class Tally:
    """What was heard altogether; `missing` counts the numbers left out of `seq`."""

    rounds: int = 0
    messages: int = 0
    first_seq: int | None = None
    last_seq: int | None = None
    missing: int = 0


@dataclass(slots=True)
class Listener:
    """Hears everything below `prefix`; `on_heard` is called with each message as it comes."""

    prefix: str
    tally: Tally
    recent: deque[Heard] = field(default_factory=lambda: deque(maxlen=KEPT))
    outcomes: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=KEPT_OUTCOMES))
    state: dict[str, Any] = field(default_factory=dict)
    devices: dict[str, bool] = field(default_factory=dict)
    """Each device's name and whether it is connected."""
    availability: str = "not heard of yet"
    on_heard: list[Callable[[Heard], None]] = field(default_factory=list)
    multipliers: asyncio.Queue[int] = field(default_factory=asyncio.Queue)
    """What the meter was said to show, in order."""
    _ended: dict[str, Any] | None = None
    _outcomes: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    _offline: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, port: int, ready: asyncio.Event) -> NoReturn:
        """Listen until cancelled; `ready` is set when nothing can be missed any more."""
        async with aiomqtt.Client(HOST, port, identifier="demonstration-listener") as client:
            await client.subscribe(f"{self.prefix}/#", qos=1)
            ready.set()
            async for message in client.messages:
                assert isinstance(message.payload, bytes)  # noqa: S101 - aiomqtt gives bytes unless told otherwise
                self._hear(message.topic.value.removeprefix(f"{self.prefix}/"), message.payload.decode())
        raise AssertionError("a subscription has no end")

    async def outcome(self) -> dict[str, Any]:
        """The next outcome as it came from the broker, when the table has said that it waits for a new round."""
        return await self._outcomes.get()

    async def farewell(self) -> None:
        """Wait until the table has said that it is offline."""
        await self._offline.wait()

    def _hear(self, topic: str, text: str) -> None:
        if topic == AVAILABILITY:
            self.availability = text
            if text == "offline":
                self._offline.set()
            heard = Heard(topic, {"availability": text})
        else:
            heard = Heard(topic, json.loads(text))
            if not self._count(heard.body["seq"]):
                return
            self._keep(heard)
        self.recent.append(heard)
        for tell in self.on_heard:
            tell(heard)

    def _count(self, seq: int) -> bool:
        """Whether the message is new."""
        tally = self.tally
        if tally.last_seq is not None and seq <= tally.last_seq:
            return False
        tally.missing += seq - (tally.last_seq or 0) - 1
        tally.messages += 1
        tally.first_seq = tally.first_seq or seq
        tally.last_seq = seq
        return True

    def _keep(self, heard: Heard) -> None:
        match heard.topic.partition("/")[0]:
            case "state":
                self.state = heard.body
                if heard.body["phase"] == IDLE and self._ended is not None:
                    self._outcomes.put_nowait(self._ended)
                    self._ended = None
            case "meter" if heard.body["state"] == "showing":
                self.multipliers.put_nowait(heard.body["multiplier"])
            case "device":
                self.devices[heard.body["device"]] = heard.body["connected"]
            case "outcome" if heard.topic == "outcome":
                self.tally.rounds += 1
                self.outcomes.append(heard.body)
                self._ended = heard.body
