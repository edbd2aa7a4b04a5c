"""The Debian package that this program is of: its manifest, its self-check, whether dpkg is at work with it.

What is asked is asked of other programs: the self-check stands outside what it checks, dpkg knows whether all files of
an upgrade are there, and only the installed `tabled` can tell whether it would start.
"""

import asyncio
import os
import sys
from pathlib import Path
from typing import Final, Self

import structlog

from controller.core.dataclass import dataclass

ENVIRONMENT: Final = Path("usr/lib/table-controller")
MANIFEST: Final = Path("usr/share/table-controller/manifest")
SELF_CHECK: Final = Path("usr/libexec/table-controller/self-check")
NAME: Final = "table-controller"
DIFFERS: Final = 5
"""The self-check's exit status where what is installed is not what was signed."""
LONGEST_S: Final = 300.0
"""A program that takes longer hangs."""

Identity = tuple[int, ...] | None
"""Changes with each replacement of a file, also by the same bytes; None where it is not there."""

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Package:
    """Installed below `root`, which is / at a table."""

    root: Path

    @classmethod
    def of_this_program(cls) -> Self | None:
        """None for a checkout, and for any environment that is not the package's."""
        prefix = Path(sys.prefix)
        root = Path(*prefix.parts[: -len(ENVIRONMENT.parts)])
        found = cls(root)
        return found if root / ENVIRONMENT == prefix and found.identity() is not None else None

    def identity(self) -> Identity:
        """Of the manifest."""
        try:
            found = (self.root / MANIFEST).stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns

    def manifest(self) -> str:
        """Its text; empty where it cannot be read."""
        try:
            return (self.root / MANIFEST).read_text(encoding="utf-8")
        except (OSError, ValueError):
            return ""

    async def is_settled(self) -> bool:
        """Whether dpkg has done all that it has to do; so it is where it knows nothing of the package."""
        words = ("dpkg-query", f"--root={self.root}", "--show", "--showformat=${db:Status-Status}", NAME)
        status, said, _ = await _asked(*words)
        return status != 0 or said == "installed"

    async def difference(self) -> str | None:
        """What the self-check finds, empty where all is as signed; None while that cannot be told."""
        if not await self.is_settled():
            return None
        status, _, complained = await _asked(self.root / SELF_CHECK, "--root", self.root)
        if status == 0:
            return ""
        first = complained.partition("\n")[0].removeprefix("self-check: ")
        if status != DIFFERS:
            _log.warning("self_check_failed", exit_status=status, reason=first)
            return None
        return first if await self.is_settled() else None

    async def refusal(self, config: Path) -> str:
        """Why what is installed would not start with this file; empty where it would."""
        bin_ = self.root / ENVIRONMENT / "bin"
        status, _, complained = await _asked(bin_ / "python3", "-IB", bin_ / "tabled", "--config", config, "--check")
        if status == 0:
            return ""
        return complained.partition("\n")[0].removeprefix("tabled: ") or f"it ends with the status {status}"


def release_in(manifest: str) -> str:
    """The release that a manifest is of."""
    first = next((line for line in manifest.splitlines() if line.startswith("release ")), "")
    return first.removeprefix("release ")


async def _asked(*words: str | Path) -> tuple[int, str, str]:
    """Exit status, what was printed and complained; -1 where the program is not to be run, or hangs."""
    # What is said to systemd is this process's to say.
    environment = {name: value for name, value in os.environ.items() if name != "NOTIFY_SOCKET"}
    try:
        process = await asyncio.create_subprocess_exec(
            *words, env=environment, stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
    except OSError as error:
        return -1, "", str(error)
    try:
        async with asyncio.timeout(LONGEST_S):
            printed, complained = await process.communicate()
    except TimeoutError:
        return -1, "", "it has not ended"
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    status = -1 if process.returncode is None else process.returncode
    return status, printed.decode(errors="replace"), complained.decode(errors="replace")
