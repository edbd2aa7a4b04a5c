"""A separate client at the broker that writes down all it hears: every message by its `seq`, and how often.

It has a session of its own that outlives its connections, so that the broker keeps for it what comes while it is away.
`came` is called when it is subscribed and `went` when it no longer is.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import aiomqtt

_quiet: Final = logging.getLogger("torture.subscriber")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False  # a lost broker is what the torture is about

AGAIN_S: Final = 0.05
DRAINED_S: Final = 120.0
"""Longer than any trouble of the broker, after which the daemon has nothing more to say."""
PATIENCE_S: Final = 600
"""A frozen broker does not make it leave: it has to be there when the broker wakes."""


@dataclass(slots=True)
class Heard:
    """What one subscriber has heard of one table; `repeats` counts messages that came more than once."""

    texts: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Topic below the prefix and text of each message, by its `seq`."""
    ids: dict[str, int] = field(default_factory=dict)
    repeats: int = 0
    faults: list[str] = field(default_factory=list)

    def take(self, topic: str, text: str) -> None:
        """A message with an envelope has come."""
        body = json.loads(text)
        seq, name = body["seq"], body["id"]
        if seq in self.texts:
            self.repeats += 1
            if self.texts[seq] != (topic, text):
                self.faults.append(f"message {seq} came again as another: {self.texts[seq]} and {(topic, text)}")
        else:
            self.texts[seq] = (topic, text)
        if self.ids.setdefault(name, seq) != seq:
            self.faults.append(f"the id {name} is that of message {self.ids[name]} and of {seq}")


def _but_for_losses(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Say what nobody caught, but not each loss of a connection that had not come about."""
    if not isinstance(context.get("exception"), aiomqtt.MqttError):
        loop.default_exception_handler(context)


class Subscriber:
    """`heard` is all of it; `multipliers` are the meter's in order, each drawn one once; `rounds` those settled."""

    def __init__(
        self, *, host: str, port: int, prefix: str, came: Callable[[], None], went: Callable[[], None],
        timeout_s: float = PATIENCE_S,
    ) -> None:  # fmt: skip
        self.heard = Heard()
        self.multipliers: list[int] = []
        self.rounds: set[int] = set()
        self.last_state: dict[str, Any] = {}
        self.news = asyncio.Event()
        """Set with every message; whoever waits clears it."""
        self._host = host
        self._port = port
        self._came = came
        self._went = went
        self._timeout_s = timeout_s
        self._prefix = prefix
        self._followed = 0
        self._meter = ""

    @property
    def gapless_to(self) -> int:
        """The last `seq` up to which nothing is missing."""
        return self._followed

    async def run(self) -> None:
        """Listen until cancelled, over every loss of the broker."""
        asyncio.get_running_loop().set_exception_handler(_but_for_losses)
        while True:
            try:
                await self._connection()
            except aiomqtt.MqttError:
                self._went()
                await asyncio.sleep(AGAIN_S)
            finally:
                self._went()

    async def has_heard(self, *, rounds: int) -> None:
        """Wait until so many rounds have been heard and the table is idle. Raises TimeoutError."""
        async with asyncio.timeout(DRAINED_S):
            while len(self.rounds) < rounds or self.last_state.get("phase") != "idle":
                self.news.clear()
                await self.news.wait()

    async def has_heard_farewell(self) -> None:
        """Wait until the table says that it is closed. Raises TimeoutError."""
        async with asyncio.timeout(DRAINED_S):
            while self.last_state["open"]:
                self.news.clear()
                await self.news.wait()

    async def _connection(self) -> None:
        async with aiomqtt.Client(
            self._host, self._port, identifier="subscriber", clean_session=False, keepalive=PATIENCE_S,
            timeout=self._timeout_s, logger=_quiet,
        ) as client:  # fmt: skip
            await client.subscribe(f"{self._prefix}/#", qos=1)
            self._came()
            async for message in client.messages:
                topic = message.topic.value.removeprefix(f"{self._prefix}/")
                assert isinstance(message.payload, bytes)
                if topic not in ("availability", "health"):
                    self.heard.take(topic, message.payload.decode())
                    self._follow()
                self.news.set()

    def _follow(self) -> None:
        """Read on in order of `seq`, as far as nothing is missing."""
        while (found := self.heard.texts.get(self._followed + 1)) is not None:
            self._followed += 1
            topic, text = found
            if topic == "meter":
                body = json.loads(text)
                if body["state"] == "showing" and self._meter == "rolling":  # else a start says its level again
                    self.multipliers.append(body["multiplier"])
                self._meter = body["state"]
            elif topic == "outcome":
                self.rounds.add(json.loads(text)["round"])
            elif topic == "state":
                self.last_state = json.loads(text)
