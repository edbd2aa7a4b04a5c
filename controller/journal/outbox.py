"""The outbox: one lane for the broker and one for each device, each with its own reader, none waiting for another.

A lane's rows are taken in the order of their numbers, which have a gap only as `numbering` describes. Its reader acts,
waits for the acknowledgement and only then says `done`; after a cut the rows that were not done are taken again. The
newest rows lie in memory, handed over by the table after their commit; a reader that has fallen further behind takes
them from the journal, so a broker that is gone for days costs disk and no memory.
"""

import asyncio
import time
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Final

from controller.beat import beat
from controller.journal import faults
from controller.journal.draft import Mark, OutboxRow
from controller.journal.store import Journal

RECENT_ROWS: Final = 1000
"""Rows of a lane kept in memory: some ten rounds of the broker's."""
READ_ROWS: Final = 200
"""Rows taken from the journal at once by a reader that is behind."""
KEEP_BYTES: Final = 8 * 1024 * 1024
"""Delivered messages of a lane that stay for the technician to look at, as they lie: a day of play or more."""
KEEP_FOR_S: Final = 7 * 24 * 3600
"""How long they stay at most."""
PRUNE_ROWS: Final = 1000
"""Rows deleted in one transaction, so that no commit waits long for it; a busy table makes fewer in a minute."""
MARK_EVERY_S: Final = 5.0
"""How often marks of delivery are written: what was delivered since is delivered once more after a cut."""
PRUNE_EVERY_S: Final = 60.0


class Woken(Exception):  # noqa: N818 - it says what has happened
    """The reader has something else to do."""


class Lane:
    """One reader's rows; `name` is the broker's or a device's."""

    parked_too = False
    """Whether rows that were refused for good are still to be taken."""

    def __init__(self, *, journal: Journal, name: str) -> None:
        self.name = name
        self._journal = journal
        self.last, self.done_seq, self._kept = journal.archive.lane_position(name)
        self.taken = self.done_seq
        """The number of the last row given to the reader."""
        self.read_back = False
        """Whether that was read from the journal's file, where somebody may have changed it."""
        self.parks = 0
        """Rows of this run that were refused for good."""
        self._recent: deque[OutboxRow] = deque(maxlen=RECENT_ROWS)
        self._behind: deque[OutboxRow] = deque()
        self._grown = asyncio.Event()
        self._emptied = asyncio.Event()

    @property
    def waiting(self) -> int:
        """How many numbers have not been delivered."""
        return self.last - self.done_seq

    @property
    def foremost(self) -> "Lane":
        """Of the readers of this lane, the one that has got furthest: here itself."""
        return self

    def by_reader(self) -> "Mapping[str, Lane]":
        """The readers of this lane, by the names of their marks: here itself."""
        return {self.name: self}

    async def oldest_utc_ns(self) -> int | None:
        """When the first row that waits was committed; None where none does."""
        if not self.waiting:
            return None
        after = self.done_seq
        if self._recent and self._recent[0].seq <= after + 1:
            return self._recent[after + 1 - self._recent[0].seq].utc_ns
        rows = await self._journal.lookup.lane(self.name, after=after, limit=1)
        return rows[0].utc_ns if rows else None

    async def emptied(self, timeout_s: float) -> bool:
        """Wait until everything is delivered, at most so long; whether it is."""
        try:
            async with asyncio.timeout(timeout_s):
                while self.waiting:
                    self._emptied.clear()
                    await self._emptied.wait()
        except TimeoutError:
            return False
        return True

    def adopt(self, rows: Iterable[OutboxRow], *, yielding: bool = False) -> None:
        """Rows of this lane that have just been committed; a `yielding` reader begins behind whoever is woken now."""
        for row in rows:
            if row.seq != self.last + 1:
                self._recent.clear()  # what was before the gap is on the disk, and is found there by its number
            self._recent.append(row)
            self.last = row.seq
        if yielding:
            asyncio.get_running_loop().call_soon(self._grown.set)
        else:
            self._grown.set()

    async def next(self, *, unless: asyncio.Event | None = None) -> OutboxRow:
        """The next row in order; waits until there is one. Raises Woken where the event is set before, and `wake`."""
        while True:
            while self.taken >= self.last:
                if unless is not None and unless.is_set():
                    raise Woken
                self._grown.clear()
                await self._grown.wait()
            last = self.last
            row = await self._after(self.taken)
            if row is not None:
                self.taken = row.seq
                return row
            self._mark(last)  # all that was left was parked just before the last stop

    def wake(self) -> None:
        """Have a `next` that waits look at its event."""
        self._grown.set()

    async def _after(self, seq: int) -> OutboxRow | None:
        if self._recent and self._recent[0].seq <= seq + 1:
            self._behind.clear()
            self.read_back = False
            return self._recent[seq + 1 - self._recent[0].seq]
        self.read_back = True
        if not self._behind:
            rows = await self._journal.lookup.lane(self.name, after=seq, limit=READ_ROWS, parked=self.parked_too)
            self._behind.extend(rows)
        return self._behind.popleft() if self._behind else None

    def done(self, row: OutboxRow) -> None:
        """The row was acknowledged by whom it was for."""
        faults.point("lane.acknowledged")
        self._mark(row.seq)
        if row.retain:
            self._retain(row)

    def _retain(self, row: OutboxRow) -> None:
        self._journal.defer(
            ("retained", row.topic),
            "INSERT INTO main.retained VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET seq = ?2, payload = ?3",
            (row.topic, row.seq, self._journal.packing.packed(row.payload)),
        )

    def parked(self, row: OutboxRow) -> None:
        """The row was refused for good, and the journal has noted it: the lane goes on."""
        self.parks += 1
        self._mark(row.seq)

    def skip_to(self, seq: int) -> None:
        """Rows up to `seq` are superseded: a level order that a newer one makes stale."""
        if seq > self.done_seq:
            self._behind.clear()
            self._mark(seq)

    def rewind(self) -> None:
        """Take again what was taken but not done: the connection was lost in between."""
        self.taken = self.done_seq
        self._behind.clear()

    def _mark(self, seq: int) -> None:
        self.done_seq = seq
        self.taken = max(self.taken, seq)
        self._write()
        if not self.waiting:
            self._emptied.set()

    def _write(self) -> None:
        self._journal.mark(self.name, Mark(self.done_seq, self._kept))

    async def prune(self, *, utc_ns: int) -> None:
        """Delete the oldest delivered rows: by age and by size, never one not delivered or parked."""
        found = await self._journal.lookup.prunable(
            self.name, done=self.done_seq, above_bytes=KEEP_BYTES, before_utc_ns=utc_ns - KEEP_FOR_S * 1_000_000_000
        )
        if found is None or found < self._kept:
            return
        self._kept = min(found + 1, self._kept + PRUNE_ROWS)
        self._journal.defer(
            ("prune", self.name),
            "DELETE FROM main.outbox WHERE lane = ? AND parked = 0 AND seq < ?",
            (self.name, self._kept),
        )
        self._journal.mark(self.name, Mark(self.done_seq, self._kept))


async def keep_marks(journal: Journal, lanes: Iterable[Lane]) -> None:
    """Write marks of delivery, in commits of their own, and prune; runs for the daemon's life."""
    loop = asyncio.get_running_loop()
    pruned_at = loop.time()
    while True:
        await beat(MARK_EVERY_S)
        if loop.time() - pruned_at >= PRUNE_EVERY_S:
            pruned_at = loop.time()
            for lane in lanes:
                await lane.prune(utc_ns=time.time_ns())
        if journal.has_deferred:
            await journal.commit_deferred()
