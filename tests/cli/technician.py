"""A technician for tests: the commands of `tablectl` as processes of their own, started, answered, ended."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.table.table_bench import LONGEST_S, ROOT, Bench, console_section


def with_socket(bench: Bench) -> Path:
    """The bench's configuration, with a socket for consoles."""
    config = bench.daemon.config
    config.write_text(config.read_text() + console_section(bench.folder / "console-socket", None))
    return config


class Command:
    """One command; `out` are the lines that it has said on standard output so far."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.out: list[str] = []

    async def line(self, *parts: str) -> str:
        """Read on to a line with all these parts."""
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(LONGEST_S):
                while text := await self._process.stdout.readline():
                    self.out.append(text.decode().rstrip("\n"))
                    if all(part in self.out[-1] for part in parts):
                        return self.out[-1]
        except TimeoutError:
            raise AssertionError(f"no line with {parts} in time, but {self.out}") from None
        raise AssertionError(f"no line with {parts} in {self.out}; {await self.ended()}")

    async def record(self, **fields: Any) -> dict[str, Any]:
        """Read on to a JSON line with these fields."""
        while True:
            found: dict[str, Any] = json.loads(await self.line("{"))
            if fields.items() <= found.items():
                return found

    async def say(self, text: str) -> None:
        """A line on its standard input."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{text}\n".encode())
        await self._process.stdin.drain()

    def hang_up(self) -> None:
        """The end of its standard input."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def interrupt(self) -> None:
        """Ctrl-C."""
        self._process.send_signal(signal.SIGINT)

    async def ended(self) -> tuple[int, str]:
        """Exit status and standard error, when it has ended by itself; the rest of its lines are in `out`."""
        async with asyncio.timeout(LONGEST_S):
            out, err = await self._process.communicate()
        self.out += out.decode().splitlines()
        assert self._process.returncode is not None
        return self._process.returncode, err.decode()


@asynccontextmanager
async def tablectl(*words: str | Path) -> AsyncIterator[Command]:
    """A command that runs; killed at the end if it still does."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "controller.cli.tablectl", *map(str, words), cwd=ROOT,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONWARNINGS": "error", "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        yield Command(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def told(*words: str | Path) -> tuple[int, str, str]:
    """Exit status, standard output and standard error of a command that ends by itself."""
    async with tablectl(*words) as command:
        status, err = await command.ended()
        return status, "\n".join(command.out), err
