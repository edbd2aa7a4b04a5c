"""A client of its own at the broker, as signage would be: what it receives is all that is known of outcomes here.

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
HEARTBEAT: Final = "heartbeat"
HEALTH: Final = "health"


@dataclass(frozen=True, slots=True)
class Message:
    """One message; `topic` below the table's prefix, `body` without `seq` only on `availability`."""

    topic: str
    body: dict[str, Any]


@dataclass(slots=True)
class Tally:
    """What was received altogether; `missing` counts the numbers left out of `seq`."""

    rounds: int = 0
    messages: int = 0
    first_seq: int | None = None
    last_seq: int | None = None
    missing: int = 0


@dataclass(slots=True)
class Subscriber:
    """Receives everything below `prefix`; `on_message` is called with each message as it comes."""

    prefix: str
    tally: Tally
    recent: deque[Message] = field(default_factory=lambda: deque(maxlen=KEPT))
    outcomes: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=KEPT_OUTCOMES))
    state: dict[str, Any] = field(default_factory=dict)
    devices: dict[str, bool] = field(default_factory=dict)
    """Each device's name and whether it is connected."""
    availability: str = "starting"
    on_message: list[Callable[[Message], None]] = field(default_factory=list)
    multipliers: asyncio.Queue[int] = field(default_factory=asyncio.Queue)
    """What the meter shows by its topic, in order."""
    _ended: dict[str, Any] | None = None
    _outcomes: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    _offline: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, port: int, ready: asyncio.Event) -> NoReturn:
        """Receive until cancelled; `ready` is set when nothing can be missed any more."""
        async with aiomqtt.Client(HOST, port, identifier="demonstration-subscriber") as client:
            await client.subscribe(f"{self.prefix}/#", qos=1)
            ready.set()
            async for one in client.messages:
                assert isinstance(one.payload, bytes)  # noqa: S101 - aiomqtt gives bytes unless told otherwise
                self._receive(one.topic.value.removeprefix(f"{self.prefix}/"), one.payload.decode())
        raise AssertionError("a subscription has no end")

    async def outcome(self) -> dict[str, Any]:
        """The next outcome as it came from the broker, when the table waits for a new round."""
        return await self._outcomes.get()

    def forget_what_came(self) -> None:
        """Outcomes and multipliers that nobody waits for."""
        for queue in (self._outcomes, self.multipliers):
            while not queue.empty():
                queue.get_nowait()

    async def offline(self) -> None:
        """Wait until the table is offline."""
        await self._offline.wait()

    def _receive(self, topic: str, text: str) -> None:
        if topic in (HEARTBEAT, HEALTH):
            return
        if topic == AVAILABILITY:
            self.availability = text
            if text == "offline":
                self._offline.set()
            message = Message(topic, {"availability": text})
        else:
            message = Message(topic, json.loads(text))
            if not self._count(message.body["seq"]):
                return
            self._keep(message)
        self.recent.append(message)
        for take in self.on_message:
            take(message)

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

    def _keep(self, message: Message) -> None:
        match message.topic.partition("/")[0]:
            case "state":
                self.state = message.body
                if message.body["phase"] == IDLE and self._ended is not None:
                    self._outcomes.put_nowait(self._ended)
                    self._ended = None
            case "meter" if message.body["state"] == "showing":
                self.multipliers.put_nowait(message.body["multiplier"])
            case "device":
                self.devices[message.body["device"]] = message.body["connected"]
            case "outcome" if message.topic == "outcome":
                self.tally.rounds += 1
                self.outcomes.append(message.body)
                self._ended = message.body
