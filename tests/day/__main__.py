"""`python -m tests.day`: 1,440 rounds without a pause, as many as a table plays in a day, and what the daemon costs.

Prints a row after each of 24 hours. Exit status: 0 nothing has grown since the middle of the day, 1 something has.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.day.day import Hour, grown, play_a_day

HEAD = f"{'hour':>4}{'rounds':>8}{'s':>7}{'RSS MiB':>9}{'fds':>5}{'threads':>9}{'tasks':>7}"
MORE = f"{'journal MiB':>13}{'KiB/round':>11}{'CPU ms/round':>14}"


def row(hour: Hour) -> str:
    """A line of the table."""
    return (
        f"{hour.number:4}{hour.rounds:8}{hour.seconds:7.0f}{hour.rss_mib:9.1f}{hour.fds:5}{hour.threads:9}{hour.tasks:7}"
        f"{hour.journal_mib:13.1f}{hour.written_kib:11.0f}{hour.cpu_ms:14.1f}"
    )


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.day", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds-an-hour", type=int, default=60)
    asked = parser.parse_args()
    print(HEAD + MORE, flush=True)
    with tempfile.TemporaryDirectory(prefix="day-") as folder:
        hours = asyncio.run(
            play_a_day(
                Path(folder), rounds_an_hour=asked.rounds_an_hour, told=lambda hour: print(row(hour), flush=True)
            )
        )
    found = grown(hours)
    print(*(found or ["nothing has grown since the middle of the day"]), sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
