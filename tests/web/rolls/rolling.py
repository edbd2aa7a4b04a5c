"""Signs beside a table that rolls without end: a real daemon, its virtual meter, pages loaded anew at any moment.

The first sign is 1920 x 1080 and its frames are measured; the others are small, so that one machine carries them.
"""

import asyncio
import random
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Page

from tests.web.client import console
from tests.web.pages import browser, serving
from tests.web.signs import FULL_HD, WATCH, armed, at_rest, noted, rests

AREAS: Final = (1, 2, 3, 4, 5, 6, 7)
SMALL: Final = {"width": 480, "height": 270}
RELOADED: Final = 0.2
"""Of the signs, at each roll, in its middle or after its end."""
LATE_S: Final = 15.0
NOTES: Final = 70
"""Rolls between two reports."""


@dataclass(slots=True)
class Found:
    """What was counted; times in seconds."""

    rolls: int = 0
    landings: int = 0
    reloads: int = 0
    elsewhere: int = 0
    missed: int = 0
    over: int = 0
    """Signs loaded anew after the value's time: the next press is armed already, and that is what they show."""
    frames_ms: list[float] = field(default_factory=list)
    behind_s: list[float] = field(default_factory=list)
    """From the meter's showing to the sign's rest; of signs that were not loaded anew meanwhile."""

    def lines(self) -> list[str]:
        """For a person."""
        return [
            f"rolls {self.rolls}, landings {self.landings}, {self.reloads} times a sign was loaded anew",
            f"elsewhere {self.elsewhere}, missed {self.missed}, loaded when the next was armed {self.over}",
            f"frames at 1920 x 1080 while there is a reel: {spread(self.frames_ms)} ms, {len(self.frames_ms)} of them",
            f"a sign's rest behind the meter's value: {spread([one * 1000 for one in self.behind_s])} ms",
        ]


def spread(values: list[float]) -> str:
    """Median, 95 and 99 of a hundred, the greatest."""
    if not values:
        return "none"
    ordered = sorted(values)
    at = [ordered[min(len(ordered) - 1, len(ordered) * part // 100)] for part in (50, 95, 99)]
    return "p50 {:.1f}, p95 {:.1f}, p99 {:.1f}, most {:.1f}".format(*at, ordered[-1])


async def roll(folder: Path, *, landings: int, signs: int, roll_s: float, seed: int) -> Found:
    """Roll until so many landings were seen."""
    chance, found = random.Random(seed), Found()
    async with (
        serving(folder, settings=f"roll_s = {roll_s}\n") as pages,
        browser() as chromium,
        AsyncExitStack() as all_,
    ):
        client = await all_.enter_async_context(console(pages))
        shown: list[Page] = []
        for number in range(signs):
            context = await chromium.new_context(viewport=SMALL if number else FULL_HD, locale="en")  # type: ignore[arg-type]
            page = await context.new_page()
            await page.add_init_script(WATCH)
            await page.goto(f"{pages.address}/signage")
            shown.append(page)
        values = noted(pages.bench.meter)
        began = time.monotonic()
        while found.landings < landings:
            await pages.bench.say({"type": "shoe.new"})
            await armed(client, pages, AREAS)
            for _ in AREAS:
                await one(pages, values, shown, chance, found, roll_s)
            if found.rolls % NOTES == 0:
                told = "\n  ".join(found.lines())
                print(f"{time.monotonic() - began:.0f} s: {told}", flush=True)  # noqa: T201
    return found


async def one(
    pages: Any,
    values: asyncio.Queue[tuple[int, float]],
    signs: list[Page],
    chance: random.Random,
    found: Found,
    roll_s: float,
) -> None:
    """One press, and what every sign makes of it."""
    before = await asyncio.gather(
        *(page.evaluate("() => { window.frames = []; return window.rolls; }") for page in signs)
    )
    await pages.bench.press()
    found.rolls += 1
    anew = {page for page in signs if chance.random() < RELOADED}
    value: asyncio.Future[tuple[int, float]] = asyncio.get_running_loop().create_future()
    async with asyncio.TaskGroup() as group:
        for page, rolls in zip(signs, before, strict=True):
            reload_s = chance.uniform(0, roll_s * 1.5) if page in anew else None
            group.create_task(watch(page, value, found, rolls, reload_s))
        async with asyncio.timeout(LATE_S):
            value.set_result(await values.get())
    found.frames_ms += await signs[0].evaluate("() => window.frames")


async def watch(
    page: Page, value: asyncio.Future[tuple[int, float]], found: Found, rolls: int, reload_s: float | None
) -> None:
    """The value at rest on this sign, and nothing else since its roll began or it was loaded."""
    expected, at_s = None, 0.0
    try:
        async with asyncio.timeout(LATE_S):
            if reload_s is None:
                await page.wait_for_function(f"() => window.rolls > {rolls}", polling=20)
            else:
                await asyncio.sleep(reload_s)
                await page.reload()
                found.reloads += 1
            expected, at_s = await value
            if reload_s is not None and await over(page):
                found.over += 1
                return
            await rests(page, expected)
    except TimeoutError:
        found.missed += 1
        return
    rested = await at_rest(page)
    found.landings += 1
    found.elsewhere += sum(face != expected for face, _ in rested)
    if reload_s is None:
        found.behind_s.append(rested[-1][1] - at_s)


async def over(page: Page) -> bool:
    """Whether a sign that was loaded anew shows what came after the value."""
    await page.locator(".sign").wait_for()
    return not await page.locator("#reel").count()
