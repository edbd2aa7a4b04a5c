"""What a device has sent, on its way to its commit: handed on as it comes, held where it is more than its budget."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

from drivers.protocols.base.protocol import Received

OnEvents = Callable[[str, list[Received], Callable[[], None]], None]
"""Takes a device's name, a batch, and what to call in the loop when that is on the disk; returns at once."""

BATCHES: Final = 16
"""Batches that may wait for their commit; after that reading stops and the line's own buffers fill."""


class Batches:
    """Of the device `name`; `owed_s` gives how long so many events, committed now, keep the next ones waiting.

    `committed` gets each batch that is on the disk, `failed` what `on_events` raised where nobody called.
    """

    def __init__(
        self,
        name: str,
        *,
        on_events: OnEvents,
        owed_s: Callable[[int, float], float],
        committed: Callable[[list[Received]], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self.waiting = 0
        """Batches that are not on the disk yet."""
        self._name = name
        self._on_events = on_events
        self._owed_s = owed_s
        self._committed = committed
        self._failed = failed
        self._held: deque[list[Received]] = deque()
        self._from = 0.0
        """Nothing more is handed on before this time of the loop."""

    @property
    def full(self) -> bool:
        return self.waiting >= BATCHES

    def hand_on(self, batch: list[Received]) -> None:
        """Behind those before it; an empty one is none."""
        if batch:
            self.waiting += 1
            self._held.append(batch)
            if len(self._held) == 1:
                self._release()

    def _release(self) -> None:
        loop = asyncio.get_running_loop()
        while self._held:
            if (now := loop.time()) < self._from:
                loop.call_at(self._from, self._release_in_time)
                return
            batch = self._held[0]
            self._from = now + self._owed_s(len(batch), now)
            self._on_events(self._name, batch, partial(self._done, batch))
            self._held.popleft()  # and not before: what is handed on meanwhile waits

    def _release_in_time(self) -> None:
        try:
            self._release()
        except Exception as error:  # noqa: BLE001 - the device ends with it
            self._failed(error)

    def _done(self, batch: list[Received]) -> None:
        self.waiting -= 1
        self._committed(batch)
