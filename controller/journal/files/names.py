"""Names of a folder that come and go, known at once and at no cost while none does: inotify(7).

Where the kernel has no watch to give, or the folder's file system tells nothing of what others do, nothing comes: who
asks has to look now and then all the same.
"""

import asyncio
import ctypes
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

CHANGES: Final = 0x40 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800
"""Of linux/inotify.h: moved from, moved to, created, deleted, the folder itself deleted or moved."""
ROOM: Final = 4096
"""For a record at least, whose name has at most 255 bytes."""


@contextmanager
def watched(folders: Iterable[Path], changed: Callable[[], None]) -> Iterator[None]:
    """Call `changed` in the running loop after a name in one of the folders has come or gone."""
    library, loop = ctypes.CDLL(None), asyncio.get_running_loop()
    descriptor = library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    if descriptor < 0:
        yield
        return

    def read() -> None:
        with suppress(BlockingIOError):
            os.read(descriptor, ROOM)
            changed()

    try:
        for folder in folders:
            library.inotify_add_watch(descriptor, os.fsencode(folder), CHANGES)
        loop.add_reader(descriptor, read)
        yield
    finally:
        loop.remove_reader(descriptor)
        os.close(descriptor)
