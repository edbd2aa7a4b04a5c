"""`python -m tests.siege --rounds 400`: a table played while everybody around it does his worst.

Prints what a card's acknowledgement takes, quiet and besieged, in one run. Exit status: 0 all is whole, 1 it is not.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.siege.siege import besiege


def spread(times_s: list[float]) -> str:
    """p50, p95, p99 in ms."""
    times = sorted(times_s)
    return ", ".join(
        f"p{part} {times[min(len(times) - 1, len(times) * part // 100)] * 1000:.1f}" for part in (50, 95, 99)
    )


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--block", type=int, default=20)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        told = asyncio.run(besiege(Path(folder), rounds=asked.rounds, block=asked.block))
    print("card acknowledged, quiet:   ", spread(told.quiet_s), "ms")
    print("card acknowledged, besieged:", spread(told.siege_s), "ms")
    print(", ".join(f"{name} {number}" for name, number in sorted(told.count.items())))
    print(*(told.faults or ["nothing lost, nothing doubled"]), sep="\n")
    return 1 if told.faults else 0


if __name__ == "__main__":
    sys.exit(main())
