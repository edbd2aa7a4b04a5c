"""Fuzzing of every protocol: random bytes and mutated vectors in any cut, with commands, ticks and re-openings between.

    python -m tests.drivers.fuzz --seconds 3600 --seed 1

What must hold, whatever a peer sends: nothing is raised; what is held stays bounded; between two presses there is an
up; every report prints. Each failure is written down with its seed and bytes, and the run goes on. Counted, not
failed: cards that no vector holds, which a damaged frame gives when its check fits by chance (one in 65,536 for a
CRC-16, one in 256 for a single byte, always where the transport itself is trusted, as with keys).

Reports of USB and events of the kernel come whole from their transport: they are bent, not cut or shifted.
"""

import argparse
import sys
import time
from typing import Final

from tests.drivers.fuzz.rounds import Tally, one_round
from tests.drivers.fuzz.subjects import subjects

FAILURES: Final = 20


def fuzz(seconds: float, seed: int, only: str = "") -> dict[str, Tally]:
    """Every subject in turn, for so long together."""
    chosen = [subject for subject in subjects() if only in subject.name]
    tallies = {subject.name: Tally() for subject in chosen}
    until, number = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        for subject in chosen:
            if len(tallies[subject.name].failures) < FAILURES:
                one_round(subject, tallies[subject.name], f"{seed}/{subject.name}/{number}")
        number += 1
    return tallies


def main() -> int:
    """Fuzz, print what went through, and fail where anything did."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="subjects whose name holds this")
    given = parser.parse_args()
    tallies = fuzz(given.seconds, given.seed, given.only)
    heads = ("chunks", 11), ("bytes", 13), ("frames", 12), ("cards", 10), ("wrong", 7), ("presses", 9), ("rejected", 12)
    print(f"{'protocol':<20}" + "".join(f"{head:>{width}}" for head, width in heads))
    for name, tally in tallies.items():
        cards, presses, rejected = (tally.events[what] for what in ("CardDrawn", "ButtonPressed", "FrameRejected"))
        print(f"{name:<20}{tally.chunks:>11,}{tally.octets:>13,}{tally.frames:>12,}", end="")
        print(f"{cards:>10,}{tally.wrong_cards:>7,}{presses:>9,}{rejected:>12,}")
    chunks, frames = (sum(getattr(tally, what) for tally in tallies.values()) for what in ("chunks", "frames"))
    failures = [failure for tally in tallies.values() for failure in tally.failures]
    print(f"{given.seconds:.0f} s, seed {given.seed}: {chunks:,} chunks ({chunks / given.seconds:,.0f}/s), ", end="")
    print(f"{frames:,} good frames ({frames / given.seconds:,.0f}/s), {len(failures)} failures")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
