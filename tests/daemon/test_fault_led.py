"""The fault LED: lit while the table is not open, dark while it is and when it was stopped on request."""

import resource
import signal
from pathlib import Path

from tests.table.table_bench import Bench, running


def led_of(bench: Bench) -> Path:
    """A LED's folder as the kernel lays it out, blinking by itself, named in the bench's configuration."""
    folder = bench.folder / "led"
    folder.mkdir()
    for name, text in (("trigger", "timer"), ("max_brightness", "255\n"), ("brightness", "7\n")):
        (folder / name).write_text(text)
    with bench.daemon.config.open("a") as config:
        config.write(f'[health]\nfault_led = "{folder}"\n')
    return folder


async def test_dark_while_the_table_is_open(tmp_path: Path) -> None:
    """The kernel's blinking is taken from it, and a stop on request leaves it dark."""
    async with running(tmp_path, None, start=False) as bench:
        led = led_of(bench)
        await bench.daemon.start()
        await bench.say({"type": "bets.open"})
        assert (led / "trigger").read_text() == "none"
        assert (led / "brightness").read_text() == "0"
        assert await bench.daemon.end(signal.SIGTERM) == (0, "")
        assert (led / "brightness").read_text() == "0"


async def test_lit_when_the_journal_cannot_be_written_or_trusted(tmp_path: Path) -> None:
    """A failed commit lights it, and so does a journal that a later start refuses."""
    async with running(tmp_path, None, start=False) as bench:
        led = led_of(bench)
        limit = 300_000
        await bench.daemon.start(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        for number in range(3000):
            bench.console.send({"type": "seat", "area": number % 7 + 1, "player": f"P{number}"})
        assert (await bench.daemon.ended())[0] == 4
        assert (led / "brightness").read_text() == "255"
        (led / "brightness").write_text("0")
        bench.journal.with_name("journal.db.head").write_bytes(b"x" * 512)
        await bench.daemon.start()
        assert (await bench.daemon.ended())[0] == 3
        assert (led / "brightness").read_text() == "255"


async def test_a_led_that_is_not_there_stops_nothing(tmp_path: Path) -> None:
    """The table opens without it."""
    async with running(tmp_path, None, start=False) as bench:
        led = led_of(bench)
        for file in led.iterdir():
            file.unlink()
        led.rmdir()
        await bench.daemon.start()
        assert (await bench.say({"type": "bets.open"}))[0]["type"] == "accepted"
        assert await bench.daemon.end(signal.SIGTERM) == (0, "")
