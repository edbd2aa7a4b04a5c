"""What the guest finds in its shared folder: wheels of the project and all it needs, its units and rules, one table."""

import asyncio
import shutil
import sys
from pathlib import Path
from typing import Final

from tests.table.table_bench import ROOT

GUEST: Final = Path(__file__).with_name("guest")
PLATFORMS: Final = ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64")
"""Debian 12 has glibc 2.36, so what was built for 2.28 runs there."""


async def fill_share(share: Path, purpose: str) -> None:
    """Everything for the cuts or the plugs, wheels by the hashes of the lock file; needs the package index.

    Raises RuntimeError.
    """
    shutil.rmtree(share, ignore_errors=True)
    wheels = share / "wheels"
    wheels.mkdir(parents=True)
    await _pip(
        "download", "--only-binary", ":all:", "--require-hashes", "--requirement", str(ROOT / "requirements.lock"),
        "--python-version", "3.11", "--implementation", "cp", "--abi", "cp311", "--abi", "abi3", "--abi", "none",
        *(word for platform in PLATFORMS for word in ("--platform", platform)), "--dest", str(wheels),
    )  # fmt: skip
    await _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels), str(ROOT))
    folders = (GUEST, GUEST / purpose, ROOT / "systemd")
    for file in (*(file for folder in folders for file in folder.iterdir()), ROOT / "config" / "multipliers.toml"):
        if file.is_file():
            shutil.copy(file, share / file.name)


async def _pip(*words: str) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words,
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    _, said = await process.communicate()
    if process.returncode != 0:
        raise RuntimeError(f"pip {words[0]} failed: {said.decode()}")
