"""What the daemon costs, from /proc: processor time, resident memory, descriptors, threads, sampled once a second."""

import asyncio
import os
import re
import statistics
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

EVERY_S: Final = 1.0
PAGE_MIB: Final = os.sysconf("SC_PAGE_SIZE") / 2**20
TICK_S: Final = 1 / os.sysconf("SC_CLK_TCK")


class Sample(NamedTuple):
    """One look; `cpu_s` since the start of the process. `fds` is 0 where only root may count them: the daemon hides."""

    at: float
    cpu_s: float
    rss_mib: float
    fds: int
    threads: int


def look(pid: int, at: float) -> Sample:
    """A sample of a process. Raises OSError when it is gone."""
    proc = Path(f"/proc/{pid}")
    after_name = (proc / "stat").read_text().rpartition(")")[2].split()
    cpu_s = (int(after_name[11]) + int(after_name[12])) * TICK_S
    rss = int((proc / "statm").read_text().split()[1])
    fds = 0
    with suppress(PermissionError):
        fds = sum(1 for _ in (proc / "fd").iterdir())
    return Sample(at, cpu_s, rss * PAGE_MIB, fds, int(after_name[17]))


@dataclass(slots=True)
class Gauge:
    """The samples of one process."""

    pid: int
    samples: list[Sample]

    async def run(self) -> NoReturn:
        """Until cancelled."""
        while True:
            self.take()
            await asyncio.sleep(EVERY_S)

    def take(self) -> Sample:
        """A sample of now."""
        self.samples.append(look(self.pid, asyncio.get_running_loop().time()))
        return self.samples[-1]

    def open_files(self) -> Counter[str]:
        """What its descriptors are, numbers of inodes and nodes left out."""
        names: Counter[str] = Counter()
        entries: list[Path] = []
        with suppress(PermissionError):
            entries += Path(f"/proc/{self.pid}/fd").iterdir()
        for entry in entries:
            with suppress(OSError):
                names[re.sub(r"\d+", "*", str(entry.readlink()))] += 1
        return names

    def is_recording(self) -> bool:
        """Whether it is writing the last frames of its devices beside an alert just now."""
        return any(name.endswith(".new") for name in self.open_files())

    async def cpu_percent(self, seconds: float) -> float:
        """Share of one processor over the next `seconds`."""
        before = self.take()
        await asyncio.sleep(seconds)
        after = self.take()
        return 100 * (after.cpu_s - before.cpu_s) / (after.at - before.at)

    def rss_thirds_mib(self) -> tuple[float, float, float]:
        """The medians of memory in the three thirds of the samples."""
        of_third = [
            statistics.median(sample.rss_mib for sample in self.samples[len(self.samples) * n // 3 :][: self._third])
            for n in range(3)
        ]
        return of_third[0], of_third[1], of_third[2]

    @property
    def _third(self) -> int:
        return max(1, len(self.samples) // 3)
