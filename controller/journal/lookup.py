"""What was written to the journal long ago, looked up while the table runs.

Over a connection and a thread of its own, so that it never waits for the writer nor the writer for it. It reads what
is committed. A journal that cannot be read is as bad as one that cannot be written: all raise JournalFailedError.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NoReturn

from controller.journal.archive import stored_record
from controller.journal.chain import Record
from controller.journal.draft import OutboxRow, Retained
from controller.journal.packing import Packing


class Lookup:
    """The journal's; `fail` raises JournalFailedError, and for the journal as a whole."""

    def __init__(self, path: Path, *, fail: Callable[[str, Exception | None], NoReturn]) -> None:
        self._path = path
        self._fail = fail
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal-lookup")
        self._connection: sqlite3.Connection | None = None

    async def lane(self, lane: str, *, after: int, limit: int, parked: bool = False) -> list[OutboxRow]:
        """Up to `limit` committed rows of a lane after number `after`, in order; `parked` ones too where asked for.

        Raises JournalFailedError.
        """
        rows = await self._rows(
            "SELECT lane, seq, n, utc_ns, topic, retain, payload FROM outbox WHERE lane = ? AND seq > ?"
            " AND parked <= ? ORDER BY seq LIMIT ?",
            (lane, after, parked, limit),
        )
        return [
            OutboxRow(lane, seq, n, utc_ns, topic, bool(retain), payload)
            for lane, seq, n, utc_ns, topic, retain, payload in rows
        ]

    async def stretch(self, lane: str, first: int, last: int, head: str) -> tuple[int | None, int | None, int]:
        """First, last and number of the rows `first` to `last` of a lane that are kept and begin with `head`."""
        (found,) = await self._rows(
            "SELECT min(seq), max(seq), count(*) FROM outbox WHERE lane = ?1 AND seq BETWEEN ?2 AND ?3 AND parked = 0"
            " AND substr(payload, 1, length(?4)) = ?4",
            (lane, first, last, head),
        )
        return found[0], found[1], found[2]

    async def other_life(self, lane: str, first: int, last: int, head: str) -> str | None:
        """The first of the rows `first` to `last` of a lane that are kept and do not begin with `head`."""
        rows = await self._rows(
            "SELECT payload FROM outbox WHERE lane = ?1 AND seq BETWEEN ?2 AND ?3 AND parked = 0"
            " AND substr(payload, 1, length(?4)) <> ?4 ORDER BY seq LIMIT 1",
            (lane, first, last, head),
        )
        return rows[0][0] if rows else None

    async def prunable(self, lane: str, *, done: int, above_bytes: int, before_utc_ns: int) -> int | None:
        """The newest delivered row of a lane that has `above_bytes` of newer delivered ones, or is from before."""
        ((found,),) = await self._rows(
            "SELECT max(seq) FROM (SELECT seq, utc_ns, sum(length(payload)) OVER (ORDER BY seq DESC) AS bytes"
            " FROM main.outbox WHERE lane = ? AND seq <= ? AND parked = 0) WHERE bytes > ? OR utc_ns < ?",
            (lane, done, above_bytes, before_utc_ns),
        )
        return int(found) if found is not None else None

    async def retained(self, lane: str, *, done: int) -> list[Retained]:
        """The last message of each retained topic for who has the lane's rows up to `done`, in their order.

        One of several readers may have more than all of them, which is what is noted.
        """
        rows = await self._rows(
            "SELECT topic, max(seq), payload FROM (SELECT topic, seq, payload FROM retained UNION ALL"
            " SELECT topic, seq, payload FROM outbox WHERE lane = ?1 AND seq <= ?2 AND retain = 1 AND parked = 0"
            " AND seq > (SELECT done FROM lanes WHERE lane = ?1)) GROUP BY topic ORDER BY max(seq)",
            (lane, done),
        )
        return [Retained(*row) for row in rows]

    async def pending_topics(self, lane: str, *, after: int) -> set[str]:
        """The topics of a lane's rows after number `after`."""
        rows = await self._rows("SELECT DISTINCT topic FROM outbox WHERE lane = ? AND seq > ?", (lane, after))
        return {topic for (topic,) in rows}

    async def payload(self, lane: str, seq: int) -> str | None:
        """What row `seq` of a lane holds, None where it is not kept any more."""
        rows = await self._rows("SELECT payload FROM outbox WHERE lane = ? AND seq = ?", (lane, seq))
        return rows[0][0] if rows else None

    async def link(self, n: int) -> bytes | None:
        """The link of committed record `n`, None where there is none; raises JournalFailedError."""
        rows = await self._rows("SELECT link FROM records WHERE n = ?", (n,))
        return rows[0][0] if rows else None

    async def newest_end(self) -> Record | None:
        """The newest committed record that ended a round, unchecked."""
        rows = await self._rows("SELECT * FROM records WHERE ended = 1 ORDER BY n DESC LIMIT 1", ())
        return stored_record(rows[0]).record if rows else None

    async def parked(self) -> dict[str, int]:
        """How many rows were refused for good, by lane."""
        return dict(await self._rows("SELECT lane, count(*) FROM outbox WHERE parked = 1 GROUP BY lane", ()))

    async def check_pages(self) -> None:
        """Check the whole file while the table runs; raises JournalFailedError where it is damaged."""
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        try:
            found = await asyncio.to_thread(lambda: connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        except sqlite3.Error as error:
            found = str(error)
        except asyncio.CancelledError:
            connection.interrupt()
            raise
        finally:
            connection.close()
        if found != "ok":
            self._fail(f"is damaged: {found}", None)

    async def _rows(self, statement: str, parameters: tuple[Any, ...]) -> list[Any]:
        def read() -> list[Any]:
            if self._connection is None:
                self._connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
                Packing.of(self._connection)
                self._connection.execute("PRAGMA query_only = ON")
            return self._connection.execute(statement, parameters).fetchall()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, read)
        except sqlite3.Error as error:
            self._fail(f"could not be read: {error}", error)

    def close(self) -> None:
        """Let go of the file."""
        self._thread.shutdown()
        if self._connection is not None:
            self._connection.close()
