"""`python -m tests.pulls`: every kind of device at one table, pulled and put back at random while rounds are played.

Prints where it is, then pulls and losses by device, alerts by kind, what the daemon cost, and every finding. Exit
status: 0 nothing was found, 1 something was. It starts itself again under `umockdev-wrapper` for the USB bus.

28 November 2026, commit 61986cf, seed 2029, ten minutes on two cores shared with other work: 774 pulls in 660 s, 1,523
rounds, 11,823 cards, 34,904 records, 634 multipliers, 36,569 messages, no finding. With all devices gone 0.50 % of a
processor; with all of them plugged in 112 descriptors and 43 threads at first and at last; memory 63.9 MiB at first,
81.5 at last, 81.7 at most, medians of the thirds 74.1, 78.5 and 81.2.
"""

import argparse
import asyncio
import os
import secrets
import sys
import tempfile
from pathlib import Path

from tests.pulls.run import Report, pull_and_play


def main() -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.pulls", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600, help="how long plugs are pulled (600)")
    parser.add_argument("--idle", type=float, default=30, help="how long the daemon without devices is measured (30)")
    parser.add_argument("--seed", type=int, default=None, help="play and pull by this; random, and printed")
    parser.add_argument("--folder", type=Path, default=None, help="an empty folder to keep everything in")
    given = parser.parse_args()
    if "libumockdev" not in os.environ.get("LD_PRELOAD", ""):
        again = ["umockdev-wrapper", sys.executable, "-m", "tests.pulls", *sys.argv[1:]]
        os.execvp(again[0], again)  # noqa: S606 - the wrapper has to stand before this very program
    seed = secrets.randbelow(2**32) if given.seed is None else given.seed
    folder = given.folder or Path(tempfile.mkdtemp(prefix="pulls-"))
    folder.mkdir(parents=True, exist_ok=True)
    print(f"seed {seed}, everything lies in {folder}", flush=True)
    report = asyncio.run(
        pull_and_play(
            folder, seconds=given.seconds, idle_s=given.idle, seed=seed, told=lambda line: print(line, flush=True)
        )
    )
    print(text_of(report))
    return 1 if report.findings else 0


def text_of(report: Report) -> str:
    """The report as a person reads it."""
    rss = [sample.rss_mib for sample in report.samples]
    fds = [sample.fds for sample in report.samples]
    thirds = ", ".join(f"{third:.1f}" for third in report.rss_thirds_mib)
    lines = [
        "",
        f"{sum(report.pulls.values())} pulls in {report.seconds:.0f} s; {report.rounds} rounds, {report.cards} cards,",
        f"{report.records} records, {report.draws} multipliers, {report.messages} messages.",
        *("", "device              pulls   losses told   said   lost and said by hand"),
        *(
            f"  {name:<16} {count:6} {report.losses[name]:13} {report.said[name]:6} {report.lost[name]:6}"
            for name, count in report.pulls.items()
        ),
        *("", "reports and alerts"),
        *(f"  {count:6}  {code}" for code, count in report.codes.most_common()),
        "",
        f"memory, MiB        first {rss[0]:.1f}, last {rss[-1]:.1f}, most {max(rss):.1f}; medians of thirds {thirds}",
        f"descriptors        least {min(fds)}, most {max(fds)}",
        *(
            f"all plugged in     {what}: {sample.fds} descriptors, {sample.threads} threads"
            for what, sample in zip(("at first", "at last"), report.settled, strict=False)
        ),
        f"all pulled         {report.idle_cpu_percent:.2f} % of a processor",
        *("", f"{len(report.findings)} findings"),
        *(f"  - {finding}" for finding in report.findings),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
