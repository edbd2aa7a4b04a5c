"""`python -m tests.table_pc.install`: the guides' installation, command by command, on a bare emulated Debian 12.

No network, the package made elsewhere; two tables, neither named like an example; a technician's login before and after
he joins the group; the log by level; then the PC is cut from power and both tables open again by themselves; what
`package` does with the package follows: the units as systemd judges them, the clock's state, a frozen daemon, a changed
file, a round of virtual devices, a newer release in the middle of the next one, an older one refused, purge.

28 November 2026, two cores shared with other work, 20 minutes: the package installed in 24 s (the wheels before took 5
minutes), a start 30 to 60 s in the emulator, half of it the self-check; a frozen daemon ended after 17 s; one finding:
`tablectl doctor` ended in a traceback for a login that may not enter /run/credentials.
29 November, at a load of 15 to 20, `package` alone: nothing found; an upgrade in a round broke none, each table was
away for a minute (without emulation, under systemd-nspawn on the same machine, for 8 s).

`TABLE_PC_TOOL` names the program that boots the PC (it is no part of this project); without it there is nothing to do,
and that is said. `TABLE_PC` is where images and disks lie (default: ~/.cache/table-pc). Exit status: 0 nothing was
found, or there is no tool; 1 something was.
"""

import asyncio
import os
import shutil
import sys
import time
from pathlib import Path
from typing import Final

from tests.architecture.tracked import FILES, ROOT
from tests.broker import free_port
from tests.readme import GUIDE, commands
from tests.table_pc.install.package import Packages
from tests.table_pc.pc import TOOL, TablePc, TablePcError
from tests.table_pc.share import GUEST, make_package

BOOT_S: Final = 900.0
STEP_S: Final = 1200.0
"""Emulated: a program that starts in a second takes half a minute."""
CHECKOUT: Final = "/mnt/host/checkout"
TABLES: Final = {"hall-7": "pontoon-pandemonium", "salon-2": "blackjack"}
DELIVERED: Final = "everything is delivered"
ROUND: Final = """\
{"type":"table","game":"pontoon"}
{"type":"bets.open"}
{"type":"wager","area":1,"kind":"main","amount":1000}
{"type":"bets.closed"}
{"type":"card","card":"AS"}
{"type":"card","card":"7H"}
{"type":"card","card":"KD"}
"""
LOOKS: Final = ("status", "devices", "recall", "verify", "doctor")


def main() -> int:
    """The command; returns its exit status."""
    tool = os.environ.get(TOOL)
    if tool is None or not Path(tool).is_file():
        print(f"skipped: {TOOL} has to name the program that boots the emulated PC, but is {tool or 'unset'}")
        return 0
    home = Path(os.environ.get("TABLE_PC", Path.home() / ".cache" / "table-pc"))
    pc = TablePc(tool=Path(tool), home=home, ports=(), mqtt_port=free_port())
    installation = Installation(pc)
    asyncio.run(installation.run())
    print(f"{len(installation.findings)} findings", *(f"  - {finding}" for finding in installation.findings), sep="\n")
    return 1 if installation.findings else 0


class Installation:
    """One PC from bare to both tables open after a cut; `findings` are what went otherwise than the guides say."""

    def __init__(self, pc: TablePc) -> None:
        self.findings: list[str] = []
        self._pc = pc

    async def run(self) -> None:
        """Everything, in the guides' order."""
        _say("building the PC, unless it is there; making the packages")
        await self._pc.build()
        await self._pc.fresh()
        await asyncio.to_thread(_fill, self._pc.share)
        packages = Packages(self._pc.share, self._do, self._expect, self._until)
        packages.old = await make_package(self._pc.share / "checkout")
        packages.new = await packages.make_newer()
        try:
            await self._pc.boot(1)
            await self._pc.says("READY 1", BOOT_S)
            await self._do("echo 127.0.0.1 localhost >>/etc/hosts; systemctl restart mosquitto")
            await self._do(commands("Install at a table")[0])
            for table, game in TABLES.items():
                await self._table(table, game)
            await self._password(next(iter(TABLES)))
            await self._without_devices()
            await self._technician()
            await self._log(next(iter(TABLES)))
            await self._after_a_cut()
            await packages.all(next(iter(TABLES)))
        except TablePcError as error:
            self.findings.append(str(error))
        finally:
            await self._pc.cut()

    async def _table(self, table: str, game: str) -> None:
        _, new, enable = commands("Install at a table", TABLE=table)
        config = f"--config /etc/tabled/{table}.toml"
        await self._do(new.replace("pontoon-pandemonium", game))
        await self._do(f"sed -i s:/dev/table/:/dev/{table}/: /etc/tabled/{table}.toml")
        self._expect(await self._do(f"tabled {config} --check"), f"Table {table} of house: {game}", no="journal folder")
        await self._do(enable)
        self._expect(await self._until(f"systemctl is-active tabled@{table}", "active"), "active")
        self._expect(await self._do(f"tablectl status {config} || true"), f"Table {table}", "running")
        self._expect(await self._do(f"systemctl show --property NRestarts tabled@{table}"), "NRestarts=0")

    async def _password(self, table: str) -> None:
        """As a credential, for a broker that asks for none: the table has to reach it all the same."""
        await self._do("echo anything >password; cp /etc/hostname ca.pem")
        for line in commands("At the table PC", TABLE=table):
            await self._do(line)
        await self._do(f"sed -i 's/^# username/username/; s/^# password_file/password_file/' /etc/tabled/{table}.toml")
        await self._do(f"systemctl restart tabled@{table}")
        status = await self._until(
            f"tablectl status --config /etc/tabled/{table}.toml | grep -o '{DELIVERED}'", DELIVERED
        )
        self._expect(status, DELIVERED)
        self._expect(
            await self._do("stat --format '%n %G' /dev/ttyS0 /dev/ttyS1"), "/dev/ttyS1 tabled", no="ttyS0 tabled"
        )

    async def _without_devices(self) -> None:
        (self._pc.share / "checkout" / "round.jsonl").write_text(ROUND)
        printed = [await self._do(line) for line in commands("Without devices", GUIDE)]
        self._expect(printed[-1], "bets.closed: accepted", "card: taken by the table")
        self._expect(await self._do("tablectl recall --config /etc/tabled/trial.toml"), "Round 1")
        await self._do("systemctl stop tabled@trial")

    async def _technician(self) -> None:
        first = next(iter(TABLES))
        await self._do("useradd --create-home anna")
        for look in LOOKS:
            self._expect(await self._as_anna(look, first), "usermod -aG tabled anna", no="Traceback")
        (join,) = commands("People", GUIDE, TECHNICIAN="anna")
        await self._do(join)
        for look in LOOKS:
            self._expect(await self._as_anna(look, first), no="usermod", told=look in {"status", "doctor"})
        self._expect(await self._as_anna("monitor shoe --for 2", first), "The table runs", no="usermod")
        self._expect(await self._as_anna("test button", first), "which runs", no="usermod")
        key = await self._do(f"su - anna -c 'cat /var/lib/tabled/{first}/journal.db.key' 2>&1 || true")
        self._expect(key, "Permission denied")
        self._expect(
            await self._do("su - anna -c 'tablectl status' 2>&1 || true"), *(f"{name}.toml" for name in TABLES)
        )

    async def _as_anna(self, look: str, table: str) -> str:
        return await self._do(f"su - anna -c 'tablectl {look} --config /etc/tabled/{table}.toml' 2>&1 || echo ended $?")

    async def _after_a_cut(self) -> None:
        await self._pc.cut()
        _say("the power is cut")
        await self._pc.boot(2)
        await self._pc.says("READY 2", BOOT_S)
        for table in TABLES:
            self._expect(await self._until(f"systemctl is-active tabled@{table}", "active"), "active")
            self._expect(await self._as_anna("verify", table), no="Traceback")
            self._expect(await self._as_anna("status", table), "running", no="not running")

    async def _log(self, table: str) -> None:
        """The guide's own commands: only what is a warning or worse, and the records as JSON."""
        warnings = await self._do(f"journalctl -u tabled@{table} -p warning -o cat --no-pager || true")
        self._expect(warnings, "device_lost", no='"level": "info"')
        records = await self._do(f"journalctl -u tabled@{table} -o cat --no-pager | sed 's/^[^{{]*//' | tail -n 1")
        self._expect(records, '"level"')

    async def _until(self, line: str, answer: str) -> str:
        """Asked again until it prints this first, or the time is over."""
        until = time.monotonic() + STEP_S
        while (
            printed := (await self._do(f"sleep 2; {line} || true")).strip().partition("\n")[0]
        ) != answer and time.monotonic() < until:
            pass
        return printed

    async def _do(self, line: str) -> str:
        """What a command prints in the PC, in the checkout; raises TablePcError where it fails."""
        began = time.monotonic()
        printed = await self._pc.asks(f"cd {CHECKOUT} && {{ {line}; }}", STEP_S)
        _say(f"{time.monotonic() - began:5.0f} s  {line}")
        for printed_line in printed.splitlines():
            _say(f"         {printed_line}")
        return printed

    def _expect(self, printed: str, *parts: str, no: str = "Traceback", told: bool = True) -> None:
        self.findings += [f"expected {part!r} in:\n{printed}" for part in parts if part not in printed]
        if no in printed or "Traceback" in printed or (told and not printed.strip()):
            self.findings.append(f"expected no {no!r} and some words in:\n{printed}")


def _fill(share: Path) -> None:
    """The checkout as it is here, and what the guest does after a boot."""
    shutil.rmtree(share, ignore_errors=True)
    for file in FILES:
        target = share / "checkout" / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, target)
    shutil.copy(GUEST / "install" / "run.sh", share)
    shutil.copy(GUEST / "orders.sh", share)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
