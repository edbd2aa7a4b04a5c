"""`python -m tests.web.taps --taps 10000 --restarts 40 --seed 1`: counted taps that go wrong in every way.

Exit status: 0 none was lost or made twice, 1 some were.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.web.taps.tapping import tap


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taps", type=int, default=10_000)
    parser.add_argument("--restarts", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        count = asyncio.run(tap(Path(folder), taps=asked.taps, restarts=asked.restarts, seed=asked.seed))
    print(", ".join(f"{name} {number}" for name, number in sorted(count.items())))
    return 1 if count["lost"] or count["double"] else 0


if __name__ == "__main__":
    sys.exit(main())
