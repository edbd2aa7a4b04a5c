"""The technician's page while the journal's disk fills: what it says first, what to do, all well again with room."""

from pathlib import Path
from typing import Final

from tests.journal.failing_disks import MIB, fill, small_disk
from tests.web.client import console, new_key
from tests.web.pages import browser, serving, tablet
from tests.web.test_technician import PHONE, says, whole

ROOM: Final = "reserve_mib = 4\nlow_mib = 12\nshort_mib = 2\n"
TO_DO: Final = "journalctl --vacuum-size"


async def test_a_disk_that_fills_and_has_room_again(tmp_path: Path) -> None:
    """Low, then full to the last byte in a round: the round ends, the next is refused; well again with room."""
    with small_disk(tmp_path, 24) as disk:
        others = disk / "others"
        others.write_bytes(bytes(12 * MIB))

        def on_it(text: str) -> str:
            return text.replace(f'path = "{tmp_path / "journal.db"}"\n', f'path = "{disk / "journal.db"}"\n{ROOM}')

        people = f'people = "{tmp_path / "people.json"}"\n'
        async with (
            serving(tmp_path, change=on_it, sections=people) as pages,
            browser() as chromium,
            console(pages, "200", "felt") as dealer,
        ):
            _, page = await tablet(chromium, pages, "600", path="", viewport=PHONE)
            await page.locator(".verdict.warning", has_text=TO_DO).wait_for()
            await says(page, "The disk of the journal fills", "Do first")
            await dealer.act("bets.open")
            await dealer.act("wager", area=1, kind="main", amount=1000)
            await dealer.act("bets.closed")
            filler = fill(disk)
            await page.locator(".verdict.critical", has_text=TO_DO).wait_for()
            await says(page, "opened", "Do first")
            await pages.bench.deal("AS", "7H", "KD")
            await page.locator(".events", has_text="Between").wait_for()
            opening = {"key": new_key(), "move": (await dealer.move("bets.open"))["id"]}
            assert (await dealer.ask("POST", "/acts", opening))[0] == 422
            await page.locator(".numbers .out", has_text="Disk free").wait_for()
            await whole(page, "disk")
            filler.unlink()
            others.unlink()
            await says(page, "All well", "4 devices")
            await page.locator(".numbers div:not(.out)", has_text="Disk free").wait_for()
