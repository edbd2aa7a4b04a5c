"""A table that plays on a disk whose power will be cut, as a program: `python -m tests.journal.cut_player FOLDER`.

For each event that was acknowledged it prints the last record's number and link. Marks of delivery are written after
each round. SQLite's log is short, so that it is written back and begun anew every few rounds.
"""

import asyncio
import sys
from itertools import cycle
from pathlib import Path
from typing import Final
from unittest.mock import patch

import structlog

from controller.core.events import ShoeNew
from controller.table.inbox import Item
from tests.audit.small_journal import PLAYED, PONTOON, deliver
from tests.journal.journals import open_journal, open_table

LOG_BYTES: Final = 160 * 1024


async def play(folder: Path) -> None:
    """Until it is killed."""
    journal = open_journal(folder)
    task = await open_table(journal, lambda: 25)
    running = asyncio.ensure_future(task.run())
    for number, event in enumerate(cycle((ShoeNew(), *PONTOON, *PLAYED, *PONTOON, *PLAYED))):
        await task.submit(Item(event, f"A:{number}"), device="shoe" if event.type == "card" else "console")
        sys.stdout.write(f"{journal.n} {journal.head.hex()}\n")
        sys.stdout.flush()
        if event.type == "bets.open":
            await deliver(journal, task)
            await journal.commit_deferred()
    await running


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with (
        patch("controller.journal.opening.LOG_BYTES", LOG_BYTES),
        patch("controller.journal.store.LOG_BYTES", LOG_BYTES),
    ):
        asyncio.run(play(Path(sys.argv[1])))
