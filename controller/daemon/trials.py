"""A device tried out while its table runs, between two rounds: the meter's figures, the button's lamp, the shoe's line.

Whoever asks is in the record before anything is shown, and how it ended after it. What is shown is what an order shows,
so the level that the table wants is given again at the end, and as soon as a round is opened. No card is drawn for it:
cards that a running table gets belong to its record (`tablectl test shoe` tries the reader, the table stopped).
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Any, Final

from controller.alerts.notices import PersonNotice
from controller.core.effects import SetButton, SetMeter
from controller.daemon.orders import Orders
from controller.games import view
from controller.table.recovery import IDLE
from controller.table.task import TableTask
from drivers.devices.commands import DeviceGone
from drivers.devices.device import Device

STEP_S: Final = 1.2
"""How long a figure is shown: long enough to be read aloud."""
BLINKS: Final = 3
LISTEN_S: Final = 10.0
"""A shoe says at least that it is there in this time, where its protocol has a word for it."""
LOOK_EVERY_S: Final = 0.1


@dataclass(slots=True)
class Trial:
    """One device's; each step is `[what, good]`, where `good` is None for what only eyes can see."""

    device: str
    role: str
    by: str
    steps: list[tuple[str, bool | None]] = field(default_factory=list)
    over: bool = False


class Interrupted(Exception):  # noqa: N818 - it says what has happened
    """A round was opened: the table needs the device."""


class Trials:
    """One table's, one at a time; `figures` are what its meter can show, `rolls` whether it rolls now."""

    def __init__(
        self,
        *,
        table: TableTask,
        devices: Mapping[str, Device],
        orders: Mapping[str, Orders],
        figures: Sequence[int],
        rolls: Callable[[], bool],
        notify: Callable[[PersonNotice], Awaitable[None]],
        changed: Callable[[], None],
    ) -> None:
        self._table = table
        self._devices = devices
        self._orders = orders
        self._figures = figures
        self._rolls = rolls
        self._notify = notify
        self._changed = changed
        self._last: Trial | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def now(self) -> dict[str, Any] | None:
        """The trial that runs, or the last one."""
        if self._last is None:
            return None
        one = self._last
        return {"device": one.device, "role": one.role, "by": one.by, "steps": list(one.steps), "over": one.over}

    def why_not(self, name: str) -> str | None:
        """A sentence where this device cannot be tried now."""
        device = self._devices.get(name)
        if device is None:
            return f"This table has no device {name} with a port."
        role = device.status().role
        if role not in ("meter", "button", "shoe"):
            return f"A {role} is tried by using it: `tablectl monitor {name}` shows what comes."
        if self._last is not None and not self._last.over:
            return f"{self._last.device} is being tried by {self._last.by}: wait for its end."
        if view(self._table.state).phase != IDLE:
            return "A round is open: try it between two rounds."
        if self._rolls():
            return "The meter rolls: wait until it shows its value."
        return None

    async def begin(self, name: str, who: PersonNotice) -> None:
        """Record who asks, and begin; after `why_not` has said nothing. It goes on by itself."""
        device = self._devices[name]
        self._last = trial = Trial(name, device.status().role, who.name)
        await self._notify(replace(who, what="tested", device=name, reason="begins"))
        self._task = asyncio.create_task(self._run(device, trial, who), name=f"trial of {name}")

    async def _run(self, device: Device, trial: Trial, who: PersonNotice) -> None:
        try:
            async with aclosing(self._steps(device)) as steps:
                async for step in steps:
                    trial.steps.append(step)
                    self._changed()
        except Interrupted:
            trial.steps.append(("a round was opened", False))
        except DeviceGone as gone:
            trial.steps.append((str(gone), False))
        finally:
            trial.over = True
            if device.name in self._orders:
                self._orders[device.name].connected()  # the level that the table wants is given again
        failed = [what for what, good in trial.steps if good is False]
        await self._notify(
            replace(who, what="tested", device=device.name, reason=f"failed: {failed[0]}" if failed else "passed")
        )
        self._changed()

    async def _steps(self, device: Device) -> AsyncGenerator[tuple[str, bool | None], None]:
        yield ("connected", device.reachable)
        if not device.reachable:
            return
        role = device.status().role
        if role == "shoe":
            async for step in self._line(device):
                yield step
            return
        for what, level in self._levels(role):
            yield (what, await device.send(level))
            await self._wait(STEP_S)

    def _levels(self, role: str) -> list[tuple[str, SetButton | SetMeter]]:
        if role == "button":
            return [(word, SetButton(lit=word == "lit")) for word in ("lit", "dark") * BLINKS]
        levels: list[tuple[str, SetButton | SetMeter]] = [
            ("idle", SetMeter("idle")), ("armed", SetMeter("armed", 1)), ("rolling", SetMeter("rolling", 1))
        ]  # fmt: skip
        return levels + [(str(figure), SetMeter("showing", 1, None, figure)) for figure in self._figures]

    async def _line(self, device: Device) -> AsyncIterator[tuple[str, bool | None]]:
        """The shoe is only listened to: what came, and what of it was damaged."""
        frames, errors = device.recorder.count, sum(device.status().errors.values())
        await self._wait(LISTEN_S)
        came = device.recorder.count - frames
        damaged = sum(device.status().errors.values()) - errors
        yield (f"{came} frames in {LISTEN_S:g} s", True if came else None)
        yield (f"{damaged} damaged" if damaged else "nothing damaged", not damaged)

    async def _wait(self, for_s: float) -> None:
        until = asyncio.get_running_loop().time() + for_s
        while asyncio.get_running_loop().time() < until:
            if view(self._table.state).phase != IDLE:
                raise Interrupted
            await asyncio.sleep(LOOK_EVERY_S)
