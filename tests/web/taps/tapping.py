"""Taps that go wrong in every way, counted: doubled, cut off, from two consoles and a page behind, over restarts.

Each tap lays one chip on a random area. What is true at the end is counted twice: the keys that were answered with an
acceptance, and the wagers that lie on the table.
"""

import asyncio
import json
import random
import signal
from collections import Counter
from pathlib import Path
from typing import Any, Final

import aiohttp

from tests.web.client import Client, console, new_key
from tests.web.pages import Pages, serving

CHIP: Final = 100
FIRST: Final = 1000
AREAS: Final = 7
RETRIES: Final = 400


async def tap(folder: Path, *, taps: int, restarts: int, seed: int) -> Counter[str]:
    """Tap so often; what happened, `lost` and `double` among it."""
    chance = random.Random(seed)
    count: Counter[str] = Counter()
    accepted: Counter[int] = Counter()
    async with (
        serving(folder) as pages,
        console(pages, "200", "left") as left,
        console(pages, "300", "right") as right,
    ):
        await left.act("bets.open")
        for area in range(1, AREAS + 1):
            await left.act("wager", area=area, kind="main", amount=FIRST)
        running = asyncio.Event()
        running.set()
        share = taps // 2

        async def at(client: Client, badge: str, mine: int) -> None:
            for _ in range(mine):
                await running.wait()
                await _one(client, badge, chance, accepted, count, running)

        async def restarting() -> None:
            for _ in range(restarts):
                await asyncio.sleep(chance.uniform(0.5, 2.0))
                running.clear()
                await pages.bench.daemon.end(signal.SIGKILL)
                await pages.bench.daemon.start()
                await pages.listens()
                count["restarts"] += 1
                running.set()

        async with asyncio.TaskGroup() as group:
            group.create_task(restarting())
            group.create_task(at(left, "200", share))
            group.create_task(at(right, "300", taps - share))
        lying = await _lying(pages, left, "200")
    for area in range(1, AREAS + 1):
        difference = lying[area] - FIRST - accepted[area] * CHIP
        count["lost"] += max(0, -difference) // CHIP
        count["double"] += max(0, difference) // CHIP
    count["taps"] = taps
    count["accepted"] = accepted.total()
    return count


async def _one(
    client: Client, badge: str, chance: random.Random, accepted: Counter[int], count: Counter[str],
    running: asyncio.Event,
) -> None:  # fmt: skip
    """One tap until its fate is known."""
    area = chance.randint(1, AREAS)
    move: dict[str, Any] | None = None
    key = new_key()
    for _ in range(RETRIES):
        try:
            move = move or await client.move("wager", area=area, kind="main")
            body = {"key": key, "move": move["id"], "amount": CHIP}
            how = chance.choice(("once", "once", "doubled", "cut", "stale"))
            if how == "cut":
                await _cut(client, body, chance)
                count["cut"] += 1
            if how == "stale":  # somebody else's tap may come first
                await asyncio.sleep(chance.uniform(0, 0.02))
            sent = 2 if how == "doubled" else 1
            count["doubled"] += sent - 1
            answers = await asyncio.gather(*(client.ask("POST", "/acts", body) for _ in range(sent)))
            status, _ = answers[0]
            assert len({answer[0] for answer in answers}) == 1 or {answer[0] for answer in answers} <= {200, 409}
            if any(answer[0] == 200 for answer in answers):
                accepted[area] += 1
                return
            if status == 409:
                count["behind"] += 1
                key, move = new_key(), None  # as the page does: what is gone is tapped anew
            elif status == 401:
                await client.sign_in(badge)
            else:
                _wrong(answers)
        except (aiohttp.ClientError, OSError, AssertionError) as error:
            if isinstance(error, AssertionError) and "Nobody is signed in" not in str(error):
                raise
            count["unanswered"] += 1
            await asyncio.sleep(0.02)
            await running.wait()
            if isinstance(error, AssertionError):
                await client.sign_in(badge)
    raise AssertionError(f"a tap had no answer after {RETRIES} attempts")


def _wrong(answers: Any) -> None:
    raise AssertionError(answers)


async def _cut(client: Client, body: dict[str, Any], chance: random.Random) -> None:
    """The same request, cut at a byte of its own, its answer unread."""
    host = client.pages.address.removeprefix("http://")
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    text = json.dumps(body)
    request = (
        f"POST /api/v1/acts HTTP/1.1\r\nHost: {host}\r\nOrigin: {client.pages.address}\r\nCookie: {cookies}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n{text}"
    ).encode()
    name, port = host.split(":")
    _, writer = await asyncio.open_connection(name, int(port))
    writer.write(request[: chance.randint(1, len(request))])
    await asyncio.sleep(chance.uniform(0, 0.003))
    writer.transport.abort()


async def _lying(pages: Pages, client: Client, badge: str) -> Counter[int]:
    """What lies on each area in the end, after one more restart."""
    await pages.bench.daemon.end(signal.SIGKILL)
    await pages.bench.daemon.start()
    await pages.listens()
    await client.sign_in(badge)
    parts = await client.parts()
    return Counter(
        {
            area["area"]: sum(wager["stake"] for hand in area["hands"] for wager in hand["wagers"])
            for area in parts["areas"]
        }
    )
