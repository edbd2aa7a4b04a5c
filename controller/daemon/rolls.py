"""A multiplier goes to the broker when the meter at the table has finished its roll, and shows it: not before.

The message `meter` with the multiplier is numbered and committed with the draw (4.2) like every other, and waits in the
broker's lane; what comes behind it, as the outcome, waits with it, so the order stays. After a restart it waits until
the meter is connected again and has been given what it shows now. A meter that is gone, or takes no order, is waited
for so long (`orders`), and no longer.

A meter by `mqtt` is the topic itself: it rolls for `roll_s` from the message that says so.
"""

import asyncio
import json
import time
from collections.abc import Sequence
from typing import Final, Protocol

from controller.journal.draft import OutboxRow
from controller.mqtt.messages import METER

STALE_S: Final = 60.0
"""A roll that is so old, as at a broker that was away, is not made up for."""


class Meter(Protocol):
    """What can be waited for."""

    async def shows(self, n: int, *, age_s: float) -> None:
        """Returns when the meter shows what record `n`, which is so old, wants."""


class Rolls:
    """`meters` have ports; `published_s` is the roll of the one that has none, 0 where there is none."""

    def __init__(self, meters: Sequence[Meter], *, published_s: float) -> None:
        self._meters = meters
        self._published_s = published_s
        self._began: tuple[int, float] | None = None
        """The message that began the last roll, by number, and when it went out."""

    async def finished(self, row: OutboxRow) -> None:
        """Returns when the message may go out."""
        if row.topic != METER:
            return
        state = json.loads(row.payload)["state"]
        if state == "rolling":
            if self._began is None or row.seq >= self._began[0]:  # of several brokers one may catch up
                self._began = row.seq, asyncio.get_running_loop().time()
        elif state == "showing":
            age_s = max(0.0, (time.time_ns() - row.utc_ns) / 1e9)
            for meter in self._meters:
                await meter.shows(row.n, age_s=age_s)
            if age_s < STALE_S:
                await asyncio.sleep(self._left_s(age_s))

    def _left_s(self, age_s: float) -> float:
        """Of the roll of a meter that is a topic; by the record's time where the message that began it was before."""
        gone_s = age_s if self._began is None else asyncio.get_running_loop().time() - self._began[1]
        return max(0.0, self._published_s - gone_s)
