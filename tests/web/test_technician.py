"""The technician's page: what to do first, devices live, what `tablectl` says, a bundle without secrets and cards."""

import io
import json
import zipfile
from pathlib import Path

from tests.web.client import console
from tests.web.pages import PIN, browser, serving, tablet
from tests.web.test_look import accessible, shot
from tests.web.test_secrecy import holds


async def test_a_pulled_shoe_is_what_to_do_first(tmp_path: Path) -> None:
    """All well; then the shoe's plug, its alert and its place in the list; then all well again."""
    async with serving(tmp_path) as pages, browser() as chromium:
        _, page = await tablet(chromium, pages, "600", path="", viewport={"width": 390, "height": 844})
        await page.locator(".verdict", has_text="All well").wait_for()
        await page.locator("[data-frames=shoe]").wait_for()
        pages.bench.shoe.port.unplug()
        await page.locator(".verdict.bad", has_text="Do first").wait_for()
        await page.locator(".alert", has_text="device_lost").wait_for()
        await page.locator(".device:has([data-frames=shoe]) .lamp.off").wait_for()
        await accessible(page)
        assert await page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        await shot(page, "technician-phone")
        pages.bench.shoe.port.plug_in()
        await page.locator(".verdict", has_text="All well").wait_for()
        await page.set_viewport_size({"width": 1280, "height": 1000})
        await page.tap("[data-tool=doctor]")
        await page.locator("pre", has_text="journal").wait_for()
        await page.tap("[data-frames=shoe]")
        await page.locator("h2", has_text="Frames of shoe").wait_for()
        await accessible(page)
        await shot(page, "technician")


async def test_the_bundle_has_no_secret_and_no_unseen_card(tmp_path: Path) -> None:
    """Every file of it searched: keys, PINs, hashes of PINs, cookies, hole cards."""
    async with serving(tmp_path, "poker") as pages, console(pages, "300", "left") as dealer:
        for seat in (1, 2):
            move = await dealer.move("join", seat=seat)
            body = {"key": f"join-of-seat-number-{seat}", "move": move["id"], "amount": 50000, "player": f"P{seat}"}
            assert (await dealer.ask("POST", "/acts", body))[0] == 200
        await dealer.act("blinds.open")
        await pages.bench.deal("2C", "AS", "KH", "QD", "JC")
        async with console(pages, "600", "bench") as client:
            cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            url = f"{pages.address}/api/v1/bundle"
            async with client.http.get(url, headers={"Cookie": cookies}) as answer:
                assert answer.status == 200
                packed = zipfile.ZipFile(io.BytesIO(await answer.read()))
        files = {name: packed.read(name).decode() for name in packed.namelist()}
        assert {"doctor.txt", "rounds.txt", "history.txt", "health.json", "configuration.json"} <= files.keys()
        text = "\n".join(files.values())
        secrets = [PIN, "argon2", *client.cookies.values()]
        secrets += [(tmp_path / name).read_bytes().hex() for name in ("journal.db.key", "journal.db.seal")]
        assert [one for one in secrets if one in text] == []
        frames = json.loads(files["frames.json"])["shoe"]
        assert holds(json.dumps(frames), ("AS", "KH", "QD", "JC", "2C")) == []
        assert holds(text, ("AS", "KH", "QD", "JC")) == []
        assert frames
