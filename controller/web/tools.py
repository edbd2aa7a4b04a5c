"""What `tablectl` says of this table, for the technician's page: run as a process of its own, one at a time.

Not in the daemon: they open the journal and its files, and whatever they meet ends them alone.
"""

import asyncio
import io
import json
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

LONGEST_S: Final = 60.0
MOST: Final = 3
LONGEST_BYTES: Final = 512 * 1024
TOOLS: Final[Mapping[str, tuple[str, ...]]] = {
    "status": ("status",),
    "doctor": ("doctor",),
    "devices": ("devices",),
    "history": ("alerts", "--last", "50"),
    "rounds": ("recall", "25"),
}
"""By the name of its route: what is asked, all of it read only."""


class Tools:
    """Those of the table with this configuration."""

    def __init__(self, config: Path) -> None:
        self._config = config
        self._one = asyncio.Lock()
        self._asked = 0

    @property
    def busy(self) -> bool:
        """Whether so many wait that no further one is taken."""
        return self._asked >= MOST

    async def run(self, name: str) -> tuple[int, str]:
        """Exit status and what it prints; raises KeyError for a name that is none of TOOLS."""
        words = TOOLS[name]
        self._asked += 1
        try:
            return await self._run(words)
        finally:
            self._asked -= 1

    async def _run(self, words: tuple[str, ...]) -> tuple[int, str]:
        async with self._one:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "controller.cli.tablectl", *words, "--config", str(self._config),
                stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
            )  # fmt: skip
            try:
                async with asyncio.timeout(LONGEST_S):
                    printed, _ = await process.communicate()
            except TimeoutError:
                process.kill()
                await process.wait()
                return 1, f"No answer within {LONGEST_S:.0f} s."
            except asyncio.CancelledError:
                process.kill()
                raise
        return process.returncode or 0, printed[:LONGEST_BYTES].decode(errors="replace")

    async def bundle(self, seen: Mapping[str, Any], kept: Mapping[str, str]) -> bytes:
        """A ZIP of everything that helps from afar: what the tools say, `seen` as JSON, the texts of `kept`."""
        files = {f"{name}.txt": (await self.run(name))[1] for name in TOOLS}
        files |= {f"{name}.json": json.dumps(what, indent=1, ensure_ascii=False) for name, what in seen.items()}
        files |= kept
        return await asyncio.to_thread(_packed, files)


def _packed(files: Mapping[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return packed.getvalue()
