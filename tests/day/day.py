"""A day of play without a pause, and what the daemon costs after each hour of it.

A day is 24 times 60 rounds; fast means that the pauses between cards and rounds are left out, and nothing else: the
clock is the real one, the rounds are real, each card is on the disk before its acknowledgement. So heartbeats, watches
and marks of delivery come as often as in the minutes that it takes, not in a day.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.broker import Broker
from tests.day.played import Played, running
from tests.pulls.gauge import look

HOURS: Final = 24
GROWTH_SHARE: Final = 0.02
"""Of memory, from the middle of the day to its end."""


@dataclass(frozen=True, slots=True)
class Hour:
    """After it: what the daemon has in use, and what the hour cost."""

    number: int
    rounds: int
    seconds: float
    rss_mib: float
    fds: int
    threads: int
    tasks: int
    journal_mib: float
    written_kib: float
    """Of the disk, a round."""
    cpu_ms: float
    """A round."""


async def play_a_day(folder: Path, *, rounds_an_hour: int, told: Callable[[Hour], None]) -> list[Hour]:
    """Each hour as it is over."""
    broker = Broker(folder / "mosquitto")
    broker.start()
    try:
        async with running(folder, broker) as played:
            hours = []
            for number in range(1, HOURS + 1):
                hours.append(await _hour(played, number, rounds_an_hour))
                told(hours[-1])
            return hours
    finally:
        broker.kill()


async def _hour(played: Played, number: int, rounds: int) -> Hour:
    before, began = played.cost(), time.monotonic()
    await played.play(rounds)
    seconds = time.monotonic() - began
    await played.delivered()
    after, now = played.cost(), look(played.pid, 0.0)
    seen = await played.seen()
    return Hour(
        number=number,
        rounds=len(played.dealer.outcomes),
        seconds=seconds,
        rss_mib=now.rss_mib,
        fds=now.fds,
        threads=now.threads,
        tasks=seen["tasks"],
        journal_mib=played.journal.stat().st_size / 2**20,
        written_kib=(after.written - before.written) / 1024 / rounds,
        cpu_ms=(after.cpu_s - before.cpu_s) * 1000 / rounds,
    )


def grown(hours: list[Hour]) -> list[str]:
    """What has grown from the middle of the day to its end, as sentences."""
    middle, end = hours[len(hours) // 2 - 1], hours[-1]
    found = [
        f"{what} have grown from {was} after hour {middle.number} to {now}"
        for what, was, now in (
            ("descriptors", middle.fds, end.fds),
            ("threads", middle.threads, end.threads),
            ("tasks", middle.tasks, end.tasks),
        )
        if now > was
    ]
    if end.rss_mib > middle.rss_mib * (1 + GROWTH_SHARE):
        found.append(f"memory has grown from {middle.rss_mib:.1f} to {end.rss_mib:.1f} MiB")
    return found
