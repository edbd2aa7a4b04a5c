"""What an installed package is put through on real systemd: a frozen daemon, a changed file, other releases, purge."""

import asyncio
import os
import shutil
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from controller import __version__
from controller.journal.migrations import MIGRATIONS
from tests.table_pc.share import make_package

NEWER: Final = "99.0.0"
"""The release that the PC is upgraded to: this one under another number, with a journal of another number."""
SITE: Final = "/usr/lib/table-controller/lib/python3.11/site-packages"
NIGHT_UNIT: Final = "tabled@night"
NIGHT: Final = "--config /etc/tabled/night.toml"
OPENED: Final = """\
{"type":"table","game":"pontoon-pandemonium"}
{"type":"bets.open"}
{"type":"wager","area":1,"kind":"main","amount":1000}
{"type":"wager","area":1,"kind":"pandemonium","amount":200}
"""
REST: Final = """\
{"type":"table","game":"pontoon-pandemonium"}
{"type":"bets.closed"}
{"type":"card","card":"AS"}
{"type":"card","card":"7H"}
{"type":"card","card":"KD"}
{"type":"button.pressed"}
"""
"""The two halves of a round."""
SYNCHRONISED: Final = '"clock_synchronised":true'
VOUCH: Final = """\
import ctypes
timex = ctypes.create_string_buffer(208)
for at, value in ((0, 0x14), (24, 1000)):  # ADJ_STATUS without STA_UNSYNC, ADJ_MAXERROR of a millisecond
    timex[at : at + 4] = value.to_bytes(4, "little")
raise SystemExit(ctypes.CDLL(None).adjtimex(timex) not in range(5))
"""
"""What a time server's client tells the kernel."""
CHANGED: Final = f"{SITE}/controller/games/pontoon/rulebook.py"


class Packages:
    """`do` runs a command in the PC, `expect` looks at what it printed, `until` asks again until a line is printed."""

    old: Path
    new: Path

    def __init__(
        self,
        share: Path,
        do: Callable[[str], Awaitable[str]],
        expect: Callable[..., None],
        until: Callable[..., Awaitable[str]],
    ) -> None:
        self._share = share
        self._do = do
        self._expect = expect
        self._until = until

    async def make_newer(self) -> Path:
        """The package of the next release, in `newer`."""
        newer = self._share / "newer"
        await asyncio.to_thread(
            shutil.copytree, self._share / "checkout", newer, ignore=shutil.ignore_patterns("*.deb")
        )
        own = newer / "controller" / "__init__.py"
        own.write_text(own.read_text().replace(f'"{__version__}"', f'"{NEWER}"'))
        steps = newer / "controller" / "journal" / "migrations.py"
        end = ")\n\n\nclass MigrationError"
        last = f"    Migration({MIGRATIONS[-1].number + 1}, 'nothing', ('SELECT 1',)),\n"
        steps.write_text(steps.read_text().replace(end, last + end))
        os.environ.setdefault("SOURCE_DATE_EPOCH", "1700000000")
        return await make_package(self._share, newer)

    async def all(self, table: str) -> None:
        """Everything, in an order that leaves the PC without the package."""
        self._expect(await self._do("dpkg -V table-controller && echo whole"), "whole")
        self._expect(
            await self._do("tablectl self-check --seed 00ff"), "files as signed by", "development build", "HMAC"
        )
        await self._units(table)
        await self._frozen(table)
        await self._changed(table)
        await self._played()
        await self._upgrade(table)
        await self._purge(table)

    async def _frozen(self, table: str) -> None:
        """The watchdog ends a stopped process; the table goes on from its journal."""
        unit = f"tabled@{table}"
        before = await self._do(f"systemctl show --property NRestarts --value {unit}")
        await self._do(f"kill -STOP $(systemctl show --property MainPID --value {unit})")
        again = f"{int(before) + 1}"
        self._expect(await self._until(f"systemctl show --property NRestarts --value {unit}", again), again)
        self._expect(await self._until(f"systemctl is-active {unit}", "active"), "active")
        self._expect(await self._do(f"tablectl verify --config /etc/tabled/{table}.toml"), "nothing found")

    async def _changed(self, table: str) -> None:
        """One byte: the table stays closed and the status names the file; put back, it opens by itself."""
        unit = f"tabled@{table}"
        await self._do(f"cp -p {CHANGED} /run/kept; printf x | dd of={CHANGED} bs=1 seek=100 conv=notrunc 2>&1")
        await self._do(f"systemctl restart --no-block {unit}")
        status = f"systemctl show --property StatusText --value {unit} | grep -o '{CHANGED} is not what was signed'"
        self._expect(await self._until(status, f"{CHANGED} is not what was signed"), CHANGED)
        self._expect(await self._do(f"systemctl is-active {unit} || true"), "activating")
        self._expect(await self._do("tablectl self-check 2>&1 || echo ended $?"), CHANGED, "ended 5")
        await self._do(f"cp -p /run/kept {CHANGED}")
        self._expect(await self._until(f"systemctl is-active {unit}", "active"), "active")

    async def _upgrade(self, table: str) -> None:
        """The guide's `Upgrade` with a round open at one table: it ends first; the others start again at once."""
        config, folder = f"--config /etc/tabled/{table}.toml", f"/var/lib/tabled/{table}"
        sums = await self._do("cd /etc/tabled; sha256sum *.toml")
        await self._do(f"tablectl backup {folder}/before.db {config}")
        await self._play(OPENED)
        before = await self._do(f"systemctl show --property MainPID,NRestarts {NIGHT_UNIT}")
        installed = await self._do(f"dpkg -i /mnt/host/{self.new.name} 2>&1")
        self._expect(installed, f"{NIGHT_UNIT}.service goes on with the release before", f"tabled@{table}.service")
        await self._runs_newer(table)
        pending = f"Release {NEWER} is installed"
        told = f"journalctl -u {NIGHT_UNIT} -o cat --no-pager | grep -o '{pending}' | head -n 1"
        self._expect(await self._until(told, pending), pending)
        self._expect(await self._do(f"systemctl show --property MainPID,NRestarts {NIGHT_UNIT}"), before)
        self._expect(await self._do(f"tablectl doctor {NIGHT} 2>&1 || true"), "package: ")
        await self._play(REST)
        await self._runs_newer("night")
        self._expect(await self._do(f"tablectl recall 2 {NIGHT}"), "Round 2")
        self._expect(await self._do(f"tablectl verify {NIGHT}"), "nothing found")
        self._expect(await self._do(f"tablectl alerts {NIGHT}"), "restart_pending", no="restarted_in_round")
        for name in (table, "night"):
            await self._away(name)
        self._expect(await self._do(f"tablectl verify {config}"), "nothing found")
        self._expect(await self._do("cd /etc/tabled; sha256sum *.toml"), sums)
        await self._do("systemctl stop 'tabled@*'")
        refused = await self._do(f"dpkg -i --force-downgrade /mnt/host/checkout/{self.old.name} 2>&1 || echo ended $?")
        self._expect(refused, "has version", "keep the newer release", "ended 1")
        self._expect(await self._do("dpkg -s table-controller; tabled --version"), "install ok installed", NEWER)

    async def _played(self) -> None:
        """A table of virtual devices, with button and meter, and its first round."""
        await self._do(f"tablectl new night --game pontoon-pandemonium --virtual && systemctl start {NIGHT_UNIT}")
        self._expect(await self._until(f"systemctl is-active {NIGHT_UNIT}", "active"), "active")
        await self._play(OPENED)
        await self._play(REST)
        self._expect(await self._do(f"tablectl recall {NIGHT}"), "Round 1")
        shown = await self._do("tabled demo --fast --rounds 1 --seed 1")
        self._expect(shown, "pontoon-pandemonium")

    async def _play(self, script: str) -> None:
        (self._share / "script.jsonl").write_text(script)
        printed = await self._do(f"runuser -u tabled -- tablectl virtual /mnt/host/script.jsonl {NIGHT}")
        self._expect(printed, "accepted", no="rejected")

    async def _runs_newer(self, table: str) -> None:
        release = f"release {NEWER}"
        line = f"tablectl status --config /etc/tabled/{table}.toml | grep -o '{release}' | head -n 1"
        self._expect(await self._until(line, release), release)
        self._expect(await self._until(f"systemctl is-active tabled@{table}", "active"), "active")

    async def _away(self, table: str) -> None:
        """Printed, not judged: in the emulator a start takes half a minute."""
        names = "ActiveExitTimestampMonotonic,ActiveEnterTimestampMonotonic"
        told = await self._do(f"systemctl show --property {names} tabled@{table}")
        left, back = sorted(int(line.partition("=")[2]) for line in told.split())
        sys.stderr.write(f"{table} was away for {(back - left) / 1e6:.1f} s\n")

    async def _units(self, table: str) -> None:
        """As systemd judges them; the clock's state reaches a table, which may not ask the kernel."""
        for unit, exposure in ((f"tabled@{table}", "1.3"), ("table-clock", "0.6")):
            self._expect(await self._do(f"systemd-analyze verify {unit}.service 2>&1; echo verified $?"), "verified 0")
            security = await self._do(f"systemd-analyze security --no-pager {unit}.service | tail -n 1")
            self._expect(security, f"Overall exposure level for {unit}.service: {exposure}")
        floor = "{ tablectl floor --site casino/house --once --json || true; }"
        self._expect(await self._do(f"{floor}; ls /run/table-clock"), '"clock_synchronised":false', no="synchronised\n")
        (self._share / "vouch.py").write_text(VOUCH)
        await self._do("python3 /mnt/host/vouch.py; sleep 3; cat /run/table-clock/synchronised")
        told = await self._until(f"{floor} | grep -o '\"clock_synchronised\":true' | head -n 1", SYNCHRONISED)
        self._expect(told, SYNCHRONISED)

    async def _purge(self, table: str) -> None:
        kept = f"ls /var/lib/tabled/{table}/journal.db /var/lib/tabled/{table}/journal.db.key /etc/tabled/{table}.toml"
        self._expect(await self._do("dpkg --purge table-controller 2>&1"), "/var/lib/tabled is kept")
        self._expect(await self._do(f"{kept}; ls -d /usr/lib/table-controller 2>&1 || true"), "No such file")
        self._expect(await self._do("systemctl list-units --all 'tabled@*' --no-legend | wc -l"), "0")
