"""What the daemon costs at rest and at play, beside other daemons of a Debian, in one run.

Run as `python -m tests.bench.bench_idle [--minutes 3]`. At rest, then at 60 rounds an hour with the pauses of a dealer,
then as fast as it goes. Beside it fail2ban, where Debian's package is there: a daemon in Python as well, with one jail
on a log that does not grow; and mosquitto, the broker of this run. The daemon has what its unit sets for it.
"""

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from tests.broker import Broker
from tests.day.played import Played, running
from tests.site.figures import Cost, unit_environment

SETTLE_S: Final = 15.0
EVERY_S: Final = 60.0
PACE_S: Final = 1.5
"""A round of the dealer's has some twenty-five acts, and takes most of a minute then."""
JAIL: Final = """[DEFAULT]
banaction = noop
[sshd]
enabled = true
backend = auto
logpath = {log}
"""
ACTION: Final = "[Definition]\nactionban = true\nactionunban = true\n"
SERVER: Final = "fail2ban-server"


@dataclass(frozen=True, slots=True)
class Window:
    """What a process cost between two looks."""

    seconds: float
    before: Cost
    after: Cost

    @property
    def row(self) -> str:
        cost = self.after
        cpu_s = cost.cpu_s - self.before.cpu_s
        return (
            f"{cost.rss_mib:9.1f}{cost.pss_mib:9.1f}{cpu_s / self.seconds * 100:9.3f}"
            f"{(cost.wakes - self.before.wakes) / self.seconds:9.1f}"
            f"{(cost.written - self.before.written) / 1024 * 3600 / self.seconds:14,.0f}"
        )


class Watch:
    """The processes of one window."""

    def __init__(self, pids: dict[str, int]) -> None:
        self._pids = pids
        self._before = {name: Cost.of(pid) for name, pid in pids.items()}
        self._began = time.monotonic()

    def say(self, what: str) -> None:
        """Print a row for each."""
        seconds = time.monotonic() - self._began
        for name, pid in self._pids.items():
            print(f"{name + ', ' + what:34}{Window(seconds, self._before[name], Cost.of(pid)).row}", flush=True)


class Fail2ban:
    """Debian's, with one jail."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.pid = process.pid

    @classmethod
    @contextmanager
    def running(cls, folder: Path) -> Iterator[Self | None]:
        """None where the package is not installed."""
        if shutil.which(SERVER) is None:
            print(f"no {SERVER} here (Debian: fail2ban): left out")
            yield None
            return
        settings = folder / "fail2ban"
        shutil.copytree("/etc/fail2ban", settings, ignore=shutil.ignore_patterns("jail.d"))
        (settings / "jail.local").write_text(JAIL.format(log=folder / "auth.log"))
        (settings / "action.d" / "noop.conf").write_text(ACTION)
        (folder / "auth.log").touch()
        words = [SERVER, "-f", "-c", str(settings), "-s", str(folder / "socket"), "-p", str(folder / "pid")]
        words += ["--logtarget", str(folder / "log"), "start"]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                yield cls(process)
            finally:
                process.terminate()


async def measure(folder: Path, minutes: float) -> None:
    """Print the table."""
    (folder / "fail2ban").mkdir()
    (folder / "table").mkdir()
    broker = Broker(folder / "mosquitto")
    broker.start()
    try:
        with Fail2ban.running(folder / "fail2ban") as other:
            os.environ.update(unit_environment())
            async with running(folder / "table", broker) as played:
                pids = {"tabled": played.pid} | ({} if other is None else {"fail2ban": other.pid})
                pids["mosquitto"] = broker.pid
                await asyncio.sleep(SETTLE_S)
                print(f"{'':34}{'RSS MiB':>9}{'PSS MiB':>9}{'CPU %':>9}{'wakes/s':>9}{'KiB disk/hour':>14}")
                await _measure(played, pids, minutes)
    finally:
        broker.kill()


async def _measure(played: Played, pids: dict[str, int], minutes: float) -> None:
    watch = Watch(pids)
    await asyncio.sleep(minutes * 60)
    watch.say("at rest")
    rounds = max(1, round(minutes))
    began, watch = time.monotonic(), Watch(pids)
    await played.play(rounds, every_s=EVERY_S, pace_s=PACE_S)
    await asyncio.sleep(max(0.0, began + rounds * EVERY_S - time.monotonic()))
    watch.say(f"{3600 / EVERY_S:.0f} rounds an hour")
    before, began = len(played.dealer.outcomes), time.monotonic()
    watch = Watch({"tabled": played.pid})
    while time.monotonic() - began < minutes * 60:
        await played.play(1)
    await played.delivered()
    rate = (len(played.dealer.outcomes) - before) / (time.monotonic() - began)
    watch.say(f"{rate:.1f} rounds a second")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=3.0, help="of each of the three parts")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="idle-") as folder:
        asyncio.run(measure(Path(folder), asked.minutes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
