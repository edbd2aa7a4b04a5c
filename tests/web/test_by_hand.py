"""What the table's devices do not know, and what was wrong, entered by touch in Chromium."""

from pathlib import Path
from typing import Any

from playwright.async_api import Page

from tests.web.client import Client, console, new_key
from tests.web.pages import browser, lay, said, serving, tablet
from tests.web.test_crowded import CUT
from tests.web.test_look import accessible, shot


async def say(client: Client, **event: Any) -> None:
    """An event that is accepted."""
    n = (await client.parts())["n"]
    status, answer = await client.ask("POST", "/acts", {"key": new_key(), "event": event, "seen": n})
    assert status == 200, answer


async def tap(page: Page, *selectors: str) -> None:
    """One after the other."""
    for selector in selectors:
        await page.locator(selector).first.tap()


async def test_poker_dealt_by_hand(tmp_path: Path) -> None:
    """Unknown cards are said when they are shown, a bet out of turn with its amount, two mistakes put right at once."""
    async with serving(tmp_path, "poker") as pages, browser() as chromium, console(pages, "300", "right") as client:
        for seat in (1, 2, 3):
            await say(client, type="join", seat=seat, player=f"P{seat}", stack=50000)
        await say(client, type="blinds.open", button=1)
        for _ in range(7):
            await say(client, type="card", card="??")
        _, page = await tablet(chromium, pages, "300")
        await said(page, "Seat 1 to act: 10.00 to call")
        await tap(
            page,
            ".seat.s3",
            ".pad:has-text('Raise')",
            *(f".keypad button:text-is('{key}')" for key in ("3", "0", "00")),
        )
        await tap(page, ".sheet [data-call=say]")
        await said(page, "Seat 3 acted out of turn")
        await tap(page, "[data-act=call]")
        await said(page, "Seat 2 to act")
        await tap(page, "[data-act=fold]")
        await said(page, "Seat 1 to act: 20.00 to call")
        await page.locator(".calls button", has_text="Correct").tap()
        await page.locator("button", has_text="Correct this round").tap()
        await tap(page, "[data-of]:has-text('Fold')")
        await page.select_option(".sheet [name=action]", "call")
        await tap(page, ".sheet [data-call=put]")
        await page.locator(".preview").wait_for()
        await tap(page, "[data-of]:has-text('Raise')")
        await page.fill(".sheet [name=amount]", "40")
        await tap(page, ".sheet [data-call=put]")
        await page.locator(".alert-list li:nth-child(2)").wait_for()
        await tap(page, ".sheet [data-call=say]")
        await said(page, "it may call or fold, not raise")
        await say(client, type="action", seat=3, action="check")
        for cards in (("??", "2C", "7D", "9H"), ("??", "??"), ("??", "4S")):
            for card in cards:
                await say(client, type="card", card=card)
            for seat in (2, 3, 1):
                await say(client, type="action", seat=seat, action="check")
        await said(page, "The faces of the community cards are not known")
        await tap(page, "[data-call=reveal]", "[data-card='4C']", ".sheet [data-call=say]")
        await said(page, "shows first")
        await tap(page, "[data-call=show]", "[data-card=KH]", "[data-card=KD]")
        await tap(page, ".sheet [data-call=say]")
        await said(page, "shows its hand or gives it up")
        await say(client, type="muck", seat=3)
        await tap(page, ".seat.s1", "[data-call=show]", "[data-card=AH]", "[data-card=AD]", ".sheet [data-call=say]")
        await said(page, "Round 1 is settled")
        assert (await client.parts())["owed"][0]["hole"] == ["AH", "AD"]


async def test_blackjack_by_hand(tmp_path: Path) -> None:
    """A wager behind the first place, a card face down that nobody knows, what was not said put in, a withdrawal."""
    async with serving(tmp_path, "blackjack") as pages, browser() as chromium, console(pages, "300", "right") as client:
        await say(client, type="bets.open")
        _, page = await tablet(chromium, pages, "300")
        await tap(page, ".area:nth-child(1)")
        await page.select_option("[name=position]", "2")
        await tap(page, ".chips button:text-is('25')", "[data-call=lay]")
        await lay(page, 2, "Main", "25")
        parts = await client.parts()
        assert [area["hands"][0]["wagers"][0]["position"] for area in parts["areas"][:2]] == [2, 1]
        await tap(page, "[data-call='bets.closed']")
        await pages.bench.deal("5H", "9D", "7C", "6D", "9C")
        await said(page, "Area 1 to decide: 11")
        await tap(page, "[data-act=double]")
        await said(page, "gets one card")
        await page.locator(".area:nth-child(1) .wager", has_text="25.00 + 25.00").wait_for()
        await page.locator(".rail button", has_text="Desk").tap()
        await page.locator("button", has_text="A card by hand").tap()
        await tap(page, "[data-call=down]")
        await tap(page, "[data-call=unknown]")
        await said(page, "A card lies face down: enter its face")
        await tap(page, "[data-call='card.read']", "[data-card=TC]")
        await said(page, "Area 2 to decide")
        assert (await client.parts())["areas"][0]["hands"][0]["cards"] == ["5H", "6D", "??"]
        await tap(page, "[data-call=reveal]")
        await page.locator(".area:nth-child(1) .figure", has_text="21").first.wait_for()
        await page.locator(".calls button", has_text="Correct").tap()
        await page.locator("button", has_text="Correct this round").tap()
        await tap(page, "[data-of]:has-text('No more bets')", "[data-call=after]")
        await tap(page, "[data-type=seat]")
        await page.select_option(".sheet [name=area]", "2")
        await page.fill(".sheet [name=player]", "P2")
        await tap(page, ".sheet [data-call=put]")
        await page.locator(".preview", has_text="Corrected").wait_for()
        await tap(page, ".sheet [data-call=say]")
        await said(page, "P2 is seated there and is in control")
        await tap(page, "[data-act=stand]")
        await pages.bench.deal("KC")
        await said(page, "Round 1 is settled")
        await tap(page, "[data-call='bets.open']")
        await lay(page, 1, "Main", "25")
        await tap(page, "[data-call='bets.closed']")
        await pages.bench.deal("5H")
        await said(page, "The next card is the Dealer's first")
        await say(client, type="irregularity", kind="misdeal", reconstructable=True)
        await tap(page, "[data-call=withdraw]")
        await said(page, "Round 2 is settled")
        assert [line["result"] for line in (await client.parts())["owed"]] == ["returned"]


async def test_a_shoe_that_is_gone(tmp_path: Path) -> None:
    """The page says what to do, a dealer enters card after card on one sheet, which names where the next one goes."""
    async with serving(tmp_path) as pages, browser() as chromium:
        _, page = await tablet(chromium, pages)
        await tap(page, "[data-call='bets.open']")
        await lay(page, 1, "Main", "25")
        await tap(page, "[data-call='bets.closed']")
        await said(page, "next card goes to area 1")
        assert not await page.locator("[data-call=card-by-hand]").count()
        pages.bench.shoe.port.unplug()
        await said(page, "The shoe is not connected: enter each card by hand.")
        assert await page.evaluate(CUT) == []
        await shot(page, "shoe-gone")
        await tap(page, "[data-call=card-by-hand]")
        sheet = page.locator(".sheet")
        for card, then in (("9S", "the Dealer's first"), ("7H", "goes to area 1"), ("8D", "Area 1 to decide: 17")):
            await sheet.locator(f"[data-card='{card}']").tap()
            await sheet.locator("strong", has_text=then).wait_for()
        await shot(page, "shoe-gone-sheet")
        await accessible(page)
        await page.keyboard.press("Escape")
        await tap(page, "[data-act=stand]", "[data-call=card-by-hand]", "[data-card=KC]")
        await said(page, "Round 1 is settled")
