"""A device's lane goes out: levels of the button's lamp or of the meter, each done after the device's own answer.

    not connected -> connected: what is queued is stale, the level of the state now is sent -> rows as they come
          ^                                                                                        |
          +------- no answer: taken up again when the device is back, or tried again soon ---------+

An order is the level that is wanted, so giving it twice does no harm and the newest makes the older ones stale. A
meter is left rolling for `roll_s` before it shows; the multiplier has been committed long before. What it shows stays
for `show_s`: the rules arm the next press with the same step that shows the last multiplier. Whoever must not be ahead
of the meter waits here until it `shows` (`daemon.rolls`).
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog

from controller.core.effects import SetButton, SetMeter
from controller.core.reader import read_order
from controller.journal.outbox import Lane, Woken
from drivers.devices.commands import DeviceGone
from drivers.devices.device import Device

RETRY_S: Final = 2.0
"""A device that is connected but did not answer for the driver's own time-out is asked again after this."""
ANSWER_S: Final = 5.0
"""A device that takes no order for so long, over what it holds one, is waited for no more."""
GONE_S: Final = 3.0
"""The same of one that is not connected: after a start it is soon."""

_log = structlog.get_logger("devices")


class Orders:
    """Runs one device's lane; `level` gives what the table's state, after record `n`, wants at this moment."""

    def __init__(
        self,
        *,
        device: Device,
        lane: Lane,
        level: Callable[[], SetButton | SetMeter],
        n: Callable[[], int],
        roll_s: float,
        show_s: float = 0.0,
        shown: Callable[[SetMeter], None] = lambda _: None,
    ) -> None:
        self._device = device
        self._lane = lane
        self._level = level
        self._n = n
        self._given_n = 0
        """The device has taken what this record wants of it."""
        self._since_s = time.monotonic()
        """When that was; at first when the daemon began."""
        self._given = asyncio.Event()
        self._hold_s = {"rolling": roll_s, "showing": show_s}
        self._shown = shown
        self._back = asyncio.Event()

    @property
    def is_under_way(self) -> bool:
        """Whether a device that can be reached has something to show yet, as a meter that rolls."""
        return self._lane.waiting > 0 and self._device.reachable

    def connected(self) -> None:
        """The device has come (back); its level is unknown."""
        self._back.set()
        self._lane.wake()

    async def run(self) -> None:
        """For the daemon's life."""
        await self._back.wait()
        while True:
            self._back.clear()
            try:
                await self._session()
            except DeviceGone as gone:
                _log.warning("order_unanswered", device=self._device.name, reason=str(gone))
                self._lane.rewind()
                with suppress(TimeoutError):
                    async with asyncio.timeout(RETRY_S if self._device.reachable else None):
                        await self._back.wait()

    async def _session(self) -> None:
        """Assert the level, then follow the lane until the device comes back again; raises DeviceGone."""
        self._lane.skip_to(self._lane.last)
        await self._give(self._level(), self._n())
        with suppress(Woken):
            while True:
                row = await self._lane.next(unless=self._back)
                await self._give(read_order(row.payload), row.n)
                self._lane.done(row)

    async def shows(self, n: int, *, age_s: float) -> None:
        """Returns when the device shows what record `n` wants of it; sooner where it is gone or takes no order.

        The record is `age_s` old: what has waited for days, as at a broker that was away, does not wait once more.
        """
        while self._given_n < n:
            self._given.clear()
            hold_s = self._hold_s["rolling"]
            patience_s = hold_s + (self._hold_s["showing"] + ANSWER_S if self._device.reachable else GONE_S)
            waited_s = min(age_s, time.monotonic() - self._since_s)
            try:
                async with asyncio.timeout(patience_s - waited_s):
                    await self._given.wait()
            except TimeoutError:
                _log.warning("meter_not_waited_for", device=self._device.name, n=n)
                return

    async def _give(self, level: SetButton | SetMeter, n: int) -> None:
        if not await self._device.send(level):
            _log.error("order_refused", device=self._device.name, order=str(level))
        self._given_n, self._since_s = n, time.monotonic()
        self._given.set()
        if isinstance(level, SetMeter):
            self._shown(level)
            await asyncio.sleep(self._hold_s.get(level.state, 0.0))
