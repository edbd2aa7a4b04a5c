"""The sign: attraction, armed, rolling, landed; never another value first; at once after a reload; no session."""

import json
import re
from pathlib import Path

from playwright.async_api import Page

from tests.web.client import console
from tests.web.pages import browser, serving
from tests.web.test_look import accessible, shot

ROLL_S = 2.0
WATCH = """() => { window.seen = []; const look = () => { const reel = document.getElementById('reel');
    if (reel && !reel.getAnimations().length) { const box = reel.parentElement.getBoundingClientRect();
        const face = [...reel.children].find((one) => Math.abs(one.getBoundingClientRect().top - box.top) < 4);
        if (face) window.seen.push(face.textContent); }
    requestAnimationFrame(look); }; look(); }"""
"""Every frame in which the reel is at rest, its face is noted."""


async def at_rest(page: Page) -> set[str]:
    """The values that have been at rest in the window."""
    return {re.match(r"\d+", text)[0] for text in await page.evaluate("() => window.seen")}  # type: ignore[index]


async def test_it_lands_on_the_committed_value_and_nowhere_else(tmp_path: Path) -> None:
    """Rounds with a press each, one reloaded in the middle of its roll, by an address that nobody has signed in at."""
    async with serving(tmp_path, settings=f"roll_s = {ROLL_S}\n") as pages, browser() as chromium:
        context = await chromium.new_context(viewport={"width": 1920, "height": 1080}, locale="en")
        page = await context.new_page()
        await page.goto(f"{pages.address}/signage")
        await page.locator(".idle", has_text="Pontoon Pandemonium").wait_for()
        await accessible(page)
        await shot(page, "signage-idle")
        async with console(pages) as client:
            for number in range(3):
                await client.act("bets.open")
                await client.act("wager", area=5, kind="main", amount=1000)
                await client.act("wager", area=5, kind="pandemonium", amount=200)
                await client.act("bets.closed")
                await pages.bench.deal("AS", "7H", "KD")
                await page.locator(".idle", has_text="Press the button").wait_for()
                await page.evaluate(WATCH)
                await pages.bench.press()
                await page.locator("#reel").wait_for()
                if number == 1:
                    await page.reload()
                    await page.evaluate(WATCH)
                    await page.locator("#reel").wait_for()
                value = await pages.bench.meter_shows("showing")
                await page.locator("#reel div", has_text=f"{value} to 1").last.wait_for()
                await page.wait_for_timeout(1300)
                assert await at_rest(page) <= {str(value)}
                assert await page.locator(".rounds li").count() == number + 1
        await accessible(page)
        await shot(page, "signage")
        body = await page.inner_text("body")
        assert "to 1" in body
        assert (await page.evaluate("async () => (await fetch('/api/v1/table')).status")) == 401


async def test_an_address_that_is_not_listed_gets_nothing(tmp_path: Path) -> None:
    """Only the listed ones, and of them nothing but the sign."""
    async with serving(tmp_path, sections="") as pages:
        config = tmp_path / "table.toml"
        assert "signage" not in config.read_text()
        async with console(pages, None) as client:
            url = f"{pages.address}/api/v1/signage"
            async with client.http.get(url) as stream:
                await stream.content.readline()
                await stream.content.readline()
                data = (await stream.content.readline()).decode().removeprefix("data: ")
            assert json.loads(data)["parts"].keys() == {"sign"}
