"""`python -m tests.web.rolls --rolls 10000 --signs 4`: rolls of a table's meter, each landing at every sign counted.

Exit status: 0 every landing was on the committed value, 1 one was not; with `--trace` 1 where the page was laid out or
painted while the reel turned.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.web.rolls.rolling import roll
from tests.web.rolls.traced import trace


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rolls", type=int, default=10_000, help="landings, at all signs together")
    parser.add_argument("--signs", type=int, default=4)
    parser.add_argument("--roll-s", type=float, default=0.4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trace", type=int, default=0, help="instead: so many rolls in the browser's own trace")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if asked.trace:
            traced = asyncio.run(trace(Path(folder), asked.trace))
            return 1 if any(one.turning["Layout"] or one.turning["Paint"] for one in traced) else 0
        found = asyncio.run(
            roll(Path(folder), landings=asked.rolls, signs=asked.signs, roll_s=asked.roll_s, seed=asked.seed)
        )
    for line in found.lines():
        print(line)  # noqa: T201
    return 1 if found.elsewhere or found.missed else 0


if __name__ == "__main__":
    sys.exit(main())
