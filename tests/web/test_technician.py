"""The technician's page: what to do first, devices live and tried, what is looked at, a bundle without secrets."""

import asyncio
import io
import json
import signal
import zipfile
from pathlib import Path
from typing import Final

from playwright.async_api import Page

from drivers.virtual.framed.meter import VirtualMeter
from tests.broker import Broker
from tests.table.table_bench import LONGEST_S
from tests.web.client import console
from tests.web.pages import PIN, Pages, browser, serving, tablet
from tests.web.test_look import accessible, shot
from tests.web.test_secrecy import holds

PHONE: Final = {"width": 390, "height": 844}
SIZES: Final = {"wide": {"width": 1920, "height": 1080}, "desktop": {"width": 1440, "height": 900}, "phone": PHONE}


async def whole(page: Page, name: str) -> None:
    """On a phone and on both desktops nothing wider than the screen, and a picture; nothing that axe finds."""
    for size, viewport in SIZES.items():
        await page.set_viewport_size(viewport)  # type: ignore[arg-type]
        assert await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        await shot(page, f"technician-{name}-{size}", whole=True)
    await accessible(page)


async def says(page: Page, first: str, todo: str) -> None:
    """The verdict is this, with what to do first."""
    await page.locator(".verdict", has_text=first).wait_for()
    assert todo in await page.inner_text(".verdict")


async def test_what_to_do_first(tmp_path: Path) -> None:
    """All well; a pulled shoe with a word on its plug, a dead broker, a silent table; each time well again."""
    broker = Broker(tmp_path / "broker")
    broker.start()
    try:
        mqtt = f'[mqtt]\nhost = "{broker.host}"\nport = {broker.port}\n'
        async with serving(tmp_path, sections=mqtt) as pages, browser() as chromium:
            _, page = await tablet(chromium, pages, "600", path="", viewport=PHONE)
            await says(page, "All well", "4 devices")
            await whole(page, "well")
            pages.bench.shoe.port.unplug()
            await says(page, "shoe", "a program makes this port")
            await page.locator(".alert", has_text="device_lost").wait_for()
            await page.locator(
                ".device.away:has([data-frames=shoe]) .todo", has_text="a program makes this port"
            ).wait_for()
            await whole(page, "shoe")
            await shot(page, "technician-phone")
            pages.bench.shoe.port.plug_in()
            await page.locator(".verdict", has_text="All well").wait_for()
            broker.kill()
            await says(page, "broker", "network")
            await page.locator(".numbers div:not(.out)", has_text="Disk free").wait_for()
            await whole(page, "broker")
            broker.start()
            await page.locator(".verdict", has_text="All well").wait_for()
            await silent(pages, page)
    finally:
        broker.kill()


async def silent(pages: Pages, page: Page) -> None:
    """The daemon is stopped: within five seconds it says so; all well when it goes on."""
    assert pages.bench.daemon.process is not None
    pages.bench.daemon.process.send_signal(signal.SIGSTOP)
    await page.locator(".verdict.critical", has_text="No news").wait_for(timeout=7000)
    for size in ("desktop", "phone"):
        await page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
        await shot(page, f"technician-stale-{size}", whole=True)
    pages.bench.daemon.process.send_signal(signal.SIGCONT)
    await page.locator(".verdict", has_text="All well").wait_for()


async def test_devices_are_tried_between_rounds(tmp_path: Path) -> None:
    """Lamp, meter and the shoe's line; who asked is in the record; never in a round; a round that opens ends it."""
    async with serving(tmp_path) as pages, browser() as chromium, console(pages, "200", "felt") as dealer:
        _, page = await tablet(chromium, pages, "600", path="", viewport=PHONE)
        shown: list[int | None] = []
        seeing = asyncio.create_task(watched(pages.bench.meter, shown))
        await page.tap("[data-test=meter]")
        await page.locator(".trial", has_text="Tested by Tec").wait_for(timeout=20_000)
        assert shown[-8:] == [2, 3, 5, 10, 20, 25, 50, 100]
        seeing.cancel()
        await pages.bench.meter_shows("idle")
        await page.locator(".events", has_text="person.tested").wait_for()
        await whole(page, "trial")
        await page.tap("[data-test=button]")
        await page.locator(".chip", has_text="lit").first.wait_for()
        await dealer.act("bets.open")
        await page.locator(".trial", has_text="a round was opened").wait_for()
        await page.tap("[data-test=meter]", force=True)
        await page.locator(".device", has_text="between two rounds").wait_for()


async def test_looking_closer(tmp_path: Path) -> None:
    """A round with its clauses, the frames of the shoe with unseen faces masked, the recorder, the configuration."""
    async with serving(tmp_path) as pages, browser() as chromium, console(pages, "200", "felt") as dealer:
        _, page = await tablet(chromium, pages, "600", path="", viewport=PHONE)
        await dealer.act("bets.open")
        await dealer.act("wager", area=1, kind="main", amount=1000)
        await dealer.act("bets.closed")
        await pages.bench.deal("AS", "7H", "KD")
        await (
            page.locator(".events", has_text="Settling")
            .or_(page.locator(".events", has_text="Between"))
            .first.wait_for()
        )
        await page.tap("[data-frames=shoe]")
        await page.locator(".frames", has_text="card AS").wait_for()
        await whole(page, "monitor")
        pages.bench.shoe.port.unplug()
        await recorded(tmp_path)
        pages.bench.shoe.port.plug_in()
        for name, has in (
            ("rounds", "3.19"),
            ("recordings", "card_too_soon"),
            ("configuration", '"game"'),
            ("doctor", "journal"),
        ):
            await page.tap(f"[data-tool={name}]")
            await page.locator(".found", has_text=has).wait_for(timeout=60_000)
        await page.tap("[data-tool=rounds]")
        await page.locator(".found", has_text="3.19").wait_for(timeout=60_000)
        await whole(page, "round")


async def watched(meter: VirtualMeter, shown: list[int | None]) -> None:
    """Every figure that the meter shows."""
    while True:
        meter.changed.clear()
        await meter.changed.wait()
        if meter.state == "showing":
            shown.append(meter.multiplier)


async def recorded(folder: Path) -> None:
    """Wait for the first file of the flight recorder."""
    async with asyncio.timeout(LONGEST_S):
        while not await asyncio.to_thread(lambda: list(folder.glob("journal.db.recordings/*.jsonl"))):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_the_bundle_has_no_secret_and_no_unseen_card(tmp_path: Path) -> None:
    """Every file of it searched: keys, PINs, hashes of PINs, cookies, hole cards; an alert's recording, too."""
    async with serving(tmp_path, "poker") as pages, console(pages, "300", "left") as dealer:
        for seat in (1, 2):
            move = await dealer.move("join", seat=seat)
            body = {"key": f"join-of-seat-number-{seat}", "move": move["id"], "amount": 50000, "player": f"P{seat}"}
            assert (await dealer.ask("POST", "/acts", body))[0] == 200
        await dealer.act("blinds.open")
        await pages.bench.deal("2C", "AS", "KH", "QD", "JC")
        pages.bench.shoe.port.unplug()
        await recorded(tmp_path)
        async with console(pages, "600", "bench") as client:
            cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            url = f"{pages.address}/api/v1/bundle"
            async with client.http.get(url, headers={"Cookie": cookies}) as answer:
                assert answer.status == 200
                packed = zipfile.ZipFile(io.BytesIO(await answer.read()))
        files = {name: packed.read(name).decode() for name in packed.namelist()}
        assert {"doctor.txt", "rounds.txt", "history.txt", "health.json", "configuration.json"} <= files.keys()
        assert any(name.startswith("recordings/") for name in files)
        text = "\n".join(files.values())
        secrets = [PIN, "argon2", *client.cookies.values()]
        secrets += [(tmp_path / name).read_bytes().hex() for name in ("journal.db.key", "journal.db.seal")]
        assert [one for one in secrets if one in text] == []
        frames = json.loads(files["frames.json"])["shoe"]
        assert holds(json.dumps(frames), ("AS", "KH", "QD", "JC", "2C")) == []
        assert holds(text, ("AS", "KH", "QD", "JC")) == []
        assert frames
