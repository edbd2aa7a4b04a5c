"""What a technician sees of the table's inside: numbers and states, no card and no secret."""

import asyncio
import os
import shutil
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from controller.core.dataclass import dataclass
from controller.table.task import TableTask

FRAMES: Final = 100
"""The newest of a device's ring."""
RECORDINGS: Final = 25
IN_BUNDLE: Final = 5
LONGEST: Final = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Inside:
    """Given by the composition root: each is asked when somebody looks."""

    table: TableTask
    journal: Path
    about: Callable[[], dict[str, Any]]
    """Release, hashes, public key: fixed for this run."""
    outbox: Callable[[], dict[str, int]]
    """Messages and orders that wait, by lane."""
    synchronised: Callable[[], bool]
    devices: Callable[[], list[dict[str, Any]]]
    frames: Callable[[str], list[dict[str, Any]] | None]
    configuration: Callable[[], Any]
    certificates: Callable[[], list[dict[str, Any]]]
    """Each file with the end of the first in it, or why it cannot be read."""
    plug: Callable[[str], str]
    """Where the configuration has a device's port, and what is plugged in that could be meant; it may take a while."""
    recordings: Path
    """The folder of the flight recorders' files."""
    since: str
    """When this run began."""
    metrics: Callable[[], Awaitable[bytes]]
    stuck_s: Callable[[], float]
    """For how long a commit has been under way."""

    async def health(self) -> dict[str, Any]:
        """Times in ms, ages in seconds, sizes in bytes."""
        oldest_ns = await self.table.broker.oldest_utc_ns()
        times = self.table.measures.commit_times
        return {
            "n": self.table.n,
            "commit": None if times.p99_ms is None else {"p50_ms": times.p50_ms, "p99_ms": times.p99_ms},
            "since": self.since,
            "outbox": self.outbox(),
            "outbox_age_s": None if oldest_ns is None else max(0, round((time.time_ns() - oldest_ns) / 1e9)),
            "free_bytes": shutil.disk_usage(self.journal.parent).free,
            "journal_bytes": self.journal.stat().st_size,
            "clock_synchronised": self.synchronised(),
            "memory_bytes": _resident(),
            "temperature_c": temperature(),
            "certificates": self.certificates(),
            "about": self.about(),
        }

    async def located(self) -> list[dict[str, Any]]:
        """The devices, those that are away with a word on their plug."""
        found = self.devices()
        for one in found:
            if not one["connected"] and one["port"]:
                one["plug"] = await asyncio.to_thread(self.plug, one["name"])
        return found

    def recorded(self) -> list[dict[str, Any]]:
        """The flight recorder's files, the newest first."""
        try:
            files = sorted(self.recordings.glob("*.jsonl"), key=lambda file: file.name, reverse=True)[:RECORDINGS]
            return [{"name": file.name, "bytes": file.stat().st_size} for file in files]
        except OSError:
            return []

    def recording(self, name: str) -> str | None:
        """One of them; None where there is none of this name."""
        if name not in {one["name"] for one in self.recorded()}:
            return None
        try:
            with (self.recordings / name).open(encoding="ascii") as file:
                return file.read(LONGEST)
        except OSError:
            return None

    def last_recordings(self) -> dict[str, str]:
        """The newest few by their names."""
        found = {one["name"]: self.recording(one["name"]) for one in self.recorded()[:IN_BUNDLE]}
        return {name: text for name, text in found.items() if text is not None}


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def temperature() -> float | None:
    """Of the warmest zone that the kernel tells of."""
    found = []
    for zone in Path("/sys/class/thermal").glob("thermal_zone*/temp"):
        try:
            found.append(int(zone.read_text(encoding="ascii")) / 1000)
        except (OSError, ValueError):
            continue
    return max(found, default=None)
