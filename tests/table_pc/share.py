"""What the guest finds in its shared folder: the package, one table, and what a test does there."""

import asyncio
import shutil
import sys
from pathlib import Path
from typing import Final

from tests.table.table_bench import ROOT

GUEST: Final = Path(__file__).with_name("guest")


async def fill_share(share: Path, purpose: str) -> None:
    """Everything for the cuts or the plugs; needs the package index.

    Raises RuntimeError.
    """
    await asyncio.to_thread(_empty, share)
    await make_package(share)
    folders = (GUEST, GUEST / purpose)
    for file in (*(file for folder in folders for file in folder.iterdir()), ROOT / "config" / "multipliers.toml"):
        if file.is_file():
            shutil.copy(file, share / file.name)


def _empty(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


async def make_package(folder: Path, root: Path = ROOT) -> Path:
    """What `make deb` makes of the tree at `root`; raises RuntimeError."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "systemd.package.build", "--output", folder,
        cwd=root, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    made, printed = await process.communicate()
    if process.returncode != 0:
        raise RuntimeError(f"the package could not be made: {printed.decode()}")
    return Path(made.decode().partition(":")[0])
