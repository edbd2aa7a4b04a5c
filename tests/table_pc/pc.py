"""The emulated PC, by the program that `TABLE_PC_TOOL` names: it boots, runs what lies in the shared folder, is cut."""

import asyncio
import os
from pathlib import Path
from typing import Final

TOOL: Final = "TABLE_PC_TOOL"
PORTS: Final = ("shoe", "button", "meter", "console")
ENDED: Final = "RUN-ENDED"
"""What the console prints when run.sh is over."""
LOOK_S: Final = 0.2


class TablePcError(Exception):
    """The tool or the guest did not do what it should; the text says what, with the end of the console."""


class TablePc:
    """`home` is where disk, sockets and console log lie; `mqtt_port` is the guest's 1883 on this machine."""

    def __init__(self, *, tool: Path, home: Path, share: Path, mqtt_port: int) -> None:
        self.home = home
        self.share = share
        self._tool = tool
        self._environment = {**os.environ, "TABLE_PC": str(home), "TABLE_PC_MQTT": str(mqtt_port)}

    async def build(self) -> None:
        """Make the base image unless it is there: minutes, once."""
        if not (self.home / "base.img").exists():
            await self._do("build")

    async def fresh(self) -> None:
        """A new disk."""
        await self._do("fresh")

    async def boot(self, number: int) -> None:
        """Switch on; returns at once."""
        (self.share / "boot").write_text(str(number))
        await self._do("start", str(self.share), *PORTS)

    async def says(self, text: str, within_s: float) -> None:
        """Wait until the console has printed `text`; raises TablePcError, at once when run.sh has ended without."""
        until = asyncio.get_running_loop().time() + within_s
        while text not in (printed := self.console()):
            if ENDED in printed or asyncio.get_running_loop().time() > until:
                raise TablePcError(f"the PC did not print {text} within {within_s:.0f} s:\n{_tail(printed)}")
            await asyncio.sleep(LOOK_S)

    async def cut(self) -> None:
        """Cut the power."""
        await self._do("cut")

    def console(self) -> str:
        """What it printed since it was switched on."""
        log = self.home / "console.log"
        return log.read_bytes().replace(b"\r", b"").decode(errors="replace") if log.exists() else ""

    async def _do(self, *words: str) -> None:
        process = await asyncio.create_subprocess_exec(
            self._tool, *words, env=self._environment, stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        _, said = await process.communicate()
        if process.returncode != 0:
            raise TablePcError(f"`{' '.join(words)}` failed: {said.decode().strip()}\n{_tail(self.console())}")


def _tail(printed: str) -> str:
    return "\n".join(printed.splitlines()[-25:])
