"""`python -m tests.site`: what a site of N tables costs its broker, and N daemons their host.

    make site ARGS="--tables 100,1000 --daemons 1,10,25,50 --seconds 60 --rounds-an-hour 60"

    make site ARGS="--two-brokers 200"       a table with two brokers, killed in turn: nothing is lost

Exit status: 0 every table that was killed or held was shown as silent within 25 s, 1 one was not.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from controller.core.outcomes import dumps
from controller.terminal.printable import say
from tests.broker import Broker
from tests.site.daemons import Idle, frozen, idle
from tests.site.figures import unit_environment
from tests.site.load import Load, play
from tests.site.stream import record
from tests.site.two_brokers import killed_in_turn

RECORDED_ROUNDS: Final = 6
IN_TIME_S: Final = 25.0


def numbers(text: str) -> list[int]:
    """As 1,10,50; none where it is empty."""
    return [int(part) for part in text.split(",") if part]


async def measure(folder: Path, asked: argparse.Namespace) -> bool:
    """Print a line for each; whether each cut was seen in time."""
    in_time = True
    (folder / "recorded").mkdir()
    recorded = await record(folder / "recorded", RECORDED_ROUNDS)
    size = sum(len(dumps(body)) for _, body in recorded.messages) / len(recorded.messages)
    say(f"recorded: {len(recorded.messages) / recorded.rounds:.1f} messages a round, {size:.0f} bytes each")
    for tables in asked.tables:
        for cms in (False, True):
            load = await play(
                folder, recorded, tables=tables, seconds=asked.seconds, rounds_an_hour=asked.rounds_an_hour, cms=cms
            )
            say(_load(load), flush=True)
            in_time = in_time and _is_in_time(load.silent_after_s)
    if asked.daemons:
        broker = Broker(folder / "mosquitto")
        broker.start()
        os.environ.update(unit_environment())
        try:
            for daemons in asked.daemons:
                found = await idle(folder / f"daemons-{daemons}", broker, daemons=daemons, seconds=asked.seconds)
                say(_idle(found), flush=True)
            silent_after_s = await frozen(folder / "frozen", broker)
            say(f"a daemon that is held is silent after {_seconds(silent_after_s)}", flush=True)
            in_time = in_time and _is_in_time(silent_after_s)
        finally:
            broker.kill()
    return in_time


async def killed(folder: Path, rounds: int) -> bool:
    """Two brokers killed in turn meanwhile; whether the reader of both has what the journal has."""
    played = await killed_in_turn(folder, rounds=rounds)
    say(
        f"{played.rounds} rounds, {played.kills} brokers killed without their store, {played.messages} messages read of"
        f" both in {played.seconds:.0f} s: {'; '.join(played.wrong) or 'each outcome once, all in order'}"
    )
    return not played.wrong


def _seconds(after_s: float | None) -> str:
    return "NEVER" if after_s is None else f"{after_s:.1f} s"


def _is_in_time(after_s: float | None) -> bool:
    return after_s is not None and after_s <= IN_TIME_S


def _load(load: Load) -> str:
    return (
        f"{load.tables} tables, readers: {load.readers}: {load.a_second:.0f} messages/s; mosquitto"
        f" {load.broker_us:.0f} us a message, {load.broker.cpu_s / load.seconds * 100:.1f} % of a core,"
        f" RSS {load.broker.rss_mib:.0f} MiB; floor {load.floor.cpu_s / load.seconds * 100:.1f} %,"
        f" RSS {load.floor.rss_mib:.0f} MiB; players {load.players_cpu_s / load.seconds * 100:.0f} %;"
        f" a table that is killed is silent after {_seconds(load.silent_after_s)}"
    )


def _idle(found: Idle) -> str:
    return (
        f"{found.daemons} idle daemons, each: RSS {found.rss_mib:.1f} MiB, PSS {found.pss_mib:.1f} MiB,"
        f" CPU {found.cpu_percent:.3f} %, {found.wakes_a_second:.1f} wake-ups/s,"
        f" {found.written_kib_an_hour:.0f} KiB to the disk an hour"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="what a site costs its broker, and daemons their host")
    parser.add_argument("--tables", type=numbers, default=[100, 1000])
    parser.add_argument("--daemons", type=numbers, default=[1, 10, 25, 50])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rounds-an-hour", type=float, default=60.0)
    parser.add_argument("--two-brokers", type=int, default=0, metavar="ROUNDS")
    asked = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        return 0 if asyncio.run(killed(place, asked.two_brokers) if asked.two_brokers else measure(place, asked)) else 1


if __name__ == "__main__":
    sys.exit(main())
