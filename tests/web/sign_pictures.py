"""`python -m tests.web.sign_pictures FOLDER`: the sign in each of its states, in full HD and 4K, from running tables.

Idle at each game, armed, rolling, showing, without a link, closed; poker with its blinds. What is clipped ends it.
"""

import asyncio
import secrets
import sys
import tempfile
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playwright.async_api import Browser, Page

from controller.games.registry import GAMES
from tests.broker import Broker
from tests.web.client import console
from tests.web.pages import Pages, browser, serving
from tests.web.signs import CLIPPED, FULL_HD, SIZES, armed, asked, of_the_house
from tests.web.test_signage import RAKE

DEALT: Final = (("KD", "7H", "KH", "KS"), ("9D", "6H", "8H", "QS", "KC"), ("TD", "9H", "TH", "TS"))
"""Of rounds in which area 1 stands: its first card, the Dealer's, its second, the Dealer's draw."""


async def taken(page: Page, folder: Path, name: str) -> list[str]:
    """A picture in each size; what is clipped in it."""
    clipped = []
    for size, viewport in SIZES.items():
        await page.set_viewport_size(viewport)  # type: ignore[arg-type]
        await page.wait_for_timeout(400)
        clipped += [f"{name} {size}: {one}" for one in await page.evaluate(CLIPPED)]
        await page.screenshot(path=folder / f"signage-{name}-{size}.jpg", type="jpeg", quality=80)
    await page.set_viewport_size(FULL_HD)  # type: ignore[arg-type]
    return clipped


async def sign(chromium: Browser, pages: Pages, language: str = "en") -> Page:
    """A sign of this table."""
    page = await (await chromium.new_context(viewport=FULL_HD, locale=language)).new_page()  # type: ignore[arg-type]
    await page.goto(f"{pages.address}/signage")
    await page.locator(".name").wait_for()
    await page.evaluate("() => document.fonts.ready.then(() => true)")
    return page


async def of_game(game: str, folder: Path, work: Path, chromium: Browser) -> list[str]:
    """Between rounds, some of which were played."""
    async with serving(work, game, sections=RAKE if game == "poker" else "") as pages:
        page = await sign(chromium, pages)
        for number, cards in enumerate(DEALT if game != "poker" else DEALT[:2]):
            await (poker_round(pages, number) if game == "poker" else stood(pages, game, cards))
            await page.locator(".rounds li").nth(number).wait_for()
        clipped = await taken(page, folder, f"idle-{game}")
        for language in ("de", "zh-Hans"):
            other = await sign(chromium, pages, language)
            await other.locator(".rounds li").nth(1).wait_for()
            clipped += [f"{game} {language}: {one}" for one in await other.evaluate(CLIPPED)]
        return clipped


async def stood(pages: Pages, game: str, cards: tuple[str, ...]) -> None:
    """A round on area 1."""
    await pages.bench.say(
        {"type": "bets.open"}, {"type": "wager", "area": 1, "kind": "main", "amount": 10000}, {"type": "bets.closed"}
    )
    if "pontoon" in game:  # its decks have no tens
        cards = tuple(card.replace("T", "K") for card in cards)
    await pages.bench.deal(*cards[:3])
    await pages.bench.say({"type": "decision", "area": 1, "action": "stand"})
    await pages.bench.deal(*cards[3:])


async def poker_round(pages: Pages, number: int) -> None:
    """Two seats; the second folds to a raise."""
    if number == 0:
        for seat in (1, 2, 3):
            await pages.bench.say({"type": "join", "seat": seat, "player": f"P{seat}", "stack": 100000})
    await pages.bench.say({"type": "blinds.open"})
    await pages.bench.deal("2C", "AS", "KH", "QD", "JC", "9S", "3D")
    for _ in range(2):
        async with console(pages, "200", f"felt{secrets.token_hex(2)}") as dealer:
            await dealer.act("action", action="fold")


async def of_jackpot(folder: Path, work: Path, chromium: Browser) -> list[str]:
    """Pontoon Pandemonium through two presses; then closed by the house's own system, and a table that is gone."""
    broker, key = Broker(work / "broker"), Ed25519PrivateKey.generate()
    broker.start()
    sections = f'[mqtt]\nhost = "{broker.host}"\nport = {broker.port}\n{of_the_house(work, key)}'
    try:
        async with serving(work, settings="roll_s = 4.0\n", sections=sections) as pages, console(pages) as client:
            page = await sign(chromium, pages)
            for number, cards in enumerate(DEALT[:2]):
                await stood(pages, "pontoon", cards)
                await page.locator(".rounds li").nth(number).wait_for()
            await armed(client, pages, (5,))
            await page.locator(".call").wait_for()
            clipped = await taken(page, folder, "armed")
            await pages.bench.press()
            await page.locator(".sign.rolling").wait_for()
            clipped += await taken(page, folder, "rolling")
            await page.locator(".sign.showing").wait_for()
            await page.wait_for_timeout(800)
            clipped += await taken(page, folder, "showing")
            await pages.bench.say({"type": "bets.open"})
            await pages.bench.say({"type": "round.void", "reason": "shown", "authority": "shift_manager"})
            await asked(broker, key, "close")
            await page.locator(".closed").wait_for()
            clipped += await taken(page, folder, "closed")
            assert pages.bench.daemon.process is not None
            pages.bench.daemon.process.kill()
            await page.locator(".link.lost").wait_for(timeout=9000)
            return clipped + await taken(page, folder, "lost")
    finally:
        broker.kill()


async def all_of_them(folder: Path) -> list[str]:
    """Every state; what is clipped."""
    async with browser() as chromium:
        clipped = []
        for game in GAMES:
            with tempfile.TemporaryDirectory() as work:
                clipped += await of_game(game, folder, Path(work), chromium)
        with tempfile.TemporaryDirectory() as work:
            return clipped + await of_jackpot(folder, Path(work), chromium)


def main(folder: Path) -> int:
    """The command: 1 where something is clipped."""
    folder.mkdir(parents=True, exist_ok=True)
    clipped = asyncio.run(all_of_them(folder))
    for one in clipped:
        print("clipped:", one)  # noqa: T201
    return 1 if clipped else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
