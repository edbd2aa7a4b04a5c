"""A table with pages for tests: the bench of `tests.table`, a browser as a tablet holds it, people with their PINs."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from controller.people.pins import hashed
from controller.people.register import EnrolCode, Person, Register, Role, digest
from tests.broker import free_port
from tests.table.table_bench import LONGEST_S, Bench, running

CHROMIUM: Final = "/usr/bin/chromium"
PIN: Final = "314159"
PEOPLE: Final[dict[str, tuple[str, Role]]] = {
    "100": ("Val", "viewer"),
    "200": ("Kim", "dealer"),
    "300": ("Sam", "pit_supervisor"),
    "400": ("Lee", "pit_manager"),
    "500": ("Ari", "shift_manager"),
    "600": ("Tec", "technician"),
}
SIZE: Final = {"width": 1280, "height": 800}
LIMITS: Final = {
    "pontoon-pandemonium": "{ main = [1000, 500000], pair = [500, 50000], pandemonium = [100, 10000] }",
    "pontoon": "{ main = [1000, 500000], pair = [500, 50000] }",
    "blackjack": "{ main = [1000, 500000], pair = [500, 50000] }",
    "free-bet-blackjack": "{ main = [1000, 500000], pair = [500, 50000] }",
}


class Pages:
    """`bench` is the table; `address` where its pages are."""

    def __init__(self, bench: Bench, port: int) -> None:
        self.bench = bench
        self.address = f"http://127.0.0.1:{port}"
        self.register = Register(bench.folder / "people.json")

    async def listens(self) -> None:
        """Wait until they are served."""
        await _listens(int(self.address.rpartition(":")[2]))

    def code(self, name: str = "left") -> str:
        """A code to enrol a console with."""
        code = f"CODE-{name}".upper()
        with self.register.change() as contents:
            contents.codes = [*contents.codes, EnrolCode(name=name, code=digest(code), until=1e11)]
        return code


@asynccontextmanager
async def serving(
    folder: Path,
    game: str = "pontoon-pandemonium",
    broker: Any = None,
    *,
    settings: str = "",
    sections: str = "",
    change: Callable[[str], str] = str,
) -> AsyncIterator[Pages]:
    """A running table of this game with pages, everybody of PEOPLE in its register; `settings` are the meter's.

    `sections` are further ones of the configuration, `change` alters it.
    """
    port = free_port()
    async with running(folder, broker, start=False) as bench:
        config = folder / "table.toml"
        text = config.read_text().replace(f'port = "{folder / "meter"}"\n', f'port = "{folder / "meter"}"\n{settings}')
        config.write_text(change(_of_game(text, game)) + f'[web]\nlisten = "127.0.0.1:{port}"\n{sections}')
        pages = Pages(bench, port)
        kept = hashed(PIN)
        with pages.register.change() as contents:
            contents.people = {badge: Person(name=name, role=role, pin=kept) for badge, (name, role) in PEOPLE.items()}
        await bench.daemon.start()
        await pages.listens()
        yield pages


async def _listens(port: int) -> None:
    async with asyncio.timeout(LONGEST_S):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return


def _of_game(text: str, game: str) -> str:
    """The bench's configuration for another game: limits, and devices that only one game has."""
    if game != "pontoon-pandemonium":
        text = re.sub(r"\[jackpot\]\n.*\n.*\n", "", text)
        text = re.sub(r'\[\[devices\]\]\nname = "(?:button|meter)"\n(?:.*\n){3}', "", text)
        text = text.replace('game = "pontoon-pandemonium"', f'game = "{game}"')
    if game == "poker":
        return text.replace("[journal]", "seats = 9\nblinds = [500, 1000]\nstake = [20000, 200000]\n[journal]", 1)
    return text.replace("[journal]", f"limits = {LIMITS[game]}\n[journal]", 1)


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """Debian's Chromium."""
    async with async_playwright() as playwright:
        found = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield found
        finally:
            await found.close()


async def tablet(found: Browser, pages: Pages, badge: str = "200", **options: Any) -> tuple[BrowserContext, Page]:
    """An enrolled console with somebody signed in, its faults raised as the test's."""
    path = options.pop("path", "dealer")
    context = await found.new_context(viewport=options.pop("viewport", SIZE), has_touch=True, locale="en", **options)
    context.set_default_timeout(10_000)
    page = await context.new_page()
    page.on("pageerror", lambda error: pytest_fail(str(error)))
    await page.goto(f"{pages.address}/{path}")
    await page.click("summary")
    await page.fill("[name=code]", pages.code())
    await page.press("[name=code]", "Enter")
    await page.wait_for_selector("summary", state="detached")
    await sign_in(page, badge)
    return context, page


async def sign_in(page: Page, badge: str) -> None:
    """By badge and PIN, until the table is there."""
    await page.fill("[name=badge]", badge)
    await page.fill("[name=pin]", PIN)
    await page.click("button.first")
    await page.wait_for_selector("[name=badge]", state="detached")


def pytest_fail(text: str) -> None:
    """A fault of the page is the test's."""
    raise AssertionError(text)


async def said(page: Page, text: str) -> None:
    """Wait until the table's sentence holds this."""
    await page.locator(".sentence p", has_text=text).first.wait_for()


async def lay(page: Page, area: int, kind: str, *chips: str) -> None:
    """Wagers by touch: the area, the kind, the chips, one tap to lay."""
    await page.tap(f".area:nth-child({area})")
    await page.locator(".kinds button", has_text=re.compile(f"^{kind}$")).tap()
    for chip in chips:
        await page.locator(".chips button", has_text=re.compile(f"^{chip}$")).tap()
    await page.tap("[data-call=lay]")
    await page.locator(".amount", has_text="0.00").wait_for()
