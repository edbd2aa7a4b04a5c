"""Messages sent again because a reader has lost them (`request/resend`): as they were, to the byte, and not retained.

A broker's acknowledgement does not mean that it has written the message down, and a reader may lose what it has read.
Here a stretch of one life is taken from the journal's outbox, which keeps delivered messages for some hours, and sent
once more with the first `id` and `seq`; whoever has them drops them. What was retained is not again: a newer value is.
Nothing is sent while a live message waits, and never more than `A_SECOND`.

    look -> the answer is committed -> begin -> sent, up to the last -> finished: `taken` is recorded and answered

A start of the daemon finds the answers that no `taken` follows, and has those messages sent again from the first.
"""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from controller.journal.draft import OutboxRow
from controller.journal.outbox import Lane
from controller.journal.store import Journal
from controller.mqtt.request_words import RESENT_MOST, RequestError

if TYPE_CHECKING:
    from controller.mqtt.requests import ResendRequest

A_SECOND: Final = 50
AT_ONCE: Final = 50
"""Rows taken from the journal at a time."""
WAITING: Final = 8
"""Stretches that may wait for those before them."""
LOOK_EVERY_S: Final = 5.0

Send = Callable[[OutboxRow], Awaitable[object]]


class Stretch(NamedTuple):
    """The messages `first` to `last` of the lane whose payload begins with `head`."""

    first: int
    last: int
    head: str


class Resending:
    """Of one table's broker lane; `finished` is given the record of an answer when its last message has gone out."""

    def __init__(self, *, journal: Journal, lane: Lane) -> None:
        self._journal = journal
        self._lane = lane
        self._waiting: deque[Mapping[str, Any]] = deque()
        """The records of the answers, that of the stretch at hand first."""
        self._begun = asyncio.Event()
        self._at_hand: Stretch | None = None
        self.finished: Callable[[Mapping[str, Any]], None] | None = None

    @property
    def done_seq(self) -> int:
        """Up to which number there is something to send again."""
        return self._lane.done_seq

    async def look(self, asked: "ResendRequest") -> dict[str, Any]:
        """What will be sent once it is begun. Raises RequestError."""
        stretch = self._stretch(asked)
        first, last, count = await self._journal.lookup.stretch(self._lane.name, *stretch)
        other = await self._journal.lookup.other_life(self._lane.name, *stretch)
        beside = {} if other is None else {"next": json.loads(other)["id"]}
        if first is None or last is None:
            raise RequestError(
                f"None of the messages from {asked.id} on is kept and was delivered in that life.", beside
            )
        if len(self._waiting) > WAITING:
            raise RequestError(f"{WAITING} stretches wait already: ask again when they have been sent.")
        return {"first": first, "last": last, "messages": count, **beside, "follows": "taken"}

    def begin(self, record: Mapping[str, Any]) -> None:
        """Send what the answer of this record says, behind those before it."""
        self._waiting.append(record)
        self._begun.set()

    def _stretch(self, asked: "ResendRequest") -> Stretch:
        life, _, seq = asked.id.rpartition("-")
        if life.rpartition("-")[0] != self._journal.journal_id:
            raise RequestError(f"The journal of this table is {self._journal.journal_id}; {asked.id} is of another.")
        if int(seq) != asked.seq:
            raise RequestError(f"`seq` is {asked.seq}, but `id` is of message {int(seq)}.")
        if asked.last is not None and asked.count is not None:
            raise RequestError("Expected `last` or `count`, got both.")
        count = asked.count or RESENT_MOST
        last = asked.seq + count - 1 if asked.last is None else asked.last
        if not asked.seq <= last < asked.seq + RESENT_MOST:
            raise RequestError(f"Expected `last` from {asked.seq} to {asked.seq + RESENT_MOST - 1}, got {last}.")
        return Stretch(asked.seq, min(last, self._lane.done_seq), head_of(life))

    async def run(self, send: Send) -> NoReturn:
        """For a connection's life; what it leaves is sent over the next one."""
        while True:
            while not self._waiting:
                self._begun.clear()
                await self._begun.wait()
            if self._at_hand is None:
                self._at_hand = _answered(self._waiting[0])
            while (stretch := self._at_hand).first <= stretch.last:
                rows = await self._journal.lookup.lane(self._lane.name, after=stretch.first - 1, limit=AT_ONCE)
                for row in rows:
                    if row.seq > stretch.last:
                        break
                    if row.payload.startswith(stretch.head):
                        await self._turn()
                        await send(row)
                    self._at_hand = stretch._replace(first=row.seq + 1)
                if not rows or rows[-1].seq > stretch.last:
                    break
            self._at_hand = None
            record = self._waiting.popleft()
            if self.finished is not None:
                self.finished(record)

    async def _turn(self) -> None:
        """Returns when nothing live waits and the next is due."""
        await asyncio.sleep(1 / A_SECOND)
        while not await self._lane.emptied(LOOK_EVERY_S):
            pass


def _answered(record: Mapping[str, Any]) -> Stretch:
    """The stretch of an accepted answer."""
    life, _, _ = record["asked"]["id"].rpartition("-")
    return Stretch(record["result"]["first"], record["result"]["last"], head_of(life))


def head_of(life: str) -> str:
    """How every message of the life begins: `JOURNAL-LIFE` in its `id`."""
    return f'{{"v":1,"id":{json.dumps(life)[:-1]}-'
