"""The sign: attraction, armed, rolling, landed; never another value first; at once after a reload; no session.

Also from MQTT, at a PC of the casino.
"""

import hashlib
import json
import signal
from pathlib import Path
from typing import Final

import aiomqtt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.web.assets import PAGES
from tests.broker import Broker, free_port
from tests.table.table_bench import PREFIX
from tests.web.client import console
from tests.web.pages import browser, serving
from tests.web.signs import (
    CLIPPED,
    FULL_HD,
    SIZES,
    WATCH,
    armed,
    asked,
    at_rest,
    casino_pc,
    noted,
    of_the_house,
    rests,
    rolls,
)
from tests.web.test_look import accessible, shot

ROLL_S = 0.8
ROUNDS: Final = 4
"""So many at most until a page was loaded in the middle of a roll."""

FITS: Final = """() => [...document.querySelectorAll('.left, .right')].every((one) =>
    one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth)"""


async def test_it_lands_on_the_committed_value_and_nowhere_else(tmp_path: Path) -> None:
    """Presses of a round, each armed with the value before; reloads in a roll and after it; a lost link.

    Before that a style and then a script do not come: each time the page is loaded again by itself.
    """
    async with serving(tmp_path, settings=f"roll_s = {ROLL_S}\n") as pages, browser() as chromium:
        context = await chromium.new_context(viewport=FULL_HD, locale="en")  # type: ignore[arg-type]
        page = await context.new_page()
        await page.add_init_script(WATCH)
        await page.route("**/signage.css", lambda route: route.abort(), times=1)
        await page.route("**/hold.js", lambda route: route.abort(), times=1)
        await page.goto(f"{pages.address}/signage")
        await page.locator(".name", has_text="Pontoon Pandemonium").wait_for()
        await accessible(page)
        await shot(page, "signage-idle")
        async with console(pages) as client:
            values, rounds, value = noted(pages.bench.meter), 0, 0
            while not (
                rounds and await page.evaluate("() => window.rolls")
            ):  # loaded when the roll was over: once more
                rounds += 1
                assert rounds <= ROUNDS
                await armed(client, pages, (1, 5))
                await page.locator(".call").wait_for()
                await shot(page, "signage-armed")
                await pages.bench.press()
                await rolls(page)
                value, _ = await values.get()
                await rests(page, value)
                assert (await at_rest(page))[-1][0] == value
                await pages.bench.press()
                await page.reload()
                value, _ = await values.get()
                await rests(page, value)
                assert {face for face, _ in await at_rest(page)} == {value}
            await page.reload()
            await rests(page, value)
            assert [face for face, _ in await at_rest(page)] == [value]
            assert await page.evaluate("() => document.getElementById('reel').children.length") == 1
        assert await page.locator(".rounds li").count() == rounds
        assert await page.evaluate(FITS)
        await accessible(page)
        await shot(page, "signage")
        assert (await page.evaluate("async () => (await fetch('/api/v1/table')).status")) == 401
        assert pages.bench.daemon.process is not None
        pages.bench.daemon.process.kill()
        await page.locator(".link.lost").wait_for()
        assert await page.locator(".sign.showing").count() == 1


async def test_the_same_from_mqtt(tmp_path: Path) -> None:
    """At a casino's own PC over WebSocket: signed by the table, the same landing; a broker that goes, a closed table.

    One that stops is lost, and not closed by anybody.
    """
    port, house = free_port(), Ed25519PrivateKey.generate()
    broker = Broker(tmp_path / "broker", settings=(f"listener {port} 127.0.0.1", "protocol websockets"))
    broker.start()
    mqtt = f'[mqtt]\nhost = "{broker.host}"\nport = {broker.port}\n{of_the_house(tmp_path, house)}'
    try:
        async with serving(tmp_path, settings=f"roll_s = {ROLL_S}\n", sections=mqtt) as pages, browser() as chromium:
            async with console(pages, "600", "bench") as technician:
                key = (await technician.ask("GET", "/health"))[1]["about"]["public_key"]
            settings = {
                "broker": f"ws://127.0.0.1:{port}",
                "username": "",
                "topic": "casino/house/t1",
                "public_key": key,
            }
            async with casino_pc(settings, free_port()) as address, console(pages) as client:
                page = await (await chromium.new_context(viewport=FULL_HD, locale="en")).new_page()  # type: ignore[arg-type]
                await page.add_init_script(WATCH)
                await page.goto(address)
                await page.locator(".name", has_text="Pontoon Pandemonium").wait_for()
                await page.locator(".link:not(.lost)").wait_for()
                values = noted(pages.bench.meter)
                await armed(client, pages)
                await page.locator(".call").wait_for()
                await pages.bench.press()
                await rolls(page)
                value, _ = await values.get()
                await rests(page, value)
                assert {face for face, _ in await at_rest(page)} == {value}
                await page.locator(".rounds li", has_text=f"{value} to 1").wait_for()
                await shot(page, "signage-mqtt")
                broker.kill()
                await page.locator(".link.lost").wait_for()
                assert await page.locator(".sign.showing").count() == 1
                broker.start()
                await page.locator(".link:not(.lost)").wait_for()
                await asked(broker, house, "close")
                await page.locator(".closed", has_text="closed").wait_for()
                assert await page.evaluate(FITS)
                await shot(page, "signage-mqtt-closed")
                await asked(broker, house, "open")
                await page.locator(".closed").wait_for(state="detached")
                assert await pages.bench.daemon.end(signal.SIGTERM) == (0, "")
                await page.locator(".link.lost").wait_for()
                assert await page.locator(".closed").count() == 0
    finally:
        broker.kill()


RAKE: Final = '[table.rake]\npercent = "2.5"\ncap = 1500\n'
TERMS: Final = ("5 / 10", "200 \N{EN DASH} 2,000", "2.5 % at most 15")


async def test_what_a_sign_at_poker_has_to_show(tmp_path: Path) -> None:
    """Blinds, Table Stake (3.6), rake and its cap (4.1): at the table, and at a casino's own PC from `state` alone."""
    port = free_port()
    broker = Broker(tmp_path / "broker", settings=(f"listener {port} 127.0.0.1", "protocol websockets"))
    broker.start()
    mqtt = f'[mqtt]\nhost = "{broker.host}"\nport = {broker.port}\n'
    settings = {"broker": f"ws://127.0.0.1:{port}", "username": "", "topic": "casino/house/t1", "title": "Poker"}
    try:
        async with (
            serving(tmp_path, "poker", sections=mqtt + RAKE) as pages,
            browser() as chromium,
            casino_pc(settings | {"multipliers": [], "pays": []}, free_port()) as address,
        ):
            for name, url in (("poker", f"{pages.address}/signage"), ("poker-mqtt", address)):
                page = await (await chromium.new_context(viewport=FULL_HD, locale="en")).new_page()  # type: ignore[arg-type]
                await page.goto(url)
                for text in TERMS:
                    await page.locator(".limits p", has_text=text).wait_for()
                assert await page.evaluate(FITS)
                await accessible(page)
                await shot(page, f"signage-{name}")
    finally:
        broker.kill()


async def test_as_many_kinds_of_wager_as_there_may_be(tmp_path: Path) -> None:
    """Four beside the main one, each with what it may be, in every language; the rounds have the rest of the column."""
    port = free_port()
    broker = Broker(tmp_path / "broker", settings=(f"listener {port} 127.0.0.1", "protocol websockets"))
    broker.start()
    limits = {kind: [500, 2_500_000] for kind in ("main", "pair", "pandemonium", "busted", "pot_of_gold")}
    state = {"seq": 1, "phase": "idle", "open": True, "limits": limits}
    ended = {"status": "settled", "dealer": {"result": "bust", "total": 26}, "ledger": []}
    settings = {"broker": f"ws://127.0.0.1:{port}", "username": "", "topic": PREFIX}
    try:
        async with (
            aiomqtt.Client(broker.host, broker.port) as table,
            casino_pc(settings, free_port()) as address,
            browser() as chromium,
        ):
            await table.publish(f"{PREFIX}/state", json.dumps(state), qos=1, retain=True)
            for language in ("en", "de", "zh-Hans"):
                context = await chromium.new_context(viewport=FULL_HD, locale=language)  # type: ignore[arg-type]
                page = await context.new_page()
                await page.goto(address)
                await page.locator(".limits").wait_for()
                for number in range(1, 5):
                    outcome = ended | {"seq": number, "round": 999_990 + number}
                    await table.publish(f"{PREFIX}/outcome", json.dumps(outcome), qos=1)
                await page.locator(".rounds li", has_text="999 994").wait_for()
                for name, size in SIZES.items():
                    await page.set_viewport_size(size)  # type: ignore[arg-type]
                    await shot(page, f"signage-kinds-{language}-{name}")
                    assert await page.evaluate(CLIPPED) == []
                assert await page.locator(".limits .other").count() == len(limits)
                assert await page.locator(".rounds li").count() == 3
    finally:
        broker.kill()


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


def test_what_is_vendored_for_a_casinos_own_pc_is_as_it_came() -> None:
    """mqtt.js and its licence, by their SHA-256; on no page of the daemon."""
    vendor = Path(__file__).parents[2] / "config" / "examples" / "signage" / "vendor"
    for line in (vendor / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split()
        assert hashlib.sha256((vendor / name).read_bytes()).hexdigest() == digest, name
    assert not list(PAGES.rglob("mqtt*"))
