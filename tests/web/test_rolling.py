"""No page shows a multiplier before the meter has finished its roll."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

from tests.table.table_bench import LONGEST_S
from tests.web.client import Client, console
from tests.web.pages import serving
from tests.web.signs import armed, noted

ROLL_S = 1.5


async def shown(client: Client) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Press, and look until the multiplier is there: what was seen while the meter rolled, and what came then.

    What is said of the event is looked at too, between two looks at the table that both have it rolling.
    """
    bench, held, said = client.pages.bench, list[dict[str, Any]](), ""
    values, began_s = noted(bench.meter), time.monotonic()
    await bench.press()
    async with asyncio.timeout(LONGEST_S):
        while '"multiplier"' not in json.dumps(parts := await client.parts()):
            if any(press["state"] == "rolling" for press in parts["jackpot"]["presses"]):
                held.append(parts)
                assert "value" not in said
                said = json.dumps((await client.ask("GET", "/said"))[1])
    assert time.monotonic() - began_s >= ROLL_S
    assert held
    return held, parts | {"value": (await values.get())[0]}


async def test_the_page_rolls_with_the_meter(tmp_path: Path) -> None:
    """While it rolls: no multiplier, no line that it makes owed; then both, by themselves on an open stream."""
    async with serving(tmp_path, settings=f"roll_s = {ROLL_S}\n") as pages, console(pages) as client:
        got: list[tuple[float, str]] = []
        ready, out = asyncio.Event(), asyncio.Event()

        async def stream() -> None:
            cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            url = f"{client.pages.address}/api/v1/live"
            async with client.http.get(url, headers={"Cookie": cookies}) as answer:
                async for line in answer.content:
                    got.append((time.monotonic(), line.decode()))
                    ready.set()
                    if '"multiplier"' in got[-1][1]:
                        out.set()

        listening = asyncio.create_task(stream())
        await ready.wait()
        await armed(client, pages, (1,))
        began_s = time.monotonic()
        held, parts = await shown(client)
        for one in held:
            assert one["table"]["meter"]["state"] == "rolling"
            assert "pandemonium" not in {line["kind"] for line in one["owed"]}
        assert parts["table"]["meter"]["multiplier"] == parts["value"]
        owed = [line["multiplier"] for line in parts["owed"] if line["kind"] == "pandemonium"]
        assert owed == [parts["value"]]
        await asyncio.wait_for(out.wait(), LONGEST_S)
        first_s = next(at_s for at_s, line in got if '"multiplier"' in line)
        assert first_s - began_s >= ROLL_S
        listening.cancel()


async def test_the_next_press_may_be_armed_while_the_meter_rolls(tmp_path: Path) -> None:
    """Two winning wagers: the first is held back although the meter's next state is the second's (3.19.1)."""
    async with serving(tmp_path, settings=f"roll_s = {ROLL_S}\n") as pages, console(pages) as client:
        await armed(client, pages, (1, 3))
        held, _ = await shown(client)
        assert ["rolling", "armed"] in [[press["state"] for press in one["jackpot"]["presses"]] for one in held]
