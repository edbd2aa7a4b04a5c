"""The journal watched while the table plays: whether it is where it was, and its past.

A start has looked only at what lies behind its last snapshot; the rest is walked, little by little, so that no commit
waits for it. What is found is what `tablectl verify` would find of the chain and of the seals of the rounds; that says
the rest.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Final, NoReturn

from controller.alerts.notices import Alert
from controller.audit.signed import signed_records
from controller.beat import beat
from controller.journal.archive import Archive, JournalRefusedError, reading
from controller.journal.files.names import watched
from controller.journal.packing import Packing
from controller.journal.store import Journal
from controller.mqtt.witness import JOURNAL_CHANGED
from controller.table.task import TableTask

AT_ONCE: Final = 200
"""Records between two pauses: some milliseconds of work."""
PAUSE_S: Final = 0.02
LOOK_EVERY_S: Final = 1.0
"""A file that is cut short keeps its name."""
APART_S: Final = 0.1
"""Behind a name that has come or gone, so that a folder in which they do without end costs little."""


async def watch_place(table: TableTask, journal: Journal) -> NoReturn:
    """End a table without events, too, whose journal was moved away, and keep its head file; for the daemon's life.

    Raises JournalFailedError where no head file can be made.
    """
    changed = asyncio.Event()
    with watched({journal.path.parent, journal.path.resolve().parent}, changed.set):
        while True:
            changed.clear()
            if await table.look_for_journal():
                await journal.keep_head()
            await beat(LOOK_EVERY_S, unless=changed)
            if changed.is_set():
                await asyncio.sleep(APART_S)


async def walk(journal: Journal, notify: Callable[[Alert], Awaitable[None]]) -> None:
    """From the first record to what is now the last; ends with the first finding, as an alert."""
    last, n = journal.n, 0
    try:
        while n < last:
            n = await asyncio.to_thread(_checked, journal.path, journal.journal_id, journal.key.public, n)
            await asyncio.sleep(PAUSE_S)
    except JournalRefusedError as error:
        await notify(Alert(code=JOURNAL_CHANGED, text=str(error)))


def _checked(path: Path, journal_id: str, public: bytes, after: int) -> int:
    """Up to which record it is as it was signed; raises JournalRefusedError.

    The connection is this thread's, which goes on by itself where the walk is cancelled.
    """
    n = after
    uri = f"{path.absolute().as_uri()}?mode=ro"
    with reading(path, "its records: "), closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        packing = Packing.of(connection)
        archive = Archive(
            path=path, connection=connection, journal_id=journal_id, public=public, vault=None, packing=packing
        )
        for stored in islice(signed_records(archive, after), AT_ONCE):
            n = stored.record.n
    if n == after:
        raise JournalRefusedError(f"The journal {path} lacks record {n + 1}.")
    return n
