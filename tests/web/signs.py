"""A sign watched in a browser: each face that comes to rest, when, and the frames between; the house that closes it."""

import asyncio
import json
import re
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiomqtt
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.async_api import Page

from controller.core.outcomes import dumps
from controller.journal.clock import rfc3339
from controller.mqtt.requests import REQUEST_READER, signed_request
from controller.web.assets import PAGES
from drivers.virtual.framed.meter import VirtualMeter
from tests.broker import Broker
from tests.table.table_bench import PREFIX
from tests.web.client import Client

FULL_HD: Final = {"width": 1920, "height": 1080}
SIZES: Final = {"1080p": FULL_HD, "4k": {"width": 3840, "height": 2160}}
CLIPPED: Final = """() => [...document.querySelectorAll('.left, .right, .left p, .right li, .right p, .right span')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1
        || (one.matches('section') && one.scrollHeight > one.clientHeight + 1))
    .map((one) => `${one.className} ${one.textContent}`)"""
WATCH: Final = """window.seen = []; window.frames = []; window.rolls = 0;
{ let before = 0, rolling = false;
  new MutationObserver(() => { const rolled = rolling;
    rolling = Boolean(document.querySelector('.sign.rolling'));
    if (rolling && !rolled) { window.seen = []; window.rolls += 1; }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
  const look = (now) => {
    const reel = document.getElementById('reel');
    if (reel && before) window.frames.push(now - before);
    before = reel ? now : 0;
    if (reel && reel.children.length && !reel.getAnimations().length) {
        const at = new DOMMatrix(getComputedStyle(reel).transform).m42;
        const face = reel.children[Math.round(-at / (innerHeight * .54))]?.textContent ?? 'nothing';
        const last = window.seen.at(-1);
        if (last?.face !== face || last.of !== reel) window.seen.push({ face, at: Date.now(), of: reel });
    }
    requestAnimationFrame(look); }; requestAnimationFrame(look); }"""
"""From before the page's own scripts on: what was at rest since the last roll began, frames while there is a reel."""


def noted(meter: VirtualMeter) -> asyncio.Queue[tuple[int, float]]:
    """Every value that the meter shows from now on, with its time; the next state may come in the same millisecond."""
    values: asyncio.Queue[tuple[int, float]] = asyncio.Queue()
    take = meter.take

    def noting(kind: str, payload: str) -> bool:
        taken = take(kind, payload)
        if taken and meter.state == "showing" and meter.multiplier is not None and payload.startswith("showing"):
            values.put_nowait((meter.multiplier, time.time()))
        return taken

    meter.take = noting  # type: ignore[method-assign]
    return values


async def at_rest(page: Page) -> list[tuple[int, float]]:
    """The values that were at rest in the window since it was loaded, each with its time in seconds."""
    seen = await page.evaluate("() => window.seen.map(({ face, at }) => [face, at])")
    return [(int(re.match(r"\d+", face)[0]), at / 1000) for face, at in seen]  # type: ignore[index]


async def rolls(page: Page) -> None:
    """Wait until a roll was seen since the page was loaded, however short it was."""
    await page.wait_for_function("() => window.rolls > 0", polling=20)


async def rests(page: Page, value: int) -> None:
    """Wait until this value is at rest."""
    text = f"{value} to 1"
    await page.wait_for_function(f"() => window.seen.at(-1)?.face === {json.dumps(text)}", polling=20)


async def armed(client: Client, pages: Any, areas: tuple[int, ...] = (5,), suits: str = "SHDC") -> None:
    """A round with a Pontoon on each of these areas, up to the first armed button."""
    await client.act("bets.open")
    for area in areas:
        await client.act("wager", area=area, kind="main", amount=1000)
        await client.act("wager", area=area, kind="pandemonium", amount=200)
    await client.act("bets.closed")
    aces = [f"A{suits[at % 4]}" for at in range(len(areas))]
    await pages.bench.deal(*aces, "7H", *[f"K{suits[at % 4]}" for at in range(len(areas))])


def of_the_house(folder: Path, key: Ed25519PrivateKey) -> str:
    """The section by which a table takes requests that are signed by this key."""
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    (folder / "cms.pub").write_bytes(public)
    return '[requests.keys.cms]\nfile = "cms.pub"\nrank = "shift_manager"\n'


async def asked(broker: Broker, key: Ed25519PrivateKey, verb: str) -> None:
    """The house closes or opens the table."""
    now = rfc3339(time.time_ns())
    body: dict[str, Any] = {"v": 1, "transaction": secrets.token_hex(8), "by": "cms", "at": now, "table": "t1"}
    why = {"reason": "end of the day"} if verb == "close" else {}
    whole = REQUEST_READER.validate_json(dumps(body | {"verb": verb} | why))
    topic = f"{PREFIX}/request/{verb}"
    async with aiomqtt.Client(broker.host, broker.port) as client:
        await client.publish(topic, signed_request(key, topic, whole), qos=1)


@asynccontextmanager
async def casino_pc(settings: dict[str, Any], port: int) -> AsyncIterator[str]:
    """The folder of `make signage` served as a casino's own PC does, with these settings."""
    example = Path(__file__).parents[2] / "config" / "examples" / "signage"
    given = json.loads((example / "settings.json").read_text()) | settings

    async def told(request: web.Request) -> web.Response:
        del request
        return web.json_response(given)

    async def index(request: web.Request) -> web.FileResponse:
        del request
        return web.FileResponse(example / "index.html")

    app = web.Application()
    app.router.add_get("/settings.json", told)
    app.router.add_get("/", index)
    app.router.add_static("/pages", PAGES)
    app.router.add_static("/", example)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    try:
        yield f"http://127.0.0.1:{port}/"
    finally:
        await runner.cleanup()
