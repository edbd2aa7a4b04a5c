"""The pages as people see and use them: accessible by axe, whole at each size, locked without news."""

import os
import signal
from pathlib import Path
from typing import Any, Final

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page

from tests.web.pages import browser, lay, said, serving, tablet

SIZES: Final = {
    "tablet": {"width": 1280, "height": 800},
    "small": {"width": 1024, "height": 768},
    "phone": {"width": 390, "height": 844},
    "zoomed": {"width": 640, "height": 400},  # 1280 x 800 at 200 %
}
SHOTS: Final = os.environ.get("SHOTS")
"""A folder into which the pictures of the pages are written, for the README and for looking at."""


async def play_on(pages: Any, page: Page) -> None:
    """To the middle of a round: a Pontoon, a pair to decide, a bust."""
    await page.tap('[data-call="bets.open"]')
    for area, kind, chip in (
        (1, "Main", "25"), (1, "Pand.", "5"), (2, "Main", "50"), (3, "Main", "50"), (3, "Main", "25"), (3, "Pair", "5"),
        (4, "Main", "25"), (5, "Main", "100"), (7, "Main", "25"),
    ):  # fmt: skip
        await lay(page, area, kind, chip)
    await page.tap('[data-call="bets.closed"]')
    await pages.bench.deal("KD", "9S", "8H", "5D", "KC", "JH", "7H", "AS", "7C", "8D", "6C", "5H", "2S")
    await said(page, "Area 2 to decide: 16")
    await page.tap('[data-act="stand"]')
    await said(page, "Area 3 to decide: 16")


async def shot(page: Page, name: str, *, whole: bool = False) -> None:
    """Keep a picture, where one is asked for; `whole` with what is scrolled to."""
    if SHOTS:
        await page.wait_for_timeout(300)
        await page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=whole)


async def accessible(page: Page) -> None:
    """Nothing of any impact."""
    result = await Axe().run(page)
    assert result.response["violations"] == [], result.generate_report()


async def not_laid(page: Page) -> None:
    """Chips that were chosen and not laid stay with their area while another one is looked at."""
    await page.tap(".area:nth-child(2)")
    await page.locator(".chips button", has_text="50").first.tap()
    await page.tap(".area:nth-child(1)")
    await page.locator(".amount", has_text="0.00").wait_for()
    await page.locator(".area:nth-child(2)", has_text="50.00 not laid").wait_for()
    await page.tap(".area:nth-child(2)")
    await page.locator(".amount", has_text="50.00").wait_for()


@pytest.mark.parametrize("size", SIZES)
async def test_every_size(tmp_path: Path, size: str) -> None:
    """No scrolling on a tablet, nothing wider than the screen anywhere, and axe finds nothing."""
    async with serving(tmp_path) as pages, browser() as chromium:
        context, page = await tablet(chromium, pages)
        await page.set_viewport_size({"width": 1280, "height": 800})
        await play_on(pages, page)
        await page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        await page.wait_for_timeout(250)
        wide, high = await page.evaluate(
            "() => { const all = document.documentElement;"
            " return [all.scrollWidth - innerWidth, all.scrollHeight - innerHeight]; }"
        )
        assert wide <= 0
        if size in ("tablet", "small"):
            assert high <= 0
        await shot(page, f"dealer-{size}")
        await accessible(page)
        smallest = await page.evaluate(
            "() => Math.min(...[...document.querySelectorAll('button, select')].filter((one) => one.offsetParent)"
            ".map((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height)))"
        )
        assert smallest >= 48
        await context.close()


async def test_every_sheet_is_accessible(tmp_path: Path) -> None:
    """Signing in, betting, the desk, a kind, cards by hand, a correction, an approval; the pit's page, too."""
    async with serving(tmp_path) as pages, browser() as chromium:
        context = await chromium.new_context(viewport=SIZES["tablet"], locale="en")  # type: ignore[arg-type]
        page = await context.new_page()
        for path in ("dealer", "approve", ""):
            await page.goto(f"{pages.address}/{path}")
            await page.click("summary")
            await accessible(page)
        await context.close()
        _, page = await tablet(chromium, pages)
        _, pit = await tablet(chromium, pages, "400", path="approve")
        await pit.locator(".none").wait_for()
        await accessible(pit)
        await page.tap('[data-call="person"]')
        await accessible(page)
        await page.keyboard.press("Escape")
        await page.tap('[data-call="bets.open"]')
        await lay(page, 1, "Main", "25")
        await accessible(page)
        await shot(page, "dealer-betting")
        await not_laid(page)
        await page.tap('[data-call="bets.closed"]')
        await pages.bench.deal("8S", "7H", "8D")
        await said(page, "Area 1 to decide")
        await page.locator(".rail button", has_text="Desk").tap()
        await page.tap('[data-group="people"]')
        await accessible(page)
        await shot(page, "dealer-desk")
        await page.tap('[data-kind="player_absent"]')
        await page.tap('[data-call="preview"]')
        await page.locator(".preview").wait_for()
        await accessible(page)
        await shot(page, "dealer-ruling")
        await page.keyboard.press("Escape")
        await page.locator(".rail button", has_text="Desk").tap()
        await page.locator("button", has_text="Correct this round").tap()
        await page.locator("[data-of]", has_text="8 of diamonds").tap()
        await page.tap('[data-card="9D"]')
        await page.locator(".preview").wait_for()
        await accessible(page)
        await shot(page, "dealer-correction")
        await page.locator('.sheet [data-call="say"]').tap()
        await page.locator("h2", has_text="Needs a").wait_for()
        await accessible(page)
        await shot(page, "dealer-approval")
        await pit.locator(".ask").wait_for()
        await accessible(pit)
        await shot(pit, "approve")
        await pit.locator("button", has_text="Approve").tap()
        await accessible(pit)


async def test_a_page_without_news_locks(tmp_path: Path) -> None:
    """The daemon is stopped: within five seconds it says so and takes no tap; back within a second when it goes on."""
    async with serving(tmp_path) as pages, browser() as chromium:
        _, page = await tablet(chromium, pages)
        assert pages.bench.daemon.process is not None
        pages.bench.daemon.process.send_signal(signal.SIGSTOP)
        await page.locator(".banner").wait_for(timeout=7000)
        await shot(page, "dealer-stale")
        await page.tap('[data-call="bets.open"]')
        await page.locator(".said.bad").wait_for()
        pages.bench.daemon.process.send_signal(signal.SIGCONT)
        await page.locator(".banner").wait_for(state="detached")
        await said(page, "waits for the next round")
