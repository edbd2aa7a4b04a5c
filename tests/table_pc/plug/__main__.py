"""`python -m tests.table_pc.plug`: devices of an emulated table PC pulled, put back and swapped while rounds run.

Two tables, one after the other, as systemd's services on a real kernel with its udev:

- `pc`: shoe, sign and console on FTDI adapters, named by their USB ports; Ultimarc's button through pyusb and libusb.
  Shoe and sign are pulled, put back and swapped, and a stranger's shoe is put in the sign's place.
- `key`: a shoe over bulk endpoints through libusb; the button is one key of a keyboard, through usbhid and evdev.

Both buttons stand on the kernel's own USB stack by USB/IP (`guest/plug/vhci.py`); what is tried with them stands in
`button.py`. The names and rights that udev gives are asked for at the beginning and again at the end.

28 November 2026, seed 811356693, each thing five times, 1,014 s on two cores shared with other work: at `pc` 38 rounds
with 24 multipliers, the adapters of shoe and sign pulled five times each and swapped five times, five visits of a
stranger's shoe, 30 cards said where they did not belong and none taken; at `key` 27 rounds with 15 multipliers, shoe
and sign pulled five times each. Each button was pressed, unplugged while armed and held since before it was armed, five
times each. 65 rounds, 1,975 records, nothing lost, no finding; names, rights and 1 ms at the adapters, nobody but the
daemon on them, refused by ModemManager, brltty's rules taken back.

`TABLE_PC_TOOL` names the program that boots the PC (it is no part of this project); without it there is nothing to do,
and that is said. `TABLE_PC` is where images and disks lie (default: ~/.cache/table-pc). Exit status: 0 nothing was
found, or there is no tool; 1 something was.
"""

import argparse
import asyncio
import os
import random
import secrets
import sys
import time
from pathlib import Path
from typing import Final

from tests.broker import free_port
from tests.table_pc.pc import TOOL, TablePc, TablePcError, from_inside
from tests.table_pc.plug.alerts import NeverSaidError
from tests.table_pc.plug.names import Facts, facts
from tests.table_pc.plug.places import PLACES
from tests.table_pc.plug.sitting import House, Report, sit
from tests.table_pc.share import fill_share

PACKAGES: Final = ("libpam-systemd", "modemmanager", "brltty")
"""Who goes at serial ports; the first is what the second needs to be installed."""
BOOT_S: Final = 1800.0


def main() -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.table_pc.plug", description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=5, help="how often each thing is done (5)")
    parser.add_argument("--seed", type=int, default=None, help="play and pull by this; random, and printed")
    given = parser.parse_args()
    tool = os.environ.get(TOOL)
    if tool is None or not Path(tool).is_file():
        print(f"skipped: {TOOL} has to name the program that boots the emulated PC, but is {tool or 'unset'}")
        return 0
    seed = secrets.randbelow(2**32) if given.seed is None else given.seed
    print(f"seed {seed}", flush=True)
    return asyncio.run(_run(Path(tool), given.times, seed))


async def _run(tool: Path, times: int, seed: int) -> int:
    home = Path(os.environ.get("TABLE_PC", Path.home() / ".cache" / "table-pc")) / "plug"
    port = free_port()
    pc = TablePc(tool=tool, home=home, ports=PLACES, mqtt_port=port, packages=PACKAGES)
    _say("building the PC, unless it is there")
    await pc.build()
    await pc.fresh()
    _say("making the package")
    await fill_share(pc.share, "plug")
    house = House(pc=pc, mqtt_port=port, chance=random.Random(seed), told=_say)
    began = time.monotonic()
    reports: list[Report] = []
    asked: list[Facts] = []
    stopped_by: list[str] = []
    _say("booting, installing")
    try:
        await pc.boot(1)
        await pc.says("OPEN 1", BOOT_S)
        async with asyncio.TaskGroup() as group:
            living = group.create_task(house.run(), name="house")
            await house.hand.ready.wait()

            async def look() -> None:
                asked.append(await facts(pc, PLACES))

            async def look_away() -> None:
                pass

            for name, devices, running in (("pc", ("button",), look), ("key", ("key", "shoe"), look_away)):
                for device in devices:
                    await house.hand.do(device, "plug")
                reports.append(await sit(house, name, times=times, running=running))
            living.cancel()
    except* (TimeoutError, TablePcError, NeverSaidError, RuntimeError) as group_:
        stopped_by += [f"it did not come to its end: {error!r}" for error in group_.exceptions]
        stopped_by.append(await from_inside(pc))
    finally:
        await pc.cut()
    found = [
        *stopped_by,
        *(text for one in asked for text in one.findings),
        *(t for one in reports for t in one.findings),
    ]
    print(text_of(time.monotonic() - began, asked, reports, found))
    return 1 if found else 0


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def text_of(seconds: float, asked: list[Facts], reports: list[Report], found: list[str]) -> str:
    """The report as a person reads it."""
    lines = ["", f"{seconds:.0f} s", "", "what udev has made of the adapters, at the end"]
    lines += [f"  {name:8}{key:14}{value}" for (name, key), value in (asked[-1].by_name.items() if asked else ())]
    for report in reports:
        lines += [
            "",
            f"table {report.table}: {report.rounds} rounds, {report.records} records, {report.draws} multipliers",
            *(f"  {count:6}  {work}" for work, count in report.works.items()),
            f"  {report.offered:6}  cards said in the wrong place or by the wrong shoe",
            *(f"  {count:6}  button {trial}" for trial, count in report.trials.items()),
            f"  {report.ignored:6}  presses recorded as none",
        ]
    return "\n".join([*lines, "", f"{len(found)} findings", *(f"  - {finding}" for finding in found)])


if __name__ == "__main__":
    sys.exit(main())
