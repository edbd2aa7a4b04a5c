"""What the guest finds in its shared folder: wheels of the project and all it needs, its units and rules, one table."""

import asyncio
import shutil
from pathlib import Path
from typing import Final

from tests.table.table_bench import ROOT

GUEST: Final = Path(__file__).with_name("guest")


async def fill_share(share: Path, purpose: str) -> None:
    """Everything for the cuts or the plugs, wheels by the hashes of the lock file; needs the package index.

    Raises RuntimeError.
    """
    await asyncio.to_thread(_empty, share)
    await fill_wheels(share / "wheels")
    folders = (GUEST, GUEST / purpose, ROOT / "systemd")
    for file in (*(file for folder in folders for file in folder.iterdir()), ROOT / "config" / "multipliers.toml"):
        if file.is_file():
            shutil.copy(file, share / file.name)


def _empty(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


async def fill_wheels(folder: Path) -> None:
    """What `make wheels` puts into wheels/; raises RuntimeError."""
    process = await asyncio.create_subprocess_exec(
        "sh", ROOT / ".ci" / "wheels", folder, "3.11",
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    _, printed = await process.communicate()
    if process.returncode != 0:
        raise RuntimeError(f"the wheels could not be made: {printed.decode()}")
