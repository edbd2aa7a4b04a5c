"""Garbage is collected between the events of a table, not in the middle of one.

Python collects when so many objects were made, which is on the way of a card as often as not: a tenth of a millisecond
each time, one each tenth time, and now and then all of the program's. Here it is done on the beat.
"""

import gc
from typing import Final, NoReturn

from controller.beat import beat

EVERY_S: Final = 10.0
"""What goes round in circles is little: a task that failed, a connection that ended."""
ALL_EVERY: Final = 60
"""Once in so many times everything is gone through."""


async def collect() -> NoReturn:
    """For the daemon's life. Nothing is frozen: a demonstration has more in its process than a table."""
    gc.collect()
    gc.disable()
    try:
        count = 0
        while True:
            await beat(EVERY_S)
            count += 1
            gc.collect(2 if count % ALL_EVERY == 0 else 0)
    finally:
        gc.enable()
