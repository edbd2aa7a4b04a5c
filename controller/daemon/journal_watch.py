"""The journal's past, walked while the table plays: a start has looked only at what lies behind its last snapshot.

Little by little, so that no commit waits for it. What is found is what `tablectl verify` would find of the chain and of
the seals of the rounds; that says the rest.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from itertools import islice
from typing import Final

from controller.alerts.notices import Alert
from controller.audit.signed import signed_records
from controller.journal.archive import Archive, JournalRefusedError, reading
from controller.journal.store import Journal
from controller.mqtt.witness import JOURNAL_CHANGED

AT_ONCE: Final = 200
"""Records between two pauses: some milliseconds of work."""
PAUSE_S: Final = 0.02


async def walk(journal: Journal, notify: Callable[[Alert], Awaitable[None]]) -> None:
    """From the first record to what is now the last; ends with the first finding, as an alert."""
    last = journal.n
    connection = sqlite3.connect(
        f"{journal.path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
    )
    try:
        archive = Archive(
            path=journal.path,
            connection=connection,
            journal_id=journal.journal_id,
            public=journal.key.public,
            vault=None,
        )
        n = 0
        while n < last:
            n = await asyncio.to_thread(_checked, archive, n)
            await asyncio.sleep(PAUSE_S)
    except JournalRefusedError as error:
        await notify(Alert(code=JOURNAL_CHANGED, text=str(error)))
    finally:
        connection.close()


def _checked(archive: Archive, after: int) -> int:
    """Up to which record it is as it was signed; raises JournalRefusedError."""
    n = after
    with reading(archive.path, "its records: "):
        for stored in islice(signed_records(archive, after), AT_ONCE):
            n = stored.record.n
    if n == after:
        raise JournalRefusedError(f"The journal {archive.path} lacks record {n + 1}.")
    return n
