"""The emulated PC, by the program that `TABLE_PC_TOOL` names: it boots, runs what lies in the shared folder, is cut."""

import asyncio
import contextlib
import os
from pathlib import Path
from typing import Final

TOOL: Final = "TABLE_PC_TOOL"
ENDED: Final = "RUN-ENDED"
"""What the console prints when run.sh is over."""
LOOK_S: Final = 0.2


TELLS_S: Final = 60.0
STATE: Final = """
systemctl status --no-pager --full "tabled@*" mqtt-gate mosquitto usb-devices
uptime; ls -l /dev/table; lsusb
journalctl --boot --no-pager --lines 300 --unit "tabled@*" --unit mosquitto --unit usb-devices
dmesg | tail -n 30
"""
"""What the PC is asked when play does not go on."""


class TablePcError(Exception):
    """The tool or the guest did not do what it should; the text says what, with the end of the console."""


class TablePc:
    """`home` is where disk, sockets and console log lie; `mqtt_port` is the guest's 1883 on this machine.

    `ports` name its serial adapters, from its first USB port on; `packages` are Debian's, beside those of the tool.
    """

    def __init__(
        self, *, tool: Path, home: Path, ports: tuple[str, ...], mqtt_port: int, packages: tuple[str, ...] = ()
    ) -> None:
        self.home = home
        self.share = home / "share"
        self._tool = tool
        self._ports = ports
        self._environment = {
            **os.environ, "TABLE_PC": str(home), "TABLE_PC_MQTT": str(mqtt_port),
            "TABLE_PC_PACKAGES": ",".join(packages),
        }  # fmt: skip

    async def build(self) -> None:
        """Make the base image unless it is there: minutes, once."""
        self.home.mkdir(parents=True, exist_ok=True)
        if not (self.home / "base.img").exists():
            await self._do("build")

    async def fresh(self) -> None:
        """A new disk."""
        await self._do("fresh")

    async def boot(self, number: int) -> None:
        """Switch on; returns at once."""
        (self.share / "boot").write_text(str(number))
        await self._do("start", str(self.share), *self._ports)

    async def says(self, text: str, within_s: float) -> None:
        """Wait until the console has printed `text`; raises TablePcError, at once when run.sh or the PC has ended."""
        until = asyncio.get_running_loop().time() + within_s
        while text not in (printed := self.console()):
            if ENDED in printed or asyncio.get_running_loop().time() > until:
                raise TablePcError(f"the PC did not print {text} within {within_s:.0f} s:\n{_tail(printed)}")
            if not _lives(self._pid()):
                raise TablePcError(f"the PC is off: {(self.home / 'qemu.log').read_text()}\n{_tail(printed)}")
            await asyncio.sleep(LOOK_S)

    async def asks(self, order: str, within_s: float) -> str:
        """What a few lines of shell say in the guest, once run.sh has said its last; raises TablePcError."""
        answer = self.share / "answer"
        answer.unlink(missing_ok=True)
        fresh = self.share / "order.new"
        fresh.write_text(order)
        fresh.rename(self.share / "order")
        until = asyncio.get_running_loop().time() + within_s
        while not answer.exists():
            if asyncio.get_running_loop().time() > until:
                raise TablePcError(f"the PC has not done within {within_s:.0f} s: {order}\n{_tail(self.console())}")
            await asyncio.sleep(LOOK_S)
        said = answer.read_text(errors="replace")
        if said.rpartition("\nFAILED with status")[1] or said.startswith("FAILED with status"):
            raise TablePcError(f"the PC could not do: {order}\n{_tail(said)}")
        return said

    async def cut(self) -> None:
        """Cut the power; returns when nothing of the PC is left, whose disk would be locked for the next boot."""
        pid = self._pid()
        await self._do("cut")
        while _lives(pid):  # noqa: ASYNC110 - nothing tells when another's process has ended
            await asyncio.sleep(LOOK_S)

    def console(self) -> str:
        """What it printed since it was switched on."""
        log = self.home / "console.log"
        return log.read_bytes().replace(b"\r", b"").decode(errors="replace") if log.exists() else ""

    def _pid(self) -> int:
        """The emulator's, 0 when it was never started or has been cut."""
        file = self.home / "pid"
        return int(file.read_text()) if file.exists() else 0

    async def _do(self, *words: str) -> None:
        process = await asyncio.create_subprocess_exec(
            self._tool, *words, env=self._environment, stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        _, said = await process.communicate()
        if process.returncode != 0:
            raise TablePcError(f"`{' '.join(words)}` failed: {said.decode().strip()}\n{_tail(self.console())}")


def _lives(pid: int) -> bool:
    """Whether a thread of this process has not come to its end: until the last one has, files and locks are held.

    A dead one that nobody reaps is a zombie (Z) and holds nothing; the first thread may be one before the others.
    """
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return False
    for thread in threads:
        with contextlib.suppress(OSError):
            if (thread / "stat").read_text().rpartition(")")[2].split()[0] not in "ZX":
                return True
    return False


async def from_inside(pc: TablePc) -> str:
    """Where the state lies that the PC told of itself, or why it told none."""
    try:
        state = await pc.asks(STATE, TELLS_S)
    except TablePcError as error:
        return str(error)
    file = pc.home / "stuck.txt"
    file.write_text(state)
    return f"what the PC said of itself lies in {file}"


def _tail(printed: str) -> str:
    return "\n".join(printed.splitlines()[-25:])
