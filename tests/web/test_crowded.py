"""The fullest tables there are: nothing is cut, in each language and in one whose words are two fifths longer."""

import json
import re
from math import ceil
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Page, Route

from controller.web.assets import PAGES
from tests.web.client import Client, console, new_key
from tests.web.pages import browser, said, serving, tablet
from tests.web.test_look import SIZES, accessible, shot

CUT: Final = """() => {
    dispatchEvent(new Event('resize'));
    return [...document.querySelectorAll('.console *')].filter((one) => {
    const how = getComputedStyle(one);
    if (one.closest('.hidden, svg, select, .lines') || how.display === 'inline') return false;
    return (how.overflowX !== 'visible' || how.overflowY !== 'visible')
        && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
}).map((one) => `${one.className}: ${one.innerText.slice(0, 60)}`); }"""
"""What holds more than it shows, once it is drawn in this size; the ledger between rounds may scroll."""


SPEAK: Final = """async (code) => {
    const words = await import(document.querySelector('script').src.replace(/[a-z]+\\.js$/, 'words.js'));
    await words.speak(code);
    dispatchEvent(new Event('resize'));
}"""
"""The page in another language, drawn again."""


async def wager(client: Client, seen: int, area: int, kind: str, amount: int, player: str) -> int:
    """One wager of this player; the number of its record."""
    event = {"type": "wager", "area": area, "kind": kind, "amount": amount, "player": player}
    status, answer = await client.ask("POST", "/acts", {"key": new_key(), "event": event, "seen": seen})
    assert status == 200, answer
    return int(answer["n"])


async def longer(route: Route) -> None:
    """English with two fifths more of it, as another language may have."""
    words = json.loads((PAGES / "i18n" / "en.json").read_text())
    letters = {key: len(re.sub(r"\{[^}]*\}", "", text)) for key, text in words.items()}
    longer = {key: f"[{text} {'x' * ceil(letters[key] * 0.4)}]" for key, text in words.items()}
    await route.fulfill(json=longer)


SCROLLS: Final = """() => {
    const all = document.documentElement;
    return [all.scrollWidth - innerWidth, all.scrollHeight - innerHeight];
}"""


async def in_every_language(page: Page, name: str) -> None:
    """Nothing is cut on a tablet, nor in a language that there is on a small one; axe finds nothing."""
    await page.evaluate("async () => { await document.fonts.ready; }")
    for language in ("en", "zh-Hans", "de", "longer"):
        if language == "longer":
            await page.route("**/i18n/de.json", longer)
        await page.evaluate(SPEAK, "de" if language == "longer" else language)
        for size in ("tablet",) if language == "longer" else ("small", "tablet"):
            await page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
            assert await page.evaluate(CUT) == [], (language, size)
            assert max(await page.evaluate(SCROLLS)) <= 0, (language, size)
            await shot(page, f"{name}-{size}-{language}")
    await accessible(page)
    await page.set_viewport_size(SIZES["phone"])  # type: ignore[arg-type]
    await shot(page, f"{name}-phone")
    await accessible(page)


async def until(client: Client, **turn: Any) -> dict[str, Any]:
    """The parts, once whose turn it is has these fields."""
    while True:
        parts = await client.parts()
        if turn.items() <= parts["turn"].items():
            return parts


async def test_three_players_on_an_area_and_two_splits(tmp_path: Path) -> None:
    """Nine wagers on each of three areas, three hands on one of them."""
    async with serving(tmp_path) as pages, browser() as chromium, console(pages) as client:
        seen = (await client.act("bets.open"))["n"]
        for area in range(1, 8):
            for player in ("", "b", "c") if area in (2, 3, 5) else ("",):
                for kind, amount in (("main", 123000), ("pair", 500), ("pandemonium", 500)):
                    seen = await wager(client, seen, area, kind, amount, f"P{area}{player}")
        await client.act("bets.closed")
        await pages.bench.deal("KD", "9S", "8H", "5D", "KC", "9C", "JH", "7H", "AS", "7C", "8D", "6C", "QS", "9H", "2S")
        await until(client, area=2)
        await client.act("decision", action="stand")
        for card in ("8S", "3C"):
            await until(client, area=3)
            await client.act("decision", action="split")
            await pages.bench.deal(card)
        _, page = await tablet(chromium, pages)
        await said(page, "Area 3, hand 1 to decide: 11")
        await in_every_language(page, "crowded")


async def test_while_bets_are_open(tmp_path: Path) -> None:
    """All that can be tapped then, an alert in the rail; bets that cannot be closed yet are answered why not."""
    async with serving(tmp_path) as pages, browser() as chromium, console(pages) as client:
        _, page = await tablet(chromium, pages)
        seen = (await client.act("bets.open"))["n"]
        for area in (1, 2):
            for kind in ("main", "pair", "pandemonium"):
                seen = await wager(client, seen, area, kind, 1000, f"P{area}")
        await client.act("bets.closed")
        await pages.bench.deal("8S", "7C", "9S", "KH", "QS")
        for area in (1, 2):
            await until(client, area=area)
            await client.act("decision", action="stand")
        await pages.bench.deal("JS")
        await said(page, "Round 1 is settled")
        pages.bench.shoe.port.unplug()
        await page.locator(".alerts").wait_for()
        await page.tap('[data-call="bets.open"]')
        await page.locator("[data-call=repeat-all]").wait_for()
        await page.locator('[data-call="bets.closed"][aria-disabled=true]').dispatch_event("click")
        await page.locator(".said", has_text="wager").wait_for()
        await page.tap(".area:nth-child(1)")
        await page.tap("[data-call=repeat]")
        await page.locator("[data-call=take-back]").wait_for()
        await in_every_language(page, "betting-laid")
        await page.set_viewport_size(SIZES["tablet"])  # type: ignore[arg-type]
        await page.tap(".area:nth-child(2)")
        await page.locator(".chips button").nth(7).tap()
        await in_every_language(page, "betting-to-lay")


async def test_nine_seats(tmp_path: Path) -> None:
    """A bet before the flop at a full poker table."""
    async with serving(tmp_path, "poker") as pages, browser() as chromium, console(pages) as client:
        for seat in range(1, 10):
            await join(client, seat)
        await client.act("blinds.open")
        await pages.bench.deal("2C", "AS", "AD", "KS", "KH", "KD", "QH", "QC", "QD", "JH", "JC", "JS", "TH", "TC", "TD",
                               "9H", "9C", "9S", "8S")  # fmt: skip
        _, page = await tablet(chromium, pages)
        await said(page, "to act")
        await in_every_language(page, "nine-seats")


async def join(client: Client, seat: int) -> None:
    """A player with chips."""
    move = await client.move("join", seat=seat)
    body = {"key": new_key(), "move": move["id"], "amount": 120000 + seat * 1000, "player": f"Player-{seat}"}
    assert (await client.ask("POST", "/acts", body))[0] == 200
