"""`tabled` as a process of its own, followed by its log: which device said what, what was reported of it, who is there.

The log is the fastest witness of a commit that stands outside: a line is written as soon as the record is on the disk.
"""

import asyncio
import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tests.table.table_bench import ROOT

START_S: Final = 60.0
END_S: Final = 30.0
LOUDEST: Final = frozenset(("error", "critical"))


class Daemon:
    """Counted by device: `events` by type of event, `notices` by code; `there` has since when each is connected.

    `variables` stand in its environment, `pass_fd` is a descriptor that it inherits.
    """

    def __init__(self, config: Path, *, variables: dict[str, str], pass_fd: int) -> None:
        self.events: Counter[tuple[str, str]] = Counter()
        self.notices: Counter[tuple[str, str]] = Counter()
        self.codes: Counter[str] = Counter()
        """Everything that was reported or raised, of devices and of the table, by its code."""
        self.there: dict[str, float] = {}
        self.recordings = 0
        self.errors: list[str] = []
        """Lines of the log that tell of a fault."""
        self._config = config
        self._variables = variables
        self._pass_fd = pass_fd
        self._process: asyncio.subprocess.Process | None = None
        self._log = (config.parent / "daemon.log").open("wb")
        self._started = asyncio.Event()
        self._news = asyncio.Event()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Returns when the table is open, or has ended."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.pulls.tabled_with_gpio", "--config", str(self._config),
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, cwd=ROOT,
            env={**os.environ, "PYTHONWARNINGS": "error", **self._variables}, pass_fds=(self._pass_fd,),
            start_new_session=True,
        )  # fmt: skip

    async def follow(self) -> tuple[int, str]:
        """Read its log until it has ended; its status and what it said on standard error."""
        assert self._process is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        said = asyncio.create_task(self._process.stderr.read(), name="the daemon's complaints")
        async for line in self._process.stdout:
            self._log.write(line)
            self._read(json.loads(line))
            self._news.set()
        self._log.close()
        self._started.set()
        self._news.set()
        return await self._process.wait(), (await said).decode()

    async def opened(self) -> None:
        """Wait until the table is open. Raises TimeoutError."""
        async with asyncio.timeout(START_S):
            await self._started.wait()

    async def until(self, holds: Callable[[], bool], timeout_s: float) -> bool:
        """Wait for what the log is to show; whether it did in time."""
        try:
            async with asyncio.timeout(timeout_s):
                while not holds():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return holds()
        return True

    def end(self, how: signal.Signals) -> None:
        """Send it a signal, if it still runs."""
        if self.running:
            assert self._process is not None
            self._process.send_signal(how)

    def _read(self, line: dict[str, Any]) -> None:
        device = line.get("device") or ""
        match line["event"]:
            case "started":
                self._started.set()
            case "event":
                self.events[device, line["type"]] += 1
            case "notice":
                self.notices[device, line["code"]] += 1
                self.codes[line["code"]] += 1
            case "recording_written":
                self.recordings += 1
            case "device_connected" | "device_back":
                self.there[device] = asyncio.get_running_loop().time()
            case "device_lost":
                self.there.pop(device, None)
        if line["level"] in LOUDEST and line["event"] != "notice":  # a notice is of a device, not of the daemon
            self.errors.append(json.dumps(line))
