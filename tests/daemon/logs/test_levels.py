"""From which level on a part logs: others are left alone, and it is as usual again by itself."""

import asyncio
import json
from pathlib import Path

import structlog

from controller.daemon import logs
from controller.daemon.logs import levels


async def test_a_part_logs_more_or_less_for_a_while(tmp_path: Path) -> None:
    """Debug of one part alone; errors alone; critical lines always; a change always, with who made it."""
    file = tmp_path / "log"
    with file.open("w") as stream, logs.opened(table="t1", stream=stream):
        mqtt, table, other = (structlog.get_logger(*part) for part in (("mqtt",), ("table",), ()))
        mqtt.debug("one")
        levels.change("mqtt", "debug", for_s=3600, login="kim")
        mqtt.debug("two")
        table.debug("three")
        levels.change("daemon", "error", for_s=0.01, login="kim")
        other.warning("four")
        other.critical("five")
        await asyncio.sleep(0.02)
        other.warning("six")
        levels.change("mqtt", "info", for_s=0, login="kim")
        mqtt.debug("seven")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [(line["event"], line.get("to")) for line in lines] == [
        ("log_level", "debug"), ("two", None), ("log_level", "error"), ("five", None), ("log_level", "info"),
        ("six", None), ("log_level", "info"),
    ]  # fmt: skip
