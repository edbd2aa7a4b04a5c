"""No page shows a multiplier before the meter has finished its roll."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

from tests.web.client import Client, console
from tests.web.pages import serving

ROLL_S = 1.5


async def seen(client: Client) -> tuple[dict[str, Any], str]:
    """The parts, and their text."""
    parts = await client.parts()
    return parts, json.dumps(parts)


async def test_the_page_rolls_with_the_meter(tmp_path: Path) -> None:
    """While it rolls: no multiplier, no line that it makes owed; then both, by themselves on an open stream."""
    async with serving(tmp_path, settings=f"roll_s = {ROLL_S}\n") as pages, console(pages) as client:
        got: list[tuple[float, str]] = []
        ready = asyncio.Event()

        async def stream() -> None:
            cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            url = f"{client.pages.address}/api/v1/live"
            async with client.http.get(url, headers={"Cookie": cookies}) as answer:
                async for line in answer.content:
                    got.append((time.monotonic(), line.decode()))
                    ready.set()

        listening = asyncio.create_task(stream())
        await ready.wait()
        await client.act("bets.open")
        await client.act("wager", area=1, kind="main", amount=1000)
        await client.act("wager", area=1, kind="pandemonium", amount=200)
        await client.act("bets.closed")
        await pages.bench.deal("AS", "7H", "KD")
        await pages.bench.press()
        began = time.monotonic()
        assert await pages.bench.meter_shows("rolling") is None
        parts, text = await seen(client)
        assert parts["table"]["meter"]["state"] == "rolling"
        assert '"multiplier"' not in text
        assert "pandemonium" not in {line["kind"] for line in parts["owed"]}
        shown = await pages.bench.meter_shows("showing")
        await asyncio.sleep(0.5)
        parts, _ = await seen(client)
        assert parts["table"]["meter"]["multiplier"] == shown
        assert [line["multiplier"] for line in parts["owed"] if line["kind"] == "pandemonium"] == [shown]
        first = next(at for at, line in got if '"multiplier"' in line)
        assert first - began >= ROLL_S * 0.9
        listening.cancel()


async def test_the_next_press_may_be_armed_while_the_meter_rolls(tmp_path: Path) -> None:
    """Two winning wagers: the first is held back although the meter's next state is the second's (3.19.1)."""
    async with serving(tmp_path, settings=f"roll_s = {ROLL_S}\n") as pages, console(pages) as client:
        await client.act("bets.open")
        for area in (1, 3):
            await client.act("wager", area=area, kind="main", amount=1000)
            await client.act("wager", area=area, kind="pandemonium", amount=200)
        await client.act("bets.closed")
        await pages.bench.deal("AS", "AH", "7H", "KD", "KC")
        await pages.bench.press()
        assert await pages.bench.meter_shows("rolling") is None
        parts, text = await seen(client)
        assert '"multiplier"' not in text
        assert [press["state"] for press in parts["jackpot"]["presses"]] == ["rolling", "armed"]
        assert "value" not in json.dumps((await client.ask("GET", "/said"))[1])
        await pages.bench.meter_shows("showing")
        await asyncio.sleep(0.5)
        _, text = await seen(client)
        assert '"multiplier"' in text
