"""`python -m tests.torture`: kills the daemon of a busy table a thousand times and looks whether anything was lost.

Prints where it is, then the kills by phase of the round, by the way they came, the broker's troubles, and every
finding. Exit status: 0 nothing was found, 1 something was, or there were fewer than 30 kills in a phase of a long run.
"""

import argparse
import asyncio
import secrets
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.torture.phases import PHASES
from tests.torture.run import Progress, Report, torture

LONG: Final = 600
"""Kills from which each phase has to have had its share."""
SHARE: Final = 30


def main() -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000, help="after so many it is over (1000)")
    parser.add_argument("--seconds", type=float, default=3600, help="it is over after so long at the latest (3600)")
    parser.add_argument("--seed", type=int, default=None, help="play and kill by this; random, and printed")
    parser.add_argument("--folder", type=Path, default=None, help="an empty folder to keep everything in")
    given = parser.parse_args()
    seed = secrets.randbelow(2**32) if given.seed is None else given.seed
    folder = given.folder or Path(tempfile.mkdtemp(prefix="torture-"))
    folder.mkdir(parents=True, exist_ok=True)
    print(f"seed {seed}, everything lies in {folder}", flush=True)

    def told(progress: Progress) -> None:
        line = (
            f"{progress.seconds:6.0f} s  {progress.kills:5} of {given.kills} kills  {progress.rounds:6} rounds"
            f"  {progress.messages:7} messages"
        )
        print(f"\r{line}" if sys.stderr.isatty() else line, end="" if sys.stderr.isatty() else "\n", file=sys.stderr)

    report = asyncio.run(torture(folder, kills=given.kills, seconds=given.seconds, seed=seed, told=told))
    print(text_of(report))
    short = [phase for phase in PHASES if report.kills[phase] < SHARE] if sum(report.kills.values()) >= LONG else []
    if short:
        print(f"fewer than {SHARE} kills in: {', '.join(short)}")
    return 1 if report.findings or short else 0


def text_of(report: Report) -> str:
    """The report as a person reads it."""
    lines = [
        "",
        f"{sum(report.kills.values())} kills in {report.seconds:.0f} s, {report.starts} starts;",
        f"{report.rounds} rounds, {report.records} records, {report.draws} multipliers;",
        f"{report.messages} messages heard, some again: {report.repeats}.",
        *("", "kills by phase of the round"),
        *(f"  {count:6}  {phase}" for phase, count in report.kills.items()),
        *("", "kills by the way they came"),
        *(f"  {count:6}  {way}" for way, count in report.ways.most_common()),
        *("", "the broker"),
        *(f"  {count:6}  {trouble}" for trouble, count in report.broker.most_common()),
        *("", f"{len(report.findings)} findings"),
        *(f"  - {finding}" for finding in report.findings),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
