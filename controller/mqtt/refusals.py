"""Messages that the broker refuses for good: kept, reported, not tried again, and nothing waits behind them.

A refusal comes as the answer to a message (`TableClient.send`), or as the end of the connection while one was under
way: a DISCONNECT that complains of it, often enough, is a refusal too. A lost line is none.
"""

from typing import Final

from controller.alerts.notices import Alert, MessageParked
from controller.journal.draft import OutboxRow, Retained
from controller.journal.outbox import Lane
from controller.mqtt.broker import Broker
from controller.mqtt.reports import Notify, Reports

PACKET_TOO_LARGE: Final = 0x95
COMPLAINTS: Final = frozenset((0x81, 0x82, 0x87, 0x90, PACKET_TOO_LARGE, 0x99, 0x9A, 0x9B))
"""Reasons of a DISCONNECT that blame what was just sent (MQTT 5, 2.4): malformed, protocol error, not authorised,
topic name, size, payload format, retain, QoS."""

STRIKES: Final = 3
"""A message in whose sending the connection ended so often with a complaint is refused. Mosquitto before 2.1 answers
one over its `message_size_limit` by a PUBACK that MQTT 5 does not know, which reads as a protocol error. A line that is
merely lost gives no such complaint and no strike."""

RETAINED_REFUSED: Final = "retained_refused"


class Refusals:
    """What becomes of refused messages of the broker's lane and of its retained topics."""

    def __init__(self, broker: Broker, *, lane: Lane, notify: Notify, reports: Reports) -> None:
        self.struck_out: set[int] = set()
        """Retained messages, by number, at which the broker closes the connection: not tried again."""
        self._broker = broker
        self._lane = lane
        self._notify = notify
        self._reports = reports
        self._struck = (0, 0)
        """The number of the row last complained of, and how often."""

    async def strike(self, row: OutboxRow | Retained, code: int | None, reason: str) -> bool:
        """The connection ended while `row` was under way; whether that makes it refused."""
        if code not in COMPLAINTS:
            return False
        seq, strikes = self._struck
        self._struck = (row.seq, strikes + 1 if seq == row.seq else 1)
        if code != PACKET_TOO_LARGE and self._struck[1] < STRIKES:
            return False
        if isinstance(row, OutboxRow):
            await self.park(row, reason)
        else:
            self.struck_out.add(row.seq)
            await self.retained(row, reason)
        return True

    async def park(self, row: OutboxRow, reason: str) -> None:
        """The row stays in the journal, and the lane goes on behind it."""
        await self._notify(MessageParked(seq=row.seq, topic=row.topic, reason=reason, broker=self._broker.at))
        self._lane.parked(row)

    async def retained(self, row: Retained, reason: str) -> None:
        """The last message of a retained topic, sent again at a connect, is refused: reported for each topic once."""
        await self._reports.once(
            Alert(
                code=RETAINED_REFUSED,
                text=f"{self._broker.begins} refused what `{row.topic}` last said ({reason}): who asks there sees"
                " nothing or something older, until it is said anew.",
            ),
            about=row.topic,
        )
