"""The broker's lane goes out: in order, one at a time, each done only after the broker's acknowledgement.

One connection's life:

    connect -> watch our own topics -> birth (`online`), heard back -> retained topics again, as they were -> the lane
      ^                                                                                                       |
      +---- wait (doubling to a cap, with jitter) <---- lost, silent, taken over <----------------------------+

- MQTT 5, because only it says *why* a message was refused (a reason in PUBACK or DISCONNECT, the largest packet in
  CONNACK). A message that the broker refuses is parked with an alert and the lane goes on; a lost line parks nothing.
  For a broker that knows only MQTT 3.1.1 the configuration says so; then no refusal is ever heard of.
- No answer of a broker ends the daemon: whatever a connection fails of, the next one is tried, and what is wrong with
  one retained message is told once and holds up neither the others nor the lane.
- Watching our own `availability` does two jobs: it hears our heartbeat come back, so a connection that is open but dead
  is noticed; and it hears an older connection's last will arrive after our birth, which is then said again. A broker
  whose access list keeps it from us is told of; then its acknowledgements alone show that it lives.
- Two daemons with one identity throw each other out. Each marks its `availability` with its instance (a user property),
  so the other is known by it, where the broker does not say "taken over" itself; then we wait the longest, and an
  alert says so.
"""

import asyncio
import random
import secrets
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import structlog
from aiomqtt import Message, MqttCodeError, MqttError, ProtocolVersion, Will
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from controller.alerts.notices import Alert, MessageParked
from controller.journal.draft import OutboxRow, Retained
from controller.journal.outbox import Lane
from controller.journal.store import Journal, JournalFailedError
from controller.mqtt.client import QOS, TableClient
from controller.mqtt.messages import AVAILABILITY, LAST_OUTCOME
from controller.mqtt.witness import disagreement

ONLINE: Final = b"online"
OFFLINE: Final = b"offline"
INSTANCE: Final = "instance"
"""The user property that tells one running daemon from another."""

FIRST_WAIT_S: Final = 0.5
LONGEST_WAIT_S: Final = 30.0
"""A table notices its broker's return within this; hundreds of tables do not storm it."""
HEARTBEAT_S: Final = 10.0
ACK_TIMEOUT_S: Final = 10.0
KEEPALIVE_S: Final = 15
"""A broker that hears nothing for one and a half of these publishes the last will."""
FAREWELL_S: Final = 2.0
"""A stop does not wait longer for the broker; after it the broker finds out by itself."""
RESTED_S: Final = 60.0
"""A connection that held so long starts the waits anew."""

TAKEN_OVER: Final = 0x8E
PACKET_TOO_LARGE: Final = 0x95
COMPLAINTS: Final = frozenset((0x81, 0x82, 0x87, 0x90, PACKET_TOO_LARGE, 0x99, 0x9A, 0x9B))
"""Reasons of a DISCONNECT that blame what was just sent (MQTT 5, 2.4): malformed, protocol error, not authorised,
topic name, size, payload format, retain, QoS."""

STRIKES: Final = 3
"""A message in whose sending the connection ended so often with a complaint is refused. Mosquitto before 2.1 answers
one over its `message_size_limit` by a PUBACK that MQTT 5 does not know, which reads as a protocol error. A line that is
merely lost gives no such complaint and no strike."""

BROKER_TAKEN_OVER: Final = "broker_taken_over"
RETAINED_REFUSED: Final = "retained_refused"
BROKER_DEAF: Final = "broker_deaf"

_log = structlog.get_logger()

Notify = Callable[[Alert | MessageParked], Awaitable[object]]
"""Hands a notice to the table's inbox; returns when it is committed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Broker:
    """Where the broker is and who we are there; files are read at each connect, so a renewed one is taken."""

    host: str
    port: int
    client_id: str
    prefix: str
    version: Literal["5", "3.1.1"] = "5"
    username: str | None = None
    password_file: Path | None = None
    tls: bool = False
    ca_file: Path | None = None
    cert_file: Path | None = None
    key_file: Path | None = None


class Publisher:
    """Runs the broker's lane for the daemon's life. `connected` is what health and metrics look at."""

    def __init__(self, *, broker: Broker, journal: Journal, lane: Lane, notify: Notify) -> None:
        self.connected = False
        self._broker = broker
        self._journal = journal
        self._lane = lane
        self._notify = notify
        self._under_way: OutboxRow | Retained | None = None
        self._struck = (0, 0)
        """The number of the row last complained of, and how often."""
        self._struck_out: set[int] = set()
        """Retained messages, by number, at which the broker closes the connection: not tried again."""
        self._told: set[str] = set()
        """What was told since the start of the daemon; it comes again at each connection, and is told once.

        A rival is told of again after a connection that held.
        """
        self._instance = secrets.token_hex(8)
        self._born = self._born_before = False
        """Whether this instance has said `online`, and whether it had before this connection."""
        self._rival = False
        self._availability = f"{broker.prefix}/{AVAILABILITY}"
        self._last_outcome = f"{broker.prefix}/{LAST_OUTCOME}"
        self._echoed = asyncio.Event()
        """Our birth has come back over this connection, and before it what the broker had kept."""
        self._deaf = False
        """Over this connection it has not, though the broker acknowledges what we say."""
        self._heard = 0.0
        self._idle = asyncio.Event()

    async def run(self) -> None:
        """Connect, publish, and again; ends only by cancellation or JournalFailedError."""
        wait_s = FIRST_WAIT_S
        loop = asyncio.get_running_loop()
        reported: str | None = None
        while True:
            began = loop.time()
            reason: str | None = None
            code: int | None = None
            try:
                await self._connection()
            except* JournalFailedError:
                raise
            except* Exception as group:  # noqa: BLE001 - the border to whatever a broker answers
                reason, code = _reason(group)
            finally:
                self.connected = False
            self._lane.rewind()
            if loop.time() - began > RESTED_S:
                wait_s, reported = FIRST_WAIT_S, None
                self._told.discard(BROKER_TAKEN_OVER)
            if code == TAKEN_OVER or self._rival:
                wait_s = LONGEST_WAIT_S
                await self._tell_of_rival()
            elif self._under_way is not None and await self._strike(self._under_way, code, reason or ""):
                wait_s = FIRST_WAIT_S
            if reason != reported:
                _log.warning("broker_lost", reason=reason, broker=f"{self._broker.host}:{self._broker.port}")
                reported = reason
            self._under_way = None
            await asyncio.sleep(wait_s * random.uniform(0.5, 1.0))  # noqa: S311 - spreads tables, guards nothing
            wait_s = min(wait_s * 2, LONGEST_WAIT_S)

    async def _strike(self, row: OutboxRow | Retained, code: int | None, reason: str) -> bool:
        """The connection ended while `row` was under way: refused, where the row is to blame often enough."""
        if code not in COMPLAINTS:
            return False
        seq, strikes = self._struck
        self._struck = (row.seq, strikes + 1 if seq == row.seq else 1)
        if code != PACKET_TOO_LARGE and self._struck[1] < STRIKES:
            return False
        if isinstance(row, OutboxRow):
            await self._park(row, reason)
        else:
            self._struck_out.add(row.seq)
            await self._tell_of_retained(row, reason)
        return True

    async def drained(self, timeout_s: float) -> bool:
        """Wait until the broker has everything, at most so long; whether it has."""
        try:
            async with asyncio.timeout(timeout_s):
                while self._lane.waiting:
                    self._idle.clear()
                    await self._idle.wait()
        except TimeoutError:
            return False
        return True

    async def _connection(self) -> None:
        async with self._client() as client:
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(client.until_lost(), name="mqtt-lost")
                    group.create_task(self._watch(client), name="mqtt-watch")
                    await self._greet(client)
                    group.create_task(self._heartbeat(client), name="mqtt-heartbeat")
                    group.create_task(self._deliver(client), name="mqtt-deliver")
            except asyncio.CancelledError:
                # A farewell by DISCONNECT takes the last will with it, so we say it ourselves.
                with suppress(MqttError):
                    await client.say(self._availability, OFFLINE, retain=True, timeout_s=FAREWELL_S)
                raise

    async def _greet(self, client: TableClient) -> None:
        self._born_before = self._born
        self._echoed.clear()
        await client.subscribe([(self._availability, QOS), (self._last_outcome, QOS)])
        refusal = await self._say_online(client)
        await self._hear_back(refusal)
        for row in await self._still_valid():
            self._under_way = row
            refusal = await client.say(self._full(row.topic), row.payload.encode(), retain=True)
            self._under_way = None
            if refusal is not None:
                await self._tell_of_retained(row, refusal)
        self.connected = True
        self._heard = asyncio.get_running_loop().time()
        _log.info("broker_connected", broker=f"{self._broker.host}:{self._broker.port}")

    async def _hear_back(self, refusal: str | None) -> None:
        """Wait for our birth. One that was acknowledged and never comes is kept from us by an access list."""
        self._deaf = False
        try:
            async with asyncio.timeout(ACK_TIMEOUT_S if refusal is None else 0):
                await self._echoed.wait()
        except TimeoutError:
            self._deaf = True
            await self._tell_once(
                Alert(
                    code=BROKER_DEAF,
                    severity="warning",
                    text=f"The broker does not pass on our own `{AVAILABILITY}` ({refusal or 'nothing came back'}):"
                    " correct its access list. Messages go out all the same, but nobody sees there that this table is"
                    " gone, nor do we see an older journal by what was published.",
                )
            )

    def _client(self) -> TableClient:
        broker = self._broker
        password = broker.password_file.read_text().strip() if broker.password_file else None
        five = broker.version == "5"
        start: dict[str, Any] = {"clean_start": True} if five else {"clean_session": True}
        return TableClient(
            broker.host,
            broker.port,
            identifier=broker.client_id,
            username=broker.username,
            password=password,
            protocol=ProtocolVersion.V5 if five else ProtocolVersion.V311,
            will=Will(self._availability, OFFLINE, QOS, retain=True, properties=self._mark(PacketTypes.WILLMESSAGE)),
            **start,
            keepalive=KEEPALIVE_S,
            timeout=ACK_TIMEOUT_S,
            tls_context=self._tls() if broker.tls else None,
        )

    def _mark(self, packet: int) -> Properties | None:
        """Our instance as a property of a message; MQTT 3.1.1 has none."""
        if self._broker.version != "5":
            return None
        properties = Properties(packet)  # type: ignore[no-untyped-call]
        properties.UserProperty = (INSTANCE, self._instance)
        return properties

    def _tls(self) -> ssl.SSLContext:
        context = ssl.create_default_context(cafile=self._broker.ca_file)
        if self._broker.cert_file is not None:
            context.load_cert_chain(self._broker.cert_file, self._broker.key_file)
        return context

    async def _still_valid(self) -> list[Retained]:
        """Retained topics as last delivered, without those that the lane is about to renew."""
        retained = await self._journal.lookup.retained()
        behind = await self._journal.lookup.pending_topics(self._lane.name, after=self._lane.done_seq)
        return [row for row in retained if row.topic not in behind and row.seq not in self._struck_out]

    async def _say_online(self, client: TableClient) -> str | None:
        refusal = await client.say(self._availability, ONLINE, retain=True, properties=self._mark(PacketTypes.PUBLISH))
        self._born = True
        return refusal

    async def _watch(self, client: TableClient) -> None:
        async for message in client.messages:
            self._heard = asyncio.get_running_loop().time()
            if message.topic.value == self._last_outcome:
                await self._hold_to(message)
                continue
            if self._is_rivals(message):
                self._rival = True
                raise MqttError("another daemon says that it is this table")
            if message.payload != ONLINE:
                await self._say_online(client)
            elif not message.retain:
                self._echoed.set()

    async def _hold_to(self, message: Message) -> None:
        """Hold the journal to what the broker had kept; our own outcomes come back unretained and say nothing new."""
        if message.retain and isinstance(message.payload, bytes):
            against = await disagreement(self._journal, message.payload, last=self._lane.last)
            if against is not None:
                await self._tell_once(against)

    def _is_rivals(self, message: Message) -> bool:
        """A foreign birth, or whatever a foreign instance left behind since we were here before.

        The will of a process before this one is foreign too, but finds us not born yet, or comes late as `offline`.
        """
        instance = dict(getattr(message.properties, "UserProperty", ())).get(INSTANCE, self._instance)
        if instance == self._instance:
            return False
        return self._born_before if message.retain else message.payload == ONLINE

    async def _tell_of_rival(self) -> None:
        self._rival = False
        await self._tell_once(
            Alert(
                code=BROKER_TAKEN_OVER,
                severity="critical",
                text=f"Another client is at the broker as {self._broker.client_id}: is a second daemon running?",
            )
        )

    async def _tell_of_retained(self, row: Retained, reason: str) -> None:
        await self._tell_once(
            Alert(
                code=RETAINED_REFUSED,
                severity="warning",
                text=f"The broker refused what `{row.topic}` last said ({reason}): who asks there sees nothing or"
                " something older, until it is said anew.",
                stands=True,
            ),
            about=row.topic,
        )

    async def _tell_once(self, alert: Alert, *, about: str = "") -> None:
        key = f"{alert.code} {about}".rstrip()
        if key not in self._told:
            self._told.add(key)
            _log.warning(alert.code, text=alert.text)
            await self._notify(alert)

    async def _heartbeat(self, client: TableClient) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            await self._say_online(client)
            if not self._deaf and loop.time() - self._heard > 2 * HEARTBEAT_S:
                raise MqttError(f"the broker has not passed on our heartbeat for {2 * HEARTBEAT_S:.0f} s")

    async def _deliver(self, client: TableClient) -> None:
        while True:
            row = await self._lane.next()
            self._under_way = row
            refusal = await client.say(self._full(row.topic), row.payload.encode(), retain=row.retain)
            if refusal is not None:
                await self._park(row, refusal)
            else:
                self._lane.done(row)
            self._under_way = None
            if not self._lane.waiting:
                self._idle.set()

    def _full(self, topic: str) -> str:
        return f"{self._broker.prefix}/{topic}"

    async def _park(self, row: OutboxRow, reason: str) -> None:
        _log.error("message_parked", seq=row.seq, topic=row.topic, reason=reason)
        await self._notify(MessageParked(seq=row.seq, topic=row.topic, reason=reason))
        self._lane.parked(row)


def _reason(group: BaseExceptionGroup[BaseException]) -> tuple[str, int | None]:
    """The sentence and, where the broker gave one, the reason code of what ended a connection."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    cause = error.__cause__ if isinstance(error.__cause__, MqttCodeError) else error
    code = getattr(cause, "rc", None)
    value = getattr(code, "value", code)
    text = str(cause) if isinstance(cause, MqttError | OSError) else f"{type(cause).__name__}: {cause}"
    return text or type(cause).__name__, value if isinstance(value, int) else None
