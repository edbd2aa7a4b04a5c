"""What the broker keeps under our own retained topics, held to what we sent last: anything else is answered with ours.

Anybody whom the broker lets publish there may do so as often as he likes. What he gets for it is one alert for each
topic, and at most one answer a second for all of them: neither the connection nor the lane depends on what comes.
"""

import asyncio
from collections import deque
from collections.abc import Collection
from typing import Final

from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from controller.alerts.notices import Alert
from controller.mqtt.broker import Broker
from controller.mqtt.client import TableClient
from controller.mqtt.messages import ABOUT, AVAILABILITY, DEVICE, HEALTH, LAST_OUTCOME, METER, STATE
from controller.mqtt.presence import Presence
from controller.mqtt.reports import Reports

RETAINED: Final = (ABOUT, STATE, METER, LAST_OUTCOME, HEALTH)
"""Besides `availability` and those of the devices."""
EXPIRY_S: Final = {HEALTH: 180}
"""What the broker lets go of where none follows; three of the table's minutes."""
ANSWER_EVERY_S: Final = 1.0
ECHOES: Final = 32
"""Of our own messages on one topic, on their way back to us at most."""
WRONG_TOPICS: Final = 64
"""Topics answered at once; there are some ten of ours."""

TOPIC_FORGED: Final = "topic_forged"


class OwnTopics:
    """Topics are those below the table's prefix; `devices` are the names of those that the table has."""

    def __init__(self, broker: Broker, presence: Presence, reports: Reports, devices: Collection[str]) -> None:
        self._broker = broker
        self._presence = presence
        self._reports = reports
        self._devices = devices
        self._sent: dict[str, bytes] = {}
        self._echoes: dict[str, deque[bytes]] = {}
        self._wrong: dict[str, None] = {}
        self._found = asyncio.Event()

    def connecting(self) -> None:
        """A connection begins: nothing was sent over it."""
        self._sent.clear()
        self._echoes.clear()
        self._wrong.clear()

    @property
    def known(self) -> list[str]:
        """The topics that we have sent over this connection."""
        return list(self._sent)

    def sending(self, topic: str, payload: bytes) -> None:
        """This is about to be sent on a retained topic; kept there but for what is left of a device."""
        if not self.is_left(topic):
            self._sent[topic] = payload
        self._echoes.setdefault(topic, deque(maxlen=ECHOES)).append(payload)

    def properties(self, topic: str) -> Properties | None:
        """How long the broker keeps what is sent there; without end where None."""
        if topic not in EXPIRY_S or self._broker.version != "5":
            return None
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        properties.MessageExpiryInterval = EXPIRY_S[topic]
        return properties

    def repeating(self, topic: str, payload: bytes) -> None:
        """An earlier message of ours is about to be sent again, not retained: it will come back to us."""
        self._echoes.setdefault(topic, deque(maxlen=ECHOES)).append(payload)

    def is_ours(self, topic: str, payload: bytes) -> bool:
        """Whether what came back is what we sent last, or an earlier one of ours on its way to us until now."""
        echoes = self._echoes.get(topic, deque())
        if payload in echoes:
            while echoes.popleft() != payload:
                pass
            return True
        return payload == self._sent.get(topic, b"")

    def is_left(self, topic: str) -> bool:
        """Whether it is of a device that the table has no more: nothing is kept there."""
        below = f"{DEVICE}/"
        return topic.startswith(below) and topic.removeprefix(below) not in self._devices

    def is_wrong(self, topic: str) -> bool:
        """Whether an answer there is due."""
        return topic in self._wrong

    async def forged(self, topic: str) -> None:
        """Somebody else has published there: told once, and answered soon."""
        self.answer(topic)
        where = topic if topic in self._sent or topic in RETAINED else f"{DEVICE}/+"
        await self._reports.once(
            Alert(
                code=TOPIC_FORGED,
                text=f"Another client at {self._broker.called} has published on `{where}` of this table; what this"
                " table last published there was sent again.",
            ),
            about=where,
        )

    def answer(self, topic: str) -> None:
        """What is ours there is sent again, with the next answer."""
        if len(self._wrong) < WRONG_TOPICS:
            self._wrong[topic] = None
        self._found.set()

    async def keep(self, client: TableClient) -> None:
        """Send the answers, for the connection's life."""
        while True:
            await self._found.wait()
            self._found.clear()
            wrong, self._wrong = self._wrong, {}
            for topic in wrong:
                if topic == AVAILABILITY:
                    await self._presence.online(client)
                    continue
                payload = self._sent.get(topic, b"")
                if payload:
                    self.sending(topic, payload)
                properties = self.properties(topic)
                await client.send(self._broker.topic(topic), payload, retain=True, properties=properties)
            await asyncio.sleep(ANSWER_EVERY_S)
