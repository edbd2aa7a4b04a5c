"""`python -m tests.table_pc`: installs the daemon in an emulated table PC and cuts its power forty times in play.

A life of the PC that ends while it boots leaves no copy of the record, so that there are fewer copies than cuts.

28 November 2026, two cores shared with other work: 41 cuts in 5,351 s (betting 8, dealing 8, offers 3, armed 2, drawn
1, play 8, dealer 2, settling 1, starting 8), 33 copies, each whole; 126 rounds, 4,114 records, 56 multipliers, 3,297
messages, 0 findings.

`TABLE_PC_TOOL` names the program that boots and cuts the PC (it is no part of this project); without it there is
nothing to do, and that is said. `TABLE_PC` is where images and disks lie (default: ~/.cache/table-pc). Exit status: 0
nothing was found, or there is no tool; 1 something was.
"""

import argparse
import asyncio
import os
import secrets
import sys
from pathlib import Path

from tests.broker import free_port
from tests.table_pc.pc import TOOL, TablePc
from tests.table_pc.power_cuts import Report, power_cuts
from tests.table_pc.share import fill_share
from tests.torture.devices import Devices


def main() -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.table_pc", description=__doc__.splitlines()[0])
    parser.add_argument("--cuts", type=int, default=40, help="how often the power is cut (40)")
    parser.add_argument("--seed", type=int, default=None, help="play and cut by this; random, and printed")
    given = parser.parse_args()
    tool = os.environ.get(TOOL)
    if tool is None or not Path(tool).is_file():
        print(f"skipped: {TOOL} has to name the program that boots and cuts the emulated PC, but is {tool or 'unset'}")
        return 0
    seed = secrets.randbelow(2**32) if given.seed is None else given.seed
    print(f"seed {seed}", flush=True)
    report = asyncio.run(_run(Path(tool), given.cuts, seed))
    print(text_of(report))
    return 1 if report.findings else 0


async def _run(tool: Path, cuts: int, seed: int) -> Report:
    home = Path(os.environ.get("TABLE_PC", Path.home() / ".cache" / "table-pc"))
    port = free_port()
    pc = TablePc(tool=tool, home=home, ports=Devices.ROLES, mqtt_port=port)
    _say("building the PC, unless it is there")
    await pc.build()
    await pc.fresh()
    _say("making the package")
    await fill_share(pc.share, "cuts")
    _say("booting, installing")
    return await power_cuts(pc=pc, mqtt_port=port, cuts=cuts, seed=seed, told=_say)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def text_of(report: Report) -> str:
    """The report as a person reads it."""
    lines = [
        "",
        f"{sum(report.cuts.values())} power cuts in {report.seconds:.0f} s, {report.copies} records copied after one;",
        f"{report.rounds} rounds, {report.records} records, {report.draws} multipliers;",
        f"{report.messages} messages heard, some again: {report.repeats}.",
        *("", "cuts by phase of the round"),
        *(f"  {count:6}  {phase}" for phase, count in report.cuts.items()),
        *("", f"{len(report.findings)} findings"),
        *(f"  - {finding}" for finding in report.findings),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
