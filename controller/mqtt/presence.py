"""Our `availability` at the broker: birth, heartbeat and farewell, and what comes back of it.

Watching it does two jobs. Our heartbeat comes back, so a connection that is open but dead is noticed; and an older
connection's last will arrives after our birth, which is then published again (`own_topics`). A broker whose access list
keeps it from us is reported; then its acknowledgements alone show that it lives.

`online` expires where no heartbeat renews it: a broker that died with us and came back alone does not keep it. MQTT
3.1.1 has no expiry: there the retained topic `heartbeat` holds the time of the last one, by which a reader judges what
he finds.

Each daemon marks its `availability` with its instance (a user property), so that two of one table are told. Anybody at
the broker may publish such a mark: it is reported and changes nothing. MQTT 3.1.1 has no mark either.
"""

import asyncio
import secrets
import time
from contextlib import suppress
from typing import Final

from aiomqtt import Message, MqttError, Will
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from controller.alerts.notices import Alert
from controller.beat import beat
from controller.journal.clock import rfc3339
from controller.mqtt.broker import Broker
from controller.mqtt.client import QOS, TableClient
from controller.mqtt.messages import AVAILABILITY, HEARTBEAT
from controller.mqtt.reports import Reports

ONLINE: Final = b"online"
OFFLINE: Final = b"offline"
INSTANCE: Final = "instance"
"""The user property that tells one running daemon from another."""

HEARTBEAT_S: Final = 10.0
EXPIRY_S: Final = 30
"""Three heartbeats: after it `online` is gone from a broker that nobody is connected to."""
ECHO_TIMEOUT_S: Final = 10.0
FAREWELL_S: Final = 2.0
"""A stop does not wait longer for the broker; after it the broker finds out by itself."""

BROKER_DEAF: Final = "broker_deaf"
BROKER_TAKEN_OVER: Final = "broker_taken_over"


class Presence:
    """This instance of the table at the broker, over one connection after the other."""

    def __init__(self, broker: Broker, reports: Reports) -> None:
        self.topic = broker.topic(AVAILABILITY)
        self._beat = broker.topic(HEARTBEAT)
        self._marked = broker.version == "5"
        self._broker = broker
        self._reports = reports
        self._instance = secrets.token_hex(8)
        self._born = self._born_before = False
        """Whether this instance has published `online`, and whether it had before this connection."""
        self._echoed = asyncio.Event()
        """Our birth has come back over this connection, and before it what the broker had kept."""
        self._deaf = False
        """Over this connection it has not, though the broker acknowledges what we send."""
        self._received_at = 0.0

    @property
    def will(self) -> Will:
        """The last will of a connection."""
        return Will(self.topic, OFFLINE, QOS, retain=True, properties=self._mark(PacketTypes.WILLMESSAGE))

    def connecting(self) -> None:
        """A connection begins: nothing has come back over it."""
        self._born_before = self._born
        self._echoed.clear()

    async def birth(self, client: TableClient, *, is_read: bool = True) -> None:
        """Publish `online` and wait for it. One that was acknowledged and never comes is kept from us by the broker.

        Not where the topic is not read now.
        """
        refusal = await self.online(client)
        self._deaf = not is_read
        if not is_read:
            return
        try:
            async with asyncio.timeout(ECHO_TIMEOUT_S if refusal is None else 0):
                await self._echoed.wait()
        except TimeoutError:
            self._deaf = True
            await self._reports.once(
                Alert(
                    code=BROKER_DEAF,
                    text=f"{self._broker.begins} does not pass on our own `{AVAILABILITY}`"
                    f" ({refusal or 'nothing came back'}): correct its access list. Messages go out all the same, but"
                    " nobody sees there that this table is gone, nor do we see an older journal by what was published.",
                )
            )

    async def farewell(self, client: TableClient) -> None:
        """Publish `offline`: a DISCONNECT takes the last will with it."""
        with suppress(MqttError):
            await client.send(self.topic, OFFLINE, retain=True, timeout_s=FAREWELL_S)

    async def heartbeat(self, client: TableClient) -> None:
        """For the connection's life; raises MqttError where it is dead."""
        loop = asyncio.get_running_loop()
        while True:
            await beat(HEARTBEAT_S)
            await self.online(client)
            if not self._deaf and loop.time() - self._received_at > 2 * HEARTBEAT_S:
                raise MqttError(f"the broker has not passed on our heartbeat for {2 * HEARTBEAT_S:.0f} s")

    def received(self) -> None:
        """Something has come from the broker: it lives."""
        self._received_at = asyncio.get_running_loop().time()

    async def came_back(self, message: Message) -> bool:
        """A message of our topic; whether it has to be contradicted by another `online`."""
        if self._is_rivals(message):
            await self._reports.once(
                Alert(
                    code=BROKER_TAKEN_OVER,
                    text=f"Another client at {self._broker.called} says that it is this table:"
                    " is a second daemon running?",
                )
            )
        elif message.payload == ONLINE and not message.retain:
            self._echoed.set()
        return message.payload != ONLINE

    def _is_rivals(self, message: Message) -> bool:
        """A foreign birth, or whatever a foreign instance left behind since we were here before.

        The will of a process before this one is foreign too, but finds us not born yet, or comes late as `offline`.
        """
        instance = dict(getattr(message.properties, "UserProperty", ())).get(INSTANCE, self._instance)
        if instance == self._instance:
            return False
        return self._born_before if message.retain else message.payload == ONLINE

    async def online(self, client: TableClient) -> str | None:
        """Publish `online`; why the broker refuses it, None where it has it."""
        properties = self._mark(PacketTypes.PUBLISH)
        if properties is not None:
            properties.MessageExpiryInterval = EXPIRY_S
        else:
            await client.send(self._beat, rfc3339(time.time_ns()).encode(), retain=True)
        refusal = await client.send(self.topic, ONLINE, retain=True, properties=properties)
        self._born = True
        return refusal

    def _mark(self, packet: int) -> Properties | None:
        """Our instance as a property of a message."""
        if not self._marked:
            return None
        properties = Properties(packet)  # type: ignore[no-untyped-call]
        properties.UserProperty = (INSTANCE, self._instance)
        return properties
