"""Whole rounds of each game by touch, in Chromium, with cards from a virtual shoe: the ledger is that of a script."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from controller.cli.rules.play import replay
from controller.cli.tablectl import main
from controller.core.effects import RoundEnded
from controller.core.outcomes import to_json_object
from tests.journal.journals import readable
from tests.web.pages import PIN, browser, lay, said, serving, tablet
from tests.web.test_look import shot


async def tap(page: Page, act: str) -> None:
    """A pad or a call."""
    await page.locator(f'[data-act="{act}"], [data-call="{act}"]').first.tap()


async def approved(page: Page, badge: str, rank: str) -> None:
    """The yes of somebody of this rank, on the dealer's screen."""
    await page.locator("h2", has_text=f"Needs a {rank}").wait_for()
    await page.fill("[name=badge]", badge)
    await page.fill("[name=pin]", PIN)
    await page.locator("form button", has_text="Approve").tap()


async def ledger(folder: Path, capsys: Any, round_: int = 1) -> list[dict[str, Any]]:
    """The round's ledger, after it has been exported, played again as a script and found the same."""
    where = ["--journal", str(folder / "journal.db")]
    capsys.readouterr()
    assert main(["export", "--round", str(round_), "--faces", *where]) == 0
    script = folder / "round.jsonl"
    script.write_text(capsys.readouterr().out)
    with script.open("rb") as lines:
        played = [
            to_json_object(effect.outcome)
            for *_, effects, _ in replay("script", lines)
            for effect in effects
            if isinstance(effect, RoundEnded)
        ]
    assert main(["verify", *where]) == 0
    capsys.readouterr()
    return list(played[-1]["ledger"])


async def test_pandemonium_split_double_press_and_a_corrected_card(tmp_path: Path, capsys: Any) -> None:
    """A split, a double, a jackpot press, a misread card corrected, all by taps; what is paid stands on the page."""
    async with serving(tmp_path) as pages, browser() as chromium:
        _, page = await tablet(chromium, pages)
        await tap(page, "bets.open")
        await said(page, "Bets are open")
        await lay(page, 1, "Main", "25")
        await lay(page, 1, "Pand.", "5")
        await lay(page, 3, "Main", "50", "25")
        await lay(page, 3, "Pair", "5")
        await lay(page, 5, "Main", "100")
        await tap(page, "bets.closed")
        await pages.bench.deal("KD", "8H", "5D", "7H", "AS", "8D", "6C")
        await said(page, "Area 3 to decide: 16")
        assert await page.locator(".area:nth-child(1) .tag.pay").inner_text() == "Pay Main 37.50"
        await pages.bench.press()
        await page.locator(".area:nth-child(1) .tag.jackpot").wait_for()
        await tap(page, "split")
        await said(page, "second card")
        await pages.bench.deal("KC")
        await said(page, "Area 3, hand 1 to decide: 18")
        await tap(page, "stand")
        await pages.bench.deal("QC")
        await said(page, "Area 3, hand 2 to decide: 18")
        await tap(page, "stand")
        await said(page, "Area 5 to decide: 11")
        await tap(page, "double")
        await pages.bench.deal("9C")
        await said(page, "Dealer draws")
        await page.locator(".calls button", has_text="Correct").tap()
        await page.locator("button", has_text="Correct this round").tap()
        await page.locator("[data-of]", has_text="9 of clubs").tap()
        await page.tap('[data-card="8C"]')
        await page.locator(".preview").wait_for()
        await page.locator('.sheet [data-call="say"]').tap()
        await approved(page, "300", "pit supervisor")
        await page.locator(".area:nth-child(5) .figure", has_text="19").first.wait_for()
        await pages.bench.deal("KH")
        await said(page, "Round 1 is settled")
        lines = await ledger(tmp_path, capsys)
        nets = {(line["area"], line.get("hand"), line["kind"]): line["net"] for line in lines}
        multiplier = next(line["multiplier"] for line in lines if line["kind"] == "pandemonium")
        assert nets == {
            (1, 1, "main"): 3750, (1, None, "pandemonium"): 500 * multiplier, (3, 1, "main"): 7500,
            (3, 2, "main"): 7500, (3, None, "pair"): 5500, (5, 1, "main"): 20000,
        }  # fmt: skip


async def test_pandemonium_a_nominee_presses(tmp_path: Path, capsys: Any) -> None:
    """Entered at the desk with the yes of the pit, because a button is there; the record names the nominee (3.19.2)."""
    async with serving(tmp_path) as pages, browser() as chromium:
        _, page = await tablet(chromium, pages)
        await tap(page, "bets.open")
        await lay(page, 1, "Main", "25")
        await lay(page, 1, "Pand.", "5")
        await lay(page, 2, "Main", "25")
        await tap(page, "bets.closed")
        await pages.bench.deal("KD", "9S", "7H", "AS", "9C")
        await said(page, "Area 2 to decide: 18")
        await page.locator(".rail button", has_text="Desk").tap()
        await page.tap('[data-call="by-hand"]')
        await page.tap('[data-nominee="P2"]')
        await approved(page, "300", "pit supervisor")
        await page.locator(".area:nth-child(1) .tag.jackpot").wait_for()
        await tap(page, "stand")
        await pages.bench.deal("KH")
        await said(page, "Round 1 is settled")
        pressed = next(body for body in _bodies(tmp_path) if body.get("event", {}).get("type") == "button.pressed")
        assert (pressed["event"]["player"], pressed["asked"]["approved_by"]) == ("P2", "Sam")
        lines = await ledger(tmp_path, capsys)
        assert {line["kind"]: line["result"] for line in lines if line["area"] == 1} == {
            "main": "win", "pandemonium": "win",
        }  # fmt: skip


async def test_pontoon_two_players_on_one_area(tmp_path: Path, capsys: Any) -> None:
    """Another player's wagers lie behind, and each is paid his own; one is taken back before the bets are closed.

    The area's own player has the most that he may lay: the page offers him no more, and the other one all the same.
    """
    async with serving(tmp_path, "pontoon") as pages, browser() as chromium:
        _, page = await tablet(chromium, pages)
        await tap(page, "bets.open")
        await lay(page, 1, "Main", "5,000")
        await page.locator(".kinds button", has_text=re.compile("^Main$")).wait_for(state="detached")
        await page.select_option("[name=player]", "")
        await page.fill(".sheet [name=player]", "Guest")
        await page.locator(".sheet button.first").tap()
        for chip in ("25", "5"):
            await page.locator(".chips button", has_text=re.compile(f"^{chip}$")).tap()
        await page.tap("[data-call=lay]")
        await page.locator(".area:nth-child(1) .wager", has_text="Guest").wait_for()
        await page.locator(".kinds button", has_text="Pair").tap()
        await page.locator(".chips button", has_text=re.compile("^5$")).tap()
        await page.tap("[data-call=lay]")
        await page.locator(".area:nth-child(1) .wager", has_text="Pair · Guest").wait_for()
        await page.tap('[data-call="take-back"]')
        await page.locator(".sheet .choices button", has_text="Pair").tap()
        await page.locator(".area:nth-child(1) .wager", has_text="Pair · Guest").wait_for(state="detached")
        await tap(page, "bets.closed")
        await pages.bench.deal("KD", "7H", "QS")
        await said(page, "Area 1 to decide: 20")
        await tap(page, "stand")
        await pages.bench.deal("KH")
        await said(page, "Round 1 is settled")
        lines = await ledger(tmp_path, capsys)
        assert [(line["player"], line["net"]) for line in lines] == [("P1", 500000), ("Guest", 3000)]


async def test_pontoon_why_not_insurance_and_surrender(tmp_path: Path, capsys: Any) -> None:
    """A dim pad says which clause forbids it; insurance and surrender by one tap each."""
    async with serving(tmp_path, "pontoon") as pages, browser() as chromium:
        _, page = await tablet(chromium, pages)
        await tap(page, "bets.open")
        await lay(page, 1, "Main", "50")
        await lay(page, 2, "Main", "100")
        await tap(page, "bets.closed")
        await pages.bench.deal("9S", "9H", "AD", "7C", "KC")
        await said(page, "Area 1 to decide: 16")
        await page.locator(".pad", has_text="Split").dispatch_event("click")
        await page.locator(".said", has_text=re.compile(r"\(3\.\d+")).wait_for()
        await tap(page, "surrender")
        await said(page, "Area 2 to decide: 19")
        await tap(page, "stand")
        await pages.bench.deal("9D")
        await said(page, "Round 1 is settled")
        lines = await ledger(tmp_path, capsys)
        assert [(line["area"], line["net"]) for line in lines] == [(1, -2500), (2, -10000)]


async def test_free_bet_free_split_and_free_double(tmp_path: Path, capsys: Any) -> None:
    """The free pads have their place; markers are shown."""
    async with serving(tmp_path, "free-bet-blackjack") as pages, browser() as chromium:
        _, page = await tablet(chromium, pages)
        await tap(page, "bets.open")
        await lay(page, 1, "Main", "50")
        await tap(page, "bets.closed")
        await pages.bench.deal("8S", "7H", "8D")
        await said(page, "Area 1 to decide: 16")
        await tap(page, "free_split")
        await pages.bench.deal("3D")
        await said(page, "Area 1, hand 1 to decide: 11")
        await tap(page, "free_double")
        await pages.bench.deal("9D", "KS")
        await said(page, "Area 1, hand 2 to decide: 18")
        await tap(page, "stand")
        await pages.bench.deal("KD")
        await said(page, "Round 1 is settled")
        lines = await ledger(tmp_path, capsys)
        assert sum(line["net"] for line in lines) == 5000 * 2 + 5000


async def test_blackjack_void_with_the_approval_of_the_pit(tmp_path: Path, capsys: Any) -> None:
    """A dealer holds the void pad; the pit supervisor's badge and PIN make it so; both names are in the record."""
    async with serving(tmp_path, "blackjack") as pages, browser() as chromium:
        _, page = await tablet(chromium, pages)
        await tap(page, "bets.open")
        await lay(page, 1, "Main", "50")
        await tap(page, "bets.closed")
        await pages.bench.deal("8S", "7H", "8D")
        await said(page, "Area 1 to decide: 16")
        await page.locator(".rail button", has_text="Desk").tap()
        hold = page.locator("[data-hold]")
        await hold.dispatch_event("pointerdown")
        await approved(page, "300", "pit supervisor")
        await said(page, "Round 1 is void")
        bodies = _bodies(tmp_path)
        asked = next(body["asked"] for body in bodies if body.get("event", {}).get("type") == "round.void")
        assert (asked["name"], asked["approved_by"], asked["approved_rank"]) == ("Kim", "Sam", "pit_supervisor")
        assert [body["notice"]["name"] for body in bodies if body.get("notice", {}).get("type") == "person.approved"]
        assert [line["net"] for line in await ledger(tmp_path, capsys)] == [0]


async def test_the_pit_says_yes_on_a_device_of_its_own(tmp_path: Path, capsys: Any) -> None:
    """No PIN before the players: `/approve` shows what waits, and the dealer's screen goes on by itself."""
    async with serving(tmp_path, "pontoon") as pages, browser() as chromium:
        _, page = await tablet(chromium, pages)
        _, pit = await tablet(chromium, pages, "400", path="approve")
        await tap(page, "bets.open")
        await lay(page, 1, "Main", "50")
        await page.locator("button", has_text="Seats").tap()
        await page.keyboard.press("Escape")
        await tap(page, "bets.closed")
        await pages.bench.deal("9S", "7H", "8D")
        await said(page, "Area 1 to decide")
        await page.locator(".rail button", has_text="Desk").tap()
        await page.locator("[data-hold]").dispatch_event("pointerdown")
        await page.locator("h2", has_text="Needs a pit supervisor").wait_for()
        await pit.locator("button", has_text="Approve").tap()
        await approved(pit, "400", "pit supervisor")
        await said(page, "Round 1 is void")
        await pit.evaluate("() => fetch('/api/v1/session', { method: 'DELETE' })")
        await pit.locator("p", has_text="The session is over").wait_for()
        asked = next(body["asked"] for body in _bodies(tmp_path) if body.get("event", {}).get("type") == "round.void")
        assert (asked["name"], asked["approved_by"], asked["approved_rank"]) == ("Kim", "Lee", "pit_manager")
        assert [line["net"] for line in await ledger(tmp_path, capsys)] == [0]


async def test_blackjack_a_correction_after_the_outcome(tmp_path: Path, capsys: Any) -> None:
    """What is to be paid now stands above the ledger, on a page that is loaded later too; what a reading is, below."""
    async with serving(tmp_path, "blackjack") as pages, browser() as chromium:
        _, page = await tablet(chromium, pages)
        await tap(page, "bets.open")
        await lay(page, 1, "Main", "50")
        await lay(page, 3, "Main", "100")
        await tap(page, "bets.closed")
        await pages.bench.deal("9S", "9C", "AH", "8D", "7D")
        await said(page, "Area 1 to decide")
        await tap(page, "stand")
        await said(page, "Area 3 to decide")
        await tap(page, "hit")
        await pages.bench.deal("5C")
        await said(page, "Area 3 to decide: 21")
        await tap(page, "stand")
        await pages.bench.deal("KH")
        await said(page, "Round 1 is settled")
        await page.locator(".lines .line", has_text="reading I18").wait_for()
        assert "is no clause" in await page.locator(".lines li").last.inner_text()
        assert await page.locator(".lines .head").count() == 0
        await page.locator(".calls button", has_text="Correct").tap()
        await page.locator("button", has_text="Correct this round").tap()
        await page.locator("[data-of]", has_text="K of hearts").tap()
        await page.tap('[data-card="9H"]')
        await page.locator(".preview").wait_for()
        await page.locator('.sheet [data-call="say"]').tap()
        await approved(page, "400", "pit manager")
        for _ in range(2):
            await page.locator(".lines .head", has_text="Corrected, now").wait_for()
            first = page.locator(".lines .line").first
            assert (await first.inner_text()).split() == [
                *("Area", "3", "P3", "Main", "was", "-100.00,", "is", "100.00", "Pay", "200.00")
            ]  # fmt: skip
            assert (await page.locator(".owed .both").inner_text()).split() == ["Pay", "200.00", "Take", "0.00"]
            await shot(page, "dealer-corrected")
            await page.reload()
        assert [line["net"] for line in await ledger(tmp_path, capsys)] == [-5000, 10000]
        await tap(page, "bets.open")
        await page.locator(".lines .head").first.wait_for(state="detached")


async def test_poker_a_side_pot_with_an_odd_chip(tmp_path: Path, capsys: Any) -> None:
    """Seats, chips, blinds, bets of a size, an all-in for less, showdown in order: the pots are paid to the chip."""
    async with serving(tmp_path, "poker") as pages, browser() as chromium:
        _, page = await tablet(chromium, pages)
        for seat, chips in ((1, "500"), (3, "500"), (5, "201")):
            await page.tap(f".seat.s{seat}")
            await page.locator('[data-call="join"]').first.tap()
            await page.fill("[name=player]", f"P{seat}")
            await page.fill("[name=stack]", chips)
            await page.locator(".sheet button.first").tap()
            await page.locator(f".seat.s{seat}", has_text=f"P{seat}").wait_for()
            await page.tap(f".seat.s{seat}")
        await tap(page, "blinds.open")
        await pages.bench.deal("2C", "AS", "AD", "KS", "KH", "KD", "QH")
        await said(page, "to act")
        for act in ("raise", "call", "all_in"):
            await tap(page, act)
            if act == "raise":
                await page.locator(".sheet button", has_text="Least").tap()
        await page.locator(".seat.s5.all_in").wait_for()
        for _ in range(3):
            if await page.locator('[data-act="call"]').count():
                await tap(page, "call")
                await page.wait_for_timeout(200)
        await pages.bench.deal("3C", "4S", "5S", "9D")
        for _ in range(2):
            await tap(page, "check")
            await page.wait_for_timeout(200)
        await pages.bench.deal("3D", "9C")
        for _ in range(2):
            await tap(page, "check")
            await page.wait_for_timeout(200)
        await pages.bench.deal("3H", "2H")
        for _ in range(2):
            await tap(page, "check")
            await page.wait_for_timeout(200)
        await said(page, "shows")
        for _ in range(3):
            if await page.locator('[data-call="show"]').count():
                await page.locator('[data-call="show"]').first.tap()
                await page.wait_for_timeout(300)
        await said(page, "Round 1 is settled")
        lines = await ledger(tmp_path, capsys)
        assert sum(line["net"] for line in lines) <= 0


def _bodies(folder: Path) -> list[dict[str, Any]]:
    with readable(folder / "journal.db") as database:
        return [
            json.loads(body) for (body,) in database.execute("SELECT body FROM records WHERE sealed = 0 ORDER BY n")
        ]
