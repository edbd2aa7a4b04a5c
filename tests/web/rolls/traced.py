"""What the browser does while the reel rolls, by its own trace: layouts, styles, paints, tiles rastered, frames shown.

The page is laid out when a roll begins and when it lands; between, the compositor alone has something to do.
"""

import asyncio
import itertools
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.async_api import CDPSession, Page

from tests.web.client import console
from tests.web.pages import browser, serving
from tests.web.rolls.rolling import spread
from tests.web.signs import FULL_HD, armed

ROLL_S: Final = 2.4
LANDED_S: Final = 0.8
"""From the meter's value to the rest of the strip, with something to spare."""
OFF: Final = "disabled-by-default-"
CATEGORIES: Final = ",".join(f"{off}devtools.timeline{part}" for off, part in (("", ""), (OFF, ""), (OFF, ".frame")))
PRESENTED: Final = "SwapEndToPresentationCompositorFrame"
"""Its end is when a frame was shown."""
ONCE_ROUND_S: Final = 0.9
"""The first turn of the reel: each part of it is painted when it first comes into the window."""
COUNTED: Final = ("Layout", "UpdateLayoutTree", "Paint", "RasterTask")


@dataclass(slots=True)
class Traced:
    """Of one roll: what is counted from the press to the rest, in brackets while the reel turns; frames to the rest."""

    load: float
    whole: dict[str, int]
    turning: dict[str, int]
    frames_ms: list[float]

    def line(self) -> str:
        """For a person."""
        both = ", ".join(f"{name} {self.whole[name]} ({self.turning[name]})" for name in COUNTED)
        return f"load {self.load:.1f}: {both}; frames {spread(self.frames_ms)} ms, {len(self.frames_ms)} of them"


async def trace(folder: Path, rolls: int) -> list[Traced]:
    """So many rolls at 1920 x 1080, each in a trace of its own, one sign and nothing else that watches it."""
    found = []
    async with serving(folder, settings=f"roll_s = {ROLL_S}\n") as pages, browser() as chromium:
        context = await chromium.new_context(viewport=FULL_HD, locale="en")  # type: ignore[arg-type]
        page = await context.new_page()
        await page.goto(f"{pages.address}/signage")
        cdp = await context.new_cdp_session(page)
        async with console(pages) as client:
            for _ in range(rolls):
                await armed(client, pages)
                await page.locator(".call").wait_for()
                found.append(await _one(pages, page, cdp))
                print(found[-1].line(), flush=True)  # noqa: T201
    return found


async def _one(pages: Any, page: Page, cdp: CDPSession) -> Traced:
    """One press, from before it to the strip's rest."""
    events: list[dict[str, Any]] = []
    over = asyncio.Event()
    take, end = (lambda part: events.extend(part["value"])), (lambda _: over.set())
    cdp.on("Tracing.dataCollected", take)
    cdp.on("Tracing.tracingComplete", end)
    load = os.getloadavg()[0]
    await cdp.send("Tracing.start", {"categories": CATEGORIES, "transferMode": "ReportEvents"})
    await pages.bench.press()
    await pages.bench.meter_shows("rolling")
    await asyncio.sleep(ONCE_ROUND_S)
    await page.evaluate("() => console.timeStamp('turns')")
    await pages.bench.meter_shows("showing")
    await asyncio.sleep(LANDED_S)
    await cdp.send("Tracing.end")
    await over.wait()
    cdp.remove_listener("Tracing.dataCollected", take)
    cdp.remove_listener("Tracing.tracingComplete", end)
    turns = next(one["ts"] for one in events if one["name"] == "TimeStamp")
    lands = max(one["ts"] for one in events if one["name"] == "Layout")
    shown = (one for one in events if one["name"] == PRESENTED and one["ph"] == "e" and one["ts"] >= turns)
    drawn = sorted({one["ts"] / 1000 for one in shown})
    return Traced(
        load,
        {name: sum(one["name"] == name for one in events) for name in COUNTED},
        {name: sum(one["name"] == name and turns < one["ts"] < lands for one in events) for name in COUNTED},
        [after - before for before, after in itertools.pairwise(drawn)],
    )
