"""The daemon's supervisor that also kills it: at any instant, at a chosen point of a commit, in a chosen phase.

One life of the daemon: started, then a plan is made, then it dies by the plan, then the next is started. A plan names
the phase that has had the fewest kills so far, and a way: SIGKILL some milliseconds into the dealer's next act of that
phase, or a point of `controller.journal.faults` to be passed during it. A third of the kills are planned for no phase:
they fall at any instant, the start included.

Every kill leaves a note of what the world had seen by then; `phases` decides afterwards, from the journal, which phase
of the round it fell into.
"""

import asyncio
import json
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.journal.faults import VARIABLE
from tests.table.table_bench import ROOT
from tests.torture.phases import PHASES

COMMIT: Final = ("commit.begun", "commit.written", "commit.done", "commit.headed", "table.committed", "table.adopted")
ACT: Final = (*COMMIT, "lane.acknowledged")
WAYS: Final[dict[str, tuple[str, ...]]] = {
    "armed": ("commit.begun", "commit.written"),
    "pressed": ("multiplier.drawn", "table.committed", *(f"multiplier.drawn {point}" for point in COMMIT[:2])),
    "drawn": (
        "multiplier.committed", "multiplier.committed lane.acknowledged",
        *(f"multiplier.drawn {point}" for point in COMMIT[2:]),
    ),
}  # fmt: skip
"""Points by which a phase is reached that lies between a press and what it brings; any other phase has `ACT`."""
START: Final = ("start.recovered", *(f"start.recovered {point}" for point in COMMIT))
PLANLESS: Final = 0.33
"""Share of kills that fall at any instant."""
STARTING: Final = 0.3
"""Share of those that fall while the daemon starts."""
START_S: Final = 1.5
INSTANT_S: Final = 2.0
INTO_ACT_S: Final = 0.012
"""An act is on the disk after some milliseconds, so a kill falls before, into or after its commit."""
PATIENCE_S: Final = 6.0
"""A phase that does not come within this is not waited for."""
HANGS_S: Final = 60.0
INSTANT: Final = "at any instant"

Seen = Callable[[], tuple[frozenset[int], int]]
"""Which rounds the subscriber has heard the outcome of, and when the meter last showed a multiplier (UTC in ns)."""


@dataclass(slots=True)
class Kill:
    """One death: how it came, what the dealer was about to do, and what had been seen of it outside."""

    how: str
    act: str
    ends: bool
    """Whether the act under way ends its round."""
    starting: bool
    rounds_heard: frozenset[int]
    shown_ns: int
    start: int | None = None
    """The record of the next start; the last record before it is what the kill left."""


class DaemonFailedError(Exception):
    """The daemon ended otherwise than by our hand; the text says how."""


class Killer:
    """`run` until `wanted` kills, then one life more, ended by `end`."""

    def __init__(self, *, config: Path, chance: random.Random, wanted: int, seen: Seen) -> None:
        self.kills: list[Kill] = []
        self.starts = 0
        self.enough = asyncio.Event()
        self._config = config
        self._fault = config.parent / "fault"
        self._chance = chance
        self._wanted = wanted
        self._seen = seen
        self._process: asyncio.subprocess.Process | None = None
        self._target: str | None = None
        self._struck = False
        self._act, self._ends = "", False
        self._how = INSTANT
        self._aimed: Counter[str] = Counter()

    # --- the dealer's side --------------------------------------------------------------------------------------

    def about_to(self, phase: str, *, ends: bool) -> None:
        """The dealer is about to act in `phase`; `ends` when his act ends the round."""
        self._act, self._ends = phase, ends
        if self._struck or self._target not in (phase, "settling" if ends else phase) or self._process is None:
            return
        if self._chance.random() < 0.3:  # not always the first occasion
            return
        self._struck = True
        assert self._target is not None
        ways = WAYS.get(self._target, ACT)
        if self._target in WAYS or self._chance.random() < 0.6:
            self._arm(self._chance.choice(ways))
        else:
            self._how = "some milliseconds into an act"
            delay_s = self._chance.uniform(0, INTO_ACT_S)
            asyncio.get_running_loop().call_later(delay_s, self._kill, self._process)

    # --- lives --------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until there have been enough kills; leaves a daemon running. Raises DaemonFailedError."""
        while len(self.kills) < self._wanted and not self.enough.is_set():
            await self._life()
        self.enough.set()
        started, ended = await self._start()
        await self._in_time(ended, HANGS_S, or_when=started)
        if not started.is_set():
            raise DaemonFailedError("the last daemon did not start")
        self._last = ended

    async def end(self) -> None:
        """Stop the last daemon in order. Raises DaemonFailedError where it does not end with status 0."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        status, said = await asyncio.wait_for(self._last, HANGS_S)
        if (status, said) != (0, ""):
            raise DaemonFailedError(f"stopped in order, the daemon ended with status {status}; it said: {said}")

    def abandon(self) -> None:
        """End the daemon that still runs, if one does: the torture is over."""
        if self._process is not None:
            self._kill(self._process)

    async def _life(self) -> None:
        self._how = INSTANT
        planless = self._chance.random() < PLANLESS
        starting = planless and self._chance.random() < STARTING
        at_point = self._chance.choice(START) if starting and self._chance.random() < 0.5 else None
        if at_point is not None:
            self._arm(at_point)
        started, ended = await self._start()
        if starting:
            await self._in_time(ended, self._chance.uniform(0, START_S) if at_point is None else PATIENCE_S)
        else:
            await self._in_time(ended, HANGS_S, or_when=started)
            if not ended.done() and not started.is_set():
                raise DaemonFailedError(f"the daemon has not started after {HANGS_S} s")
            if not ended.done():
                self._target = None if planless else self._rarest()
                await self._in_time(ended, self._chance.uniform(0, INSTANT_S) if planless else PATIENCE_S)
        how, target = self._how, self._target
        self._target, self._struck = None, False
        if not ended.done():
            assert self._process is not None
            self._kill(self._process)
            how, target = INSTANT, None
        status, said = await ended
        self._fault.unlink(missing_ok=True)
        if status != -signal.SIGKILL:
            raise DaemonFailedError(f"the daemon ended by itself with status {status}; it said: {said}")
        rounds, shown_ns = self._seen()
        kill = Kill(how, self._act, self._ends, not started.is_set(), rounds, shown_ns)
        self.kills.append(kill)
        if target is not None:
            self._aimed[target] += 1

    def _rarest(self) -> str:
        least = min(self._aimed[phase] for phase in PHASES)
        return self._chance.choice([phase for phase in PHASES if self._aimed[phase] <= least + 1])

    async def _in_time(
        self, ended: "asyncio.Future[tuple[int, str]]", timeout_s: float, or_when: asyncio.Event | None = None
    ) -> None:
        waits: list[asyncio.Future[Any]] = [ended]
        if or_when is not None:
            waits.append(asyncio.ensure_future(or_when.wait()))
        await asyncio.wait(waits, timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits[1:]:
            wait.cancel()

    async def _start(self) -> "tuple[asyncio.Event, asyncio.Task[tuple[int, str]]]":
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "controller.cli.tabled", "--config", str(self._config),
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, cwd=ROOT,
            env={**os.environ, "PYTHONWARNINGS": "error", VARIABLE: str(self._fault)}, start_new_session=True,
        )  # fmt: skip
        self.starts += 1
        started = asyncio.Event()
        return started, asyncio.create_task(self._live(process, started), name="a daemon's life")

    async def _live(self, process: asyncio.subprocess.Process, started: asyncio.Event) -> tuple[int, str]:
        """Follow what it prints until it has ended; its status and what it said on standard error."""
        assert process.stdout is not None
        assert process.stderr is not None
        said = asyncio.create_task(process.stderr.read(), name="a daemon's complaints")
        async for line in process.stdout:
            if not started.is_set() and b'"started"' in line:
                n = json.loads(line)["n"]
                for kill in self.kills:
                    kill.start = n if kill.start is None else kill.start
                started.set()
        return await process.wait(), (await said).decode()

    def _arm(self, points: str) -> None:
        self._how = points
        fresh = self._fault.with_name("fault.new")
        fresh.write_text(points)
        fresh.rename(self._fault)

    def _kill(self, process: asyncio.subprocess.Process) -> None:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
