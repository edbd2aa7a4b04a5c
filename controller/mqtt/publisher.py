"""A broker's lane goes out: in order, one at a time, each done only after the broker's acknowledgement.

One connection's life:

    connect -> subscribe to our own topics -> birth -> retained topics again, as they were -> the lane
      ^                                                                                          |
      +---- wait (doubling to a cap, with jitter) <---- lost, dead, taken over <-----------------+

- MQTT 5, because only it gives a reason for a refusal (a reason in PUBACK or DISCONNECT, the largest packet in
  CONNACK). A message that the broker refuses is parked with an alert and the lane goes on (`refusals`). For a broker
  that knows only MQTT 3.1.1 there is a key in the configuration; then no refusal is ever known.
- No answer of a broker ends the daemon: whatever a connection fails of, the next one is tried, and what is wrong with
  one retained message is reported once and holds up neither the others nor the lane.
- Whether the broker lives, and whether another daemon is at it as this table, shows in `presence`. Taken over, we wait
  the longest, with an alert.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Collection, Iterable
from functools import partial
from typing import Final, Protocol

import structlog

from controller.alerts.notices import Alert
from controller.beat import beat
from controller.journal.draft import OutboxRow, Retained
from controller.journal.outbox import Lane
from controller.journal.signature import signed
from controller.journal.store import Journal, JournalFailedError
from controller.mqtt.broker import Broker
from controller.mqtt.client import QOS, REFUSED, TableClient
from controller.mqtt.floods import REQUESTS, Floods, subscription
from controller.mqtt.health import HealthWatch
from controller.mqtt.messages import AVAILABILITY, DEVICE, LAST_OUTCOME, NOT_RETAINED
from controller.mqtt.own_topics import RETAINED, OwnTopics
from controller.mqtt.presence import BROKER_TAKEN_OVER, Presence
from controller.mqtt.reasons import reason_of
from controller.mqtt.refusals import Refusals
from controller.mqtt.reports import Notify, Reports
from controller.mqtt.request_words import REQUEST
from controller.mqtt.resending import Resending
from controller.mqtt.witness import JOURNAL_CHANGED, disagreement

FIRST_WAIT_S: Final = 0.5
LONGEST_WAIT_S: Final = 30.0
"""A table notices its broker's return within this; hundreds of tables do not storm it."""
ACK_TIMEOUT_S: Final = 10.0
RESTED_S: Final = 60.0
"""A connection that held so long starts the waits from the first."""

LISTEN_AGAIN_S: Final = 5.0
"""How often it is looked whether a topic that was flooded is to be read again."""

TAKEN_OVER: Final = 0x8E
UNRECORDED: Final = 0
"""The number of a message that is in no lane; those begin at 1."""

_log = structlog.get_logger("mqtt")


class OnRequest(Protocol):
    """Takes what came on `request/VERB`; returns at once."""

    def __call__(self, verb: str, payload: bytes, *, retained: bool) -> None: ...


async def _at_once(_row: OutboxRow) -> None:
    """Nothing has to be waited for."""


class Publisher:
    """Runs the broker's lane for the daemon's life; `devices` are the names of those that the table has.

    `reached`: the broker has taken the connection; `connected`: and our retained topics. `reason` is why the last
    connection ended or did not come about. `hold` returns when a message may go out; those behind it wait too.
    """

    def __init__(
        self,
        *,
        broker: Broker,
        journal: Journal,
        lane: Lane,
        notify: Notify,
        devices: Collection[str],
        hold: Callable[[OutboxRow], Awaitable[None]] = _at_once,
    ) -> None:
        self.broker = broker
        self.reached = self.connected = False
        self.reason: str | None = None
        self.connects = 0
        self._journal = journal
        self._lane = lane
        self._hold = hold
        self._reports = Reports(notify)
        self._refusals = Refusals(broker, lane=lane, notify=notify, reports=self._reports)
        self._presence = Presence(broker, self._reports)
        self._own = OwnTopics(broker, self._presence, self._reports, devices)
        self._floods = Floods()
        self._spared = False
        """The last connection ended of a flood that the next one is spared."""
        self._wary = False
        """The broker keeps more under one of our topics than we take in one packet."""
        self.resending = Resending(journal=journal, lane=lane)
        self.on_request: OnRequest | None = None
        """Takes what comes on the topics of requests; they are subscribed to where somebody does."""
        self.health: HealthWatch | None = None
        """What is published on `health`; nothing where there is none."""
        self._under_way: OutboxRow | Retained | None = None
        self._one_under_way = asyncio.Lock()

    async def run(self) -> None:
        """Connect, publish, and again; ends only by cancellation or JournalFailedError."""
        wait_s = FIRST_WAIT_S
        loop = asyncio.get_running_loop()
        logged: str | None = None
        while True:
            began = loop.time()
            reason: str | None = None
            code: int | None = None
            try:
                await self._connection()
            except* JournalFailedError:
                raise
            except* Exception as group:  # noqa: BLE001 - the border to whatever a broker answers
                reason, code = reason_of(group)
                self.reason = reason
            finally:
                self.reached = self.connected = False
            self._lane.rewind()
            if self._spared:
                wait_s, self._spared = FIRST_WAIT_S, False
            if loop.time() - began > RESTED_S:
                wait_s, logged = FIRST_WAIT_S, None
                self._reports.forget(BROKER_TAKEN_OVER)
            if code == TAKEN_OVER:
                wait_s = LONGEST_WAIT_S
                await self._report_rival()
            elif self._under_way is not None and await self._refusals.strike(self._under_way, code, reason or ""):
                wait_s = FIRST_WAIT_S
            if reason != logged:
                _log.info("broker_lost", reason=reason, broker=str(self.broker))
                logged = reason
            self._under_way = None
            await asyncio.sleep(wait_s * random.uniform(0.5, 1.0))  # noqa: S311 - spreads tables, guards nothing
            wait_s = min(wait_s * 2, LONGEST_WAIT_S)

    async def _connection(self) -> None:
        async with self.broker.client(will=self._presence.will, timeout_s=ACK_TIMEOUT_S) as client:
            self.reached = True
            self.connects += 1
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(client.until_lost(), name="mqtt-lost")
                    group.create_task(self._watch(client), name="mqtt-watch")
                    await self._greet(client)
                    group.create_task(self._presence.heartbeat(client), name="mqtt-heartbeat")
                    group.create_task(self._own.keep(client), name="mqtt-own-topics")
                    group.create_task(self._listen_again(client), name="mqtt-listen-again")
                    if self.on_request is not None:
                        await self._listen(client)
                        group.create_task(self.resending.run(partial(self._repeat, client)), name="mqtt-resend")
                    group.create_task(self._deliver(client), name="mqtt-deliver")
                    if self.health is not None:
                        group.create_task(self.health.run(partial(self._unrecorded, client)), name="mqtt-health")
            except asyncio.CancelledError:
                await self._presence.farewell(client)
                raise
            finally:
                self._wary = self._wary or client.overfed
                if client.flooding is not None:
                    topic = self._below(client.flooding)
                    self._spared = self._floods.flooded(topic, asyncio.get_running_loop().time())
                    _log.warning("broker_flooded", broker=str(self.broker), topic=subscription(topic))

    async def _greet(self, client: TableClient) -> None:
        self._presence.connecting()
        self._own.connecting()
        still_valid = await self._still_valid()
        if self._wary:
            await self._cover(client)
        else:
            await self._subscribe(client, [*RETAINED, f"{DEVICE}/+"])
            await self._birth(client)
        for row in still_valid:
            await self._retain(client, row)
        await self._empty_left(client)
        if self._wary:
            await self._subscribe(client, [*RETAINED, *(topic for topic in self._own.known if topic not in RETAINED)])
            await self._birth(client)
        self.connected = True
        self._presence.received()
        _log.info("broker_connected", broker=str(self.broker))

    async def _subscribe(self, client: TableClient, topics: Iterable[str]) -> None:
        wanted = [topic for topic in (AVAILABILITY, *topics) if not self._floods.is_quiet(topic)]
        if wanted:
            first = (AVAILABILITY, LAST_OUTCOME)
            await client.subscribe([(self.broker.topic(topic), QOS if topic in first else 0) for topic in wanted])

    async def _birth(self, client: TableClient) -> None:
        await self._presence.birth(client, is_read=not self._floods.is_quiet(AVAILABILITY))

    async def _listen_again(self, client: TableClient) -> None:
        """Read what was flooded again, for the connection's life, and put our own over what is there."""
        while True:
            await beat(LISTEN_AGAIN_S)
            over = self._floods.over(asyncio.get_running_loop().time())
            if topics := [(self.broker.topic(name), 0) for name in over if name != REQUESTS]:
                await client.subscribe(topics)
            if REQUESTS in over and self.on_request is not None:
                await self._listen(client)
            for topic in (AVAILABILITY, *self._own.known):
                if subscription(topic) in over:
                    self._own.answer(topic)

    async def _cover(self, client: TableClient) -> None:
        """Where the broker keeps more than we take: put something small over it before we ask for it."""
        await self._presence.online(client)
        kept = [row.topic for row in await self._retained()]
        for topic in {*RETAINED, *kept}:
            await client.send(self.broker.topic(topic), b"", retain=True)

    async def _empty_left(self, client: TableClient) -> None:
        """What was kept of a device that the table has no more: the broker lets go of it."""
        for row in await self._retained():
            if self._own.is_left(row.topic):
                await client.send(self.broker.topic(row.topic), b"", retain=True)

    async def _still_valid(self) -> list[Retained]:
        """Retained topics as last delivered, without those that the lane is about to renew."""
        # What was delivered last is on its way there: an older one would cover it.
        await self._journal.commit_deferred()
        retained = await self._retained()
        behind = await self._journal.lookup.pending_topics(self._lane.name, after=self._lane.done_seq)
        return [
            row
            for row in retained
            if not self._own.is_left(row.topic)
            and row.topic not in behind
            and row.seq not in self._refusals.struck_out
            and await self._as_made(row)
        ]

    async def _retained(self) -> list[Retained]:
        return await self._journal.lookup.retained(self._lane.name, done=self._lane.done_seq)

    async def _as_made(self, row: OutboxRow | Retained) -> bool:
        """Whether this table made the row so; one that was changed in the journal's file is reported and not sent."""
        once = isinstance(row, OutboxRow) and row.retain and row.topic in NOT_RETAINED
        if not once and self._journal.made(row.topic, row.seq, row.payload):
            return True
        text = (
            f"Message {row.seq} on `{row.topic}` was changed in the journal's file and is not sent: `tablectl verify`"
            " says what else was."
        )
        await self._reports.once(Alert(code=JOURNAL_CHANGED, text=text), about=str(row.seq))
        return False

    async def _watch(self, client: TableClient) -> None:
        async for message in client.messages:
            self._presence.received()
            topic, payload = self._below(message.topic.value), message.payload
            if topic.startswith(f"{REQUEST}/"):
                if not self._bears(client, topic):
                    continue
                if self.on_request is not None:
                    self.on_request(topic.removeprefix(f"{REQUEST}/"), payload, retained=message.retain)
            elif topic == AVAILABILITY:
                if self._bears(client, topic) and await self._presence.came_back(message):
                    self._own.answer(AVAILABILITY)
            elif message.retain or not self._own.is_ours(topic, payload):
                self._bears(client, topic)
                await self._hold_to(topic, payload, live=not message.retain)

    def _bears(self, client: TableClient, topic: str) -> bool:
        """Whether one more of others is little enough; if not the connection is at its end."""
        if self._floods.bears(topic, asyncio.get_running_loop().time()):
            return True
        client.flooded(self.broker.topic(topic))
        return False

    def _below(self, topic: str) -> str:
        return topic.removeprefix(self.broker.topic(""))

    async def _hold_to(self, topic: str, payload: bytes, *, live: bool) -> None:
        """Hold the journal to an outcome of the broker's, and the broker to what we sent over this connection.

        What it had kept before is covered by what we send.
        """
        if topic == LAST_OUTCOME and not self._own.is_wrong(topic):
            against = await disagreement(self._journal, payload, last=self._lane.last, broker=self.broker.begins)
            if against is not None:
                await self._reports.once(against)
        if live:
            await self._own.forged(topic)
        elif payload and self._own.is_left(topic):
            self._own.answer(topic)

    async def _listen(self, client: TableClient) -> None:
        """Subscribe to the topics of requests; a broker that says no is logged: whoever asks gets no answer."""
        if self._floods.is_quiet(REQUESTS):
            return
        codes = await client.subscribe(self.broker.requests())
        refused = [str(code) for code in codes if getattr(code, "value", code) >= REFUSED]
        if refused:
            _log.warning("requests_not_allowed", reason=refused[0], broker=str(self.broker))

    async def _repeat(self, client: TableClient, row: OutboxRow) -> None:
        """Send an earlier message again; one that the broker refuses now is not insisted on."""
        if await self._as_made(row):
            payload = row.payload.encode()
            self._own.repeating(row.topic, payload)
            await client.send(self.broker.topic(row.topic), payload, retain=False)

    async def _report_rival(self) -> None:
        await self._reports.once(
            Alert(
                code=BROKER_TAKEN_OVER,
                text=f"Another client is at {self.broker.called} as {self.broker.client_id}:"
                " is a second daemon running?",
            )
        )

    async def _deliver(self, client: TableClient) -> None:
        while True:
            row = await self._lane.next()
            if self._lane.read_back and not await self._as_made(row):
                self._lane.parked(row)
                continue
            await self._hold(row)
            refusal = await self._send(client, row, retain=row.retain)
            if refusal is not None:
                await self._refusals.park(row, refusal)
            else:
                self._lane.done(row)
                _log.debug("message_delivered", seq=row.seq, topic=row.topic)

    async def _unrecorded(self, client: TableClient, topic: str, text: str) -> None:
        """A retained message that is in no record: signed like the others."""
        if UNRECORDED not in self._refusals.struck_out:
            await self._retain(client, Retained(topic, UNRECORDED, signed(self._journal.key, topic, text)))

    async def _retain(self, client: TableClient, row: Retained) -> None:
        refusal = await self._send(client, row, retain=True)
        if refusal is not None:
            await self._refusals.retained(row, refusal)

    async def _send(self, client: TableClient, row: OutboxRow | Retained, *, retain: bool) -> str | None:
        """Why the broker refuses the row; where the connection ends over it, it stays the one under way."""
        async with self._one_under_way:
            self._under_way = self._under_way or row
            payload = row.payload.encode()
            if retain:
                self._own.sending(row.topic, payload)
            refusal = await client.send(
                self.broker.topic(row.topic),
                payload,
                retain=retain and not self._own.is_left(row.topic),
                properties=self._own.properties(row.topic),
            )
            self._under_way = None
        return refusal
