"""The multiplier meter tried out: each state and each figure is shown, and the person says whether he sees it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Final

from controller.core.effects import MeterState, SetMeter
from drivers.devices.commands import DeviceGone
from drivers.diagnosis.trial import Person, Step, Tried
from drivers.protocols.base.reports import MeterShows

AREA: Final = 1
SAYS_S: Final = 2.0
"""A meter that reports what it shows does so at once."""
TO_DO: Final = "see its cable, address and `texts`; a display that shows something else may be another model"
PICTURES: Final[dict[MeterState, str]] = {
    "idle": "nothing, or its text at rest",
    "armed": "the call to press (area 1)",
    "rolling": "that it rolls",
}


async def try_meter(tried: Tried, person: Person, *, figures: Sequence[int]) -> AsyncIterator[Step]:
    """Each step as it is done; at its end the meter is at rest again. Raises NoAnswer."""
    connected = await tried.connects()
    yield connected
    if not connected.passed:
        return
    tried.begin()
    meter = _Meter(tried, person)
    try:
        for state, picture in PICTURES.items():
            yield await meter.shows(SetMeter(state, None if state == "idle" else AREA), picture)
        for figure in figures:
            yield await meter.shows(SetMeter("showing", AREA, None, figure), f"the figure {figure}")
    finally:
        with suppress(DeviceGone):
            await tried.device.send(SetMeter("idle"))


class _Meter:
    """The meter at hand; one that has not reported what it shows in the first step is not waited for again."""

    def __init__(self, tried: Tried, person: Person) -> None:
        self._tried = tried
        self._person = person
        self._tells = True

    async def shows(self, level: SetMeter, picture: str) -> Step:
        name = level.state if level.multiplier is None else f"showing {level.multiplier}"
        self._tried.drop()
        try:
            taken = await self._tried.device.send(level)
        except DeviceGone as gone:
            return Step(name, False, str(gone), "see its cable, its power and its line settings")
        if not taken:
            return Step(name, False, "the meter refuses it", TO_DO)
        told = await self._told(level)
        seen = await self._person.sees(f"Does the meter show {picture}?")
        if told is not None and not _same(told, level):
            return Step(name, False, f"{told}, by its own word", TO_DO)
        if not seen:
            return Step(name, False, "not seen", TO_DO)
        return Step(name, True, "seen" if told is None else "seen, and said by itself")

    async def _told(self, level: SetMeter) -> MeterShows | None:
        """What the meter reports that it shows; None where it reports nothing."""
        told: MeterShows | None = None
        until = asyncio.get_running_loop().time() + SAYS_S
        while self._tells and (told is None or not _same(told, level)):
            came = await self._tried.next(MeterShows, within_s=until - asyncio.get_running_loop().time())
            if came is None:
                break
            told = came[0]
        self._tells = told is not None
        return told


def _same(told: MeterShows, level: SetMeter) -> bool:
    return (told.state, told.multiplier) == (level.state, level.multiplier)
