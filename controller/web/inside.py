"""What a technician sees of the table's inside: numbers and states, no card and no secret."""

import os
import shutil
import statistics
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.table.task import TableTask

FRAMES: Final = 100
"""The newest of a device's ring."""


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
    metrics: Callable[[], Awaitable[bytes]]
    stuck_s: Callable[[], float]
    """For how long a commit has been under way."""

    def health(self) -> dict[str, Any]:
        """Times in ms, sizes in bytes."""
        times = sorted(self.table.measures.commit_times_s)
        commit = None
        if times:
            last = times[min(len(times) - 1, len(times) * 99 // 100)]
            commit = {"p50_ms": round(statistics.median(times) * 1000, 2), "p99_ms": round(last * 1000, 2)}
        return {
            "n": self.table.n,
            "commit": commit,
            "outbox": self.outbox(),
            "free_bytes": shutil.disk_usage(self.journal.parent).free,
            "journal_bytes": self.journal.stat().st_size,
            "clock_synchronised": self.synchronised(),
            "memory_bytes": _resident(),
            "temperature_c": temperature(),
            "about": self.about(),
        }


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
