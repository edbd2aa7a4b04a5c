"""The journal's writer thread: what is handed in is done in order, and the loop is called back behind each.

A queue that wakes the thread and a callback that wakes the loop, and no futures between: each way is one wake-up.
"""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue

Then = Callable[[Exception | None], None]
"""Called in the loop when the work is done, with what it failed of."""


class WriterThread:
    """Begun with the first work; `end` waits until all of it is done."""

    def __init__(self) -> None:
        self._work: SimpleQueue[tuple[Callable[[], None], asyncio.AbstractEventLoop, Then] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def do(self, work: Callable[[], None], then: Then) -> None:
        """Have this done behind what was handed in before; from the loop, which goes on."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="journal-writer")
            self._thread.start()
        self._work.put((work, asyncio.get_running_loop(), then))

    def end(self) -> None:
        if self._thread is not None:
            self._work.put(None)
            self._thread.join()

    def _run(self) -> None:
        while (next_one := self._work.get()) is not None:
            work, loop, then = next_one
            failed: Exception | None = None
            try:
                work()
            except Exception as error:  # noqa: BLE001 - whoever handed it in decides
                failed = error
            with suppress(RuntimeError):  # the loop has ended, and nobody waits
                loop.call_soon_threadsafe(then, failed)
