"""What the pages cost and how fast they are, beside the console socket of the same table in the same run.

    python -m tests.bench.bench_pages [--peers 200] [--peers-s 60]

Tap to accepted over HTTP and over the socket, in turn; a touch in Chromium until the table's answer is drawn; the
weight of the page; the time to a usable page with the processor slowed four times; stale and back; what slow peers,
open streams and an idle server cost.
"""

import argparse
import asyncio
import json
import os
import signal
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import aiohttp
from playwright.async_api import CDPSession, Page

from controller.daemon.consoles.callers import A_SECOND
from controller.web.peers import STRANGERS_A_SECOND, STRANGERS_AT_ONCE
from tests.table.table_bench import running
from tests.web.client import Client, console, new_key
from tests.web.pages import Pages, browser, serving, tablet

TAPS: Final = 300


def spread(times_s: list[float]) -> str:
    """p50, p95, p99 in ms."""
    times = sorted(times_s)
    at = [times[min(len(times) - 1, int(len(times) * part))] * 1000 for part in (0.5, 0.95, 0.99)]
    return "p50 {:.1f}, p95 {:.1f}, p99 {:.1f} ms".format(*at)


def rss_mb(pid: int) -> float:
    """Resident memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def switches(pid: int) -> int:
    """Times that its threads have slept and been woken."""
    total = 0
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        total += next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("voluntary"))
    return total


async def wakes_a_second(pid: int, seconds: float = 10.0) -> float:
    """How often it is woken while nothing is done."""
    before = switches(pid)
    await asyncio.sleep(seconds)
    return (switches(pid) - before) / seconds


def pid_of(pages: Pages) -> int:
    """The daemon's."""
    assert pages.bench.daemon.process is not None
    return pages.bench.daemon.process.pid


async def tap_times(client: Client, socket: Path, count: int) -> tuple[list[float], list[float]]:
    """The same event over HTTP and over the socket, in turn, no faster than the socket takes a user's lines."""
    reader, writer = await asyncio.open_unix_connection(socket)
    http, unix = [], []
    for number in range(count):
        event: dict[str, Any] = (
            {"type": "seat.left", "area": 1} if number % 2 else {"type": "seat", "area": 1, "player": "P1"}
        )
        n = (await client.parts())["n"]
        began = time.perf_counter()
        status, answer = await client.ask("POST", "/acts", {"key": new_key(), "event": event, "seen": n})
        http.append(time.perf_counter() - began)
        assert status == 200, answer
        began = time.perf_counter()
        writer.write(json.dumps(event).encode() + b"\n")
        await writer.drain()
        await reader.readline()
        unix.append(time.perf_counter() - began)
        await asyncio.sleep(1 / A_SECOND)
    writer.close()
    return http, unix


async def drawn_times(page: Page, pages: Pages, count: int) -> list[float]:
    """A touch until what it did is on the screen: chips laid, the wager drawn on its area."""
    del pages
    await page.tap('[data-call="bets.open"]')
    await page.tap(".area:nth-child(1)")
    times = []
    for _ in range(count):
        await page.locator(".chips button", has_text="25").first.tap()
        before = await page.locator(".area:nth-child(1) .wagers").count() and await page.inner_text(
            ".area:nth-child(1) .wagers"
        )
        times.append(
            await page.evaluate(
                """(before) => new Promise((done) => {
                const area = document.querySelector('.area:nth-child(1)');
                const look = () => { const now = area.querySelector('.wagers')?.innerText ?? 0;
                    if (now !== before) requestAnimationFrame(() => done((performance.now() - began) / 1000));
                    else requestAnimationFrame(look); };
                const began = performance.now();
                document.querySelector('[data-call=lay]').click(); look(); })""",
                before or 0,
            )
        )
    return times


async def weight(page: Page) -> tuple[float, float, int]:
    """KB of the page, KB as sent, requests to elsewhere."""
    entries = await page.evaluate(
        "() => performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".filter((one) => !one.name.includes('/api/'))"
        ".map((one) => [one.name, one.decodedBodySize, one.encodedBodySize])"
    )
    outside = [name for name, _, _ in entries if "127.0.0.1" not in name]
    return sum(one[1] for one in entries) / 1000, sum(one[2] for one in entries) / 1000, len(outside)


async def usable_s(page: Page, address: str) -> float:
    """From the navigation to the pads, with the processor slowed four times."""
    slow: CDPSession = await page.context.new_cdp_session(page)
    await slow.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    began = time.perf_counter()
    await page.goto(f"{address}/dealer")
    await page.wait_for_selector('[data-call="bets.open"]')
    took = time.perf_counter() - began
    await slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return took


async def stale_and_back_s(page: Page, pages: Pages) -> tuple[float, float]:
    """The daemon stands still; then it goes on."""
    os.kill(pid_of(pages), signal.SIGSTOP)
    began = time.perf_counter()
    await page.wait_for_selector(".banner")
    stale = time.perf_counter() - began
    os.kill(pid_of(pages), signal.SIGCONT)
    began = time.perf_counter()
    await page.wait_for_selector(".banner", state="detached")
    return stale, time.perf_counter() - began


FORGIVEN_S: Final = STRANGERS_AT_ONCE / STRANGERS_A_SECOND
"""After it other addresses are let in again."""


async def with_slow_peers(pages: Pages, client: Client, socket: Path, peers: int, seconds: float) -> str:
    """Peers that open, send half a head and wait; taps meanwhile."""
    port = int(pages.address.rpartition(":")[2])
    before, _ = await tap_times(client, socket, 100)
    rss = rss_mb(pid_of(pages))
    stop = asyncio.Event()

    async def peer(number: int) -> None:
        source = f"127.0.0.{2 + number % 200}"
        while not stop.is_set():
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
                writer.write(b"GET /dealer HTTP/1.1\r\nHo")
                await asyncio.wait_for(reader.read(1), 15)
                writer.close()
            except (OSError, TimeoutError):
                pass
            await asyncio.sleep(0.2)

    tasks = [asyncio.create_task(peer(number)) for number in range(peers)]
    until, during = time.monotonic() + seconds, []
    while time.monotonic() < until:
        times, _ = await tap_times(client, socket, 50)
        during += times
        await asyncio.sleep(0.2)
    more = rss_mb(pid_of(pages)) - rss
    stop.set()
    for task in tasks:
        task.cancel()
    await asyncio.sleep(FORGIVEN_S)
    return f"tap without {spread(before)}; with {peers} for {seconds:.0f} s {spread(during)}; memory {more:+.1f} MB"


async def measure(peers: int, peers_s: float) -> None:
    """Everything, in order."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        async with running(Path(one), None) as bench:
            await bench.say({"type": "shoe.new"})
            assert bench.daemon.process is not None
            off = rss_mb(bench.daemon.process.pid), await wakes_a_second(bench.daemon.process.pid)
        socket = Path(two) / "console.sock"
        text = f'[console]\nsocket = "{socket}"\nlogins = {{ root = "dealer" }}\n'
        async with serving(Path(two), sections=text) as pages:
            await asyncio.sleep(1)
            on = rss_mb(pid_of(pages)), await wakes_a_second(pid_of(pages))
            print("without pages: {:.1f} MB, {:.1f} wake-ups/s".format(*off))
            print("with them, nobody there: {:.1f} MB, {:.1f} wake-ups/s".format(*on))
            async with console(pages, "200", "left") as client:
                http, unix = await tap_times(client, socket, TAPS)
                print(f"tap to accepted: page {spread(http)}; socket {spread(unix)}")
                print(f"median difference {1000 * (statistics.median(http) - statistics.median(unix)):.1f} ms")
                print("slow peers:", await with_slow_peers(pages, client, socket, peers, peers_s))
                print(await streams(pages, client, 20))
            async with browser() as chromium:
                _, page = await tablet(chromium, pages)
                whole, sent, outside = await weight(page)
                print(f"page: {whole:.0f} KB, {sent:.0f} KB as sent, {outside} requests elsewhere")
                print(f"usable after {await usable_s(page, pages.address):.2f} s, processor slowed four times")
                print("touch to drawn:", spread(await drawn_times(page, pages, 100)))
                print("stale after {:.1f} s, back after {:.1f} s".format(*await stale_and_back_s(page, pages)))


async def streams(pages: Pages, client: Client, count: int) -> str:
    """What open streams cost in memory."""
    before = rss_mb(pid_of(pages))
    open_: list[tuple[aiohttp.ClientSession, aiohttp.ClientResponse]] = []
    for number in range(count):
        if number % 4 == 0:
            await client.sign_in(str(100 * (1 + (number // 4) % 5)))
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        connector = aiohttp.TCPConnector(local_addr=(f"127.0.1.{1 + number}", 0))
        session = aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())
        answer = await session.get(f"{pages.address}/api/v1/live", headers={"Cookie": cookies})
        open_.append((session, answer))
    await asyncio.sleep(3)
    got = sum(answer.status == 200 for _, answer in open_)
    more = rss_mb(pid_of(pages)) - before
    for session, answer in open_:
        answer.close()
        await session.close()
    return f"{got} streams: memory {more:+.1f} MB"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", type=int, default=200)
    parser.add_argument("--peers-s", type=float, default=60.0)
    asked = parser.parse_args()
    asyncio.run(measure(asked.peers, asked.peers_s))


if __name__ == "__main__":
    main()
