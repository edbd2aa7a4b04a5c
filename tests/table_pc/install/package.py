"""What an installed package is put through on real systemd: a frozen daemon, a changed file, other releases, purge."""

import asyncio
import os
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from controller import __version__
from controller.journal.migrations import MIGRATIONS
from tests.table_pc.share import make_package

NEWER: Final = "99.0.0"
"""The release that the PC is upgraded to: this one under another number, with a journal of another number."""
SITE: Final = "/usr/lib/table-controller/lib/python3.11/site-packages"
CHANGED: Final = f"{SITE}/controller/games/pontoon/rulebook.py"


class Packages:
    """`do` runs a command in the PC, `expect` looks at what it printed, `until` asks again until a line is printed."""

    old: Path
    new: Path

    def __init__(
        self, do: Callable[[str], Awaitable[str]], expect: Callable[..., None], until: Callable[..., Awaitable[str]]
    ) -> None:
        self._do = do
        self._expect = expect
        self._until = until

    async def make_newer(self, share: Path) -> Path:
        """The package of the next release, in `newer`."""
        newer = share / "newer"
        await asyncio.to_thread(shutil.copytree, share / "checkout", newer, ignore=shutil.ignore_patterns("*.deb"))
        own = newer / "controller" / "__init__.py"
        own.write_text(own.read_text().replace(f'"{__version__}"', f'"{NEWER}"'))
        steps = newer / "controller" / "journal" / "migrations.py"
        end = ")\n\n\nclass MigrationError"
        last = f"    Migration({MIGRATIONS[-1].number + 1}, 'nothing', ('SELECT 1',)),\n"
        steps.write_text(steps.read_text().replace(end, last + end))
        os.environ.setdefault("SOURCE_DATE_EPOCH", "1700000000")
        return await make_package(share, newer)

    async def all(self, table: str) -> None:
        """Everything, in an order that leaves the PC without the package."""
        self._expect(await self._do("dpkg -V table-controller && echo whole"), "whole")
        self._expect(
            await self._do("tablectl self-check --seed 00ff"), "files as signed by", "development build", "HMAC"
        )
        await self._frozen(table)
        await self._changed(table)
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
        """README's `Upgrade`; the old package refuses the new journal, is taken with the backup put back."""
        config, folder = f"--config /etc/tabled/{table}.toml", f"/var/lib/tabled/{table}"
        sums = await self._do("cd /etc/tabled; sha256sum *.toml")
        await self._do(f"tablectl backup {folder}/before.db {config}")
        installed = await self._do(f"systemctl stop tabled@{table}; dpkg -i /mnt/host/{self.new.name} 2>&1")
        self._expect(installed, "goes on with the release before", no=f"tabled@{table}")
        self._expect(await self._do(f"tabled {config} --check"), f"Table {table} of house")
        self._expect(await self._do("systemctl is-active 'tabled@*'"), "active")
        await self._started(table, NEWER)
        self._expect(await self._do(f"tablectl verify {config}"), "nothing found")
        self._expect(await self._do("cd /etc/tabled; sha256sum *.toml"), sums)
        await self._do(f"systemctl stop tabled@{table}")
        refused = await self._do(f"dpkg -i --force-downgrade /mnt/host/checkout/{self.old.name} 2>&1 || echo ended $?")
        self._expect(refused, "has version", "keep the newer release", "ended 1")
        self._expect(await self._do("dpkg -s table-controller; tabled --version"), "install ok installed", NEWER)

    async def _started(self, table: str, release: str) -> None:
        await self._do(f"systemctl start tabled@{table}")
        self._expect(await self._until(f"systemctl is-active tabled@{table}", "active"), "active")
        self._expect(await self._do(f"tablectl status --config /etc/tabled/{table}.toml || true"), "running", release)

    async def _purge(self, table: str) -> None:
        kept = f"ls /var/lib/tabled/{table}/journal.db /var/lib/tabled/{table}/journal.db.key /etc/tabled/{table}.toml"
        self._expect(await self._do("dpkg --purge table-controller 2>&1"), "/var/lib/tabled is kept")
        self._expect(await self._do(f"{kept}; ls -d /usr/lib/table-controller 2>&1 || true"), "No such file")
        self._expect(await self._do("systemctl list-units --all 'tabled@*' --no-legend | wc -l"), "0")
