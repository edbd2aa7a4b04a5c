"""The dealer's page by keyboard alone: a whole round, and the focus of a sheet, which goes in, stays and comes back."""

from pathlib import Path

from playwright.async_api import Page

from tests.web.pages import browser, said, serving, tablet

MOST_TABS = 60
IN_SHEET = "() => Boolean(document.activeElement.closest('.sheet')) || document.activeElement === document.body"
"""Or in the browser itself, which the Tab key passes through."""


async def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there, from wherever it is."""
    for _ in range(MOST_TABS):
        if await page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
        await page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not in reach of the Tab key")


async def press(page: Page, selector: str) -> None:
    """Tab to it, then Enter."""
    await tab_to(page, selector)
    await page.keyboard.press("Enter")


async def test_a_whole_round(tmp_path: Path) -> None:
    """Tab and Enter where there is a button, a digit for an area, a letter for a decision; a sheet in the middle."""
    async with serving(tmp_path) as pages, browser() as chromium:
        _, page = await tablet(chromium, pages)
        await press(page, '[data-call="bets.open"]')
        await said(page, "Bets are open")
        await page.keyboard.press("1")
        await press(page, ".chips button:nth-child(3)")
        await press(page, "[data-call=lay]")
        await page.locator(".area:nth-child(1) .wagers").wait_for()
        await press(page, '[data-call="bets.closed"]')
        await said(page, "next card goes to area 1")
        await pages.bench.deal("9S", "7H", "8D")
        await said(page, "Area 1 to decide: 17")
        await a_sheet(page)
        await page.keyboard.press("s")
        await pages.bench.deal("KC")
        await said(page, "Round 1 is settled")
        await page.locator(".between").wait_for()


async def a_sheet(page: Page) -> None:
    """The desk: opened, gone through, a void begun and let go, closed by Escape; then its button has the focus."""
    await press(page, '[data-call="desk"]')
    await page.locator(".sheet [data-group]").first.wait_for()
    for _ in range(MOST_TABS // 2):
        assert await page.evaluate(IN_SHEET)
        await page.keyboard.press("Tab")
    await tab_to(page, "[data-hold]")
    await page.keyboard.down("Enter")
    await page.locator("[data-hold].held").wait_for()
    await page.keyboard.up("Enter")
    await page.locator("[data-hold]:not(.held)").wait_for()
    await page.keyboard.press("Escape")
    await page.locator(".sheet").wait_for(state="detached")
    assert await page.evaluate("() => document.activeElement.dataset.call") == "desk"
