"""The alert of a source whose requests are refused without end: raised when they are counted, ended with the count.

One that a stop has left active ends after the start, when nothing more comes.
"""

import asyncio
from typing import Final, NoReturn

from controller.beat import beat
from controller.table.inbox import Item
from controller.table.refusals import RequestsRefused
from controller.table.task import TableTask

LOOK_EVERY_S: Final = 1.0


async def watch_refusals(table: TableTask) -> NoReturn:
    """For the daemon's life."""
    loop = asyncio.get_running_loop()
    while True:
        active = {device for code, device in table.active_alerts if code == RequestsRefused.code}
        for source in {*table.refusals.counting, *active}:
            if table.refusals.is_over(source, loop.time()):
                counted, mark = table.refusals.end(source)
                await table.submit(Item(counted, mark), device=source)
            elif source not in active:
                await table.submit(Item(RequestsRefused()), device=source)
        await beat(LOOK_EVERY_S)
