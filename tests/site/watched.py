"""`tablectl floor` as its own process, and how long it takes to show that a table is gone."""

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from tests.broker import Broker
from tests.table.table_bench import ROOT

PATIENCE_S: Final = 40.0


@dataclass(slots=True)
class Watched:
    """One table as `tablectl floor` shows it."""

    pid: int
    status: str = ""
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def silent_after(self, end: Callable[[], object]) -> float | None:
        """End the table by `end`; the seconds until it is shown as silent, None where it never is."""
        began = time.monotonic()
        end()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                await self.shows("silent")
            return time.monotonic() - began
        return None

    async def shows(self, status: str) -> None:
        """Wait for it."""
        while self.status != status:
            self.changed.clear()
            await self.changed.wait()


@asynccontextmanager
async def watched(broker: Broker, site: str, table: str) -> AsyncIterator[Watched]:
    """The command, killed at the end."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "controller.cli.tablectl", "floor", "--json", "--site", site,
        "--broker", f"{broker.host}:{broker.port}", cwd=ROOT, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    found = Watched(process.pid)
    reading = asyncio.create_task(_read(process, found, table))
    try:
        yield found
    finally:
        process.kill()
        await process.wait()
        with suppress(asyncio.CancelledError):
            await reading


async def _read(process: asyncio.subprocess.Process, found: Watched, table: str) -> None:
    assert process.stdout is not None
    async for line in process.stdout:
        said: dict[str, Any] = json.loads(line)
        if said["table"] == table:
            found.status = said["status"]
            found.changed.set()
