"""The demonstration in the browser: watched, taken over, dealt by taps, given back; the virtual dealer goes on."""

import asyncio
import re
import sys
from pathlib import Path

from tests.web.pages import browser, lay, said

LONGEST_S = 90.0


async def test_watch_deal_and_give_back(tmp_path: Path) -> None:
    """The address is in the first lines; a person's round is settled, then the virtual dealer's next ones are."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "controller.cli.tabled", "demo", "--fast", "--seed", "5",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, stdin=asyncio.subprocess.DEVNULL,
        cwd=tmp_path,
    )  # fmt: skip
    assert process.stdout is not None
    lines: list[str] = []

    async def printed(pattern: str) -> re.Match[str]:
        assert process.stdout is not None
        async with asyncio.timeout(LONGEST_S):
            while True:
                line = (await process.stdout.readline()).decode()
                assert line, "".join(lines)
                lines.append(line)
                if found := re.search(pattern, line):
                    return found

    address = (await printed(r"(http://\S+)"))[1]
    reading = asyncio.create_task(printed("nothing that is ever printed"))
    try:
        async with browser() as chromium:
            page = await (await chromium.new_context(has_touch=True, locale="en")).new_page()
            page.set_default_timeout(20_000)
            await page.goto(address)
            await page.tap('[data-call="mine"]')
            await page.locator('[data-call="card"]').wait_for()
            await page.tap('[data-call="bets.open"]')
            await lay(page, 2, "Main", "25")
            await page.tap('[data-call="bets.closed"]')
            for _ in range(200):
                if await page.locator('[data-call="bets.open"]').count():
                    break
                for act in ("stand", "hit", "press", "card"):
                    found = page.locator(f'[data-act="{act}"], [data-call="{act}"]:not([aria-disabled="true"])')
                    if await found.count():
                        await found.first.tap()
                        break
                await page.wait_for_timeout(250)
            await said(page, "is settled")
            mine = await page.locator(".chip").first.inner_text()
            await page.locator("button", has_text="Virtual dealer").tap()
            await page.locator('[data-call="mine"]').wait_for()
            before = int(mine.split()[1])
            seen = "(least) => Number(document.querySelector('.chip').innerText.split(' ')[1]) >= least"
            await page.wait_for_function(seen, arg=before + 2)
    finally:
        reading.cancel()
        process.terminate()
        rest = (await process.communicate())[0].decode()
    assert process.returncode == 0, rest
    assert "none missing" in rest
