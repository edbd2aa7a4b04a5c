"""Everything that leaves a daemon's process, captured whole, and searched for the faces of cards.

The daemon runs as a process of its own with a shoe and a console on ptys. Captured are: every message of the broker
with its topic, standard output and error, each byte that it sent to a device, every file of its folder and of its
broker (the journal with its WAL, the head file, recordings), and what /proc tells of it.
"""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final

import aiomqtt

from drivers.protocols.framed.frames import Frame, build
from drivers.virtual.framed.console import VirtualConsole
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.framed.twin import FramedTwin
from drivers.virtual.pty_port import PtyPort
from tests.broker import Broker
from tests.journal.journals import readable

ROOT: Final = Path(__file__).resolve().parents[2]
LONGEST_S: Final = 20.0  # a bound for a test that would hang, not a measure of anything
INSIDE: Final = 6
"""In a file that is no text, a face counts in the midst of so much text on either side: two bytes of a ciphertext, or
beside one, may be a face by chance. The journal's own texts are also read one by one."""


class TappedPort(PtyPort):
    """A pty that keeps what the host sends to the device."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.from_host = bytearray()

    async def read(self) -> bytes:
        data = await super().read()
        self.from_host += data
        return data


class LeakWatch:
    """A table under watch; `captured` grows, `leaks` searches it."""

    def __init__(self, folder: Path, broker: Broker, table: str) -> None:
        self.folder = folder
        self.captured: dict[str, bytes] = {}
        self.ports = {name: TappedPort(folder / name) for name in ("shoe", "console")}
        self.shoe = VirtualShoe(self.ports["shoe"])
        self.console = VirtualConsole(self.ports["console"])
        self.answers: list[dict[str, Any]] = []
        self.heard: list[tuple[str, bytes]] = []
        self._more = asyncio.Event()
        self._ends = 0
        self._broker = broker
        self._process: asyncio.subprocess.Process | None = None
        self._config = folder / "table.toml"
        devices = "".join(
            f'[[devices]]\nname = "{name}"\nrole = "{name}"\ndriver = "framed"\nport = "{folder / name}"\n'
            + ('rank = "pit_supervisor"\n' if name == "console" else "")
            for name in self.ports
        )
        self._config.write_text(
            f'[house]\nsite = "house"\ntable = "t1"\n[table]\n{table}\n[journal]\npath = "journal.db"\n'
            f'[mqtt]\nhost = "{broker.host}"\nport = {broker.port}\n{devices}'
        )

    @property
    def twins(self) -> tuple[FramedTwin, ...]:
        """The devices."""
        return self.shoe, self.console

    async def listen(self, ready: asyncio.Event) -> None:
        """Hear everything at the broker."""
        async with aiomqtt.Client(self._broker.host, self._broker.port, identifier="watch") as client:
            await client.subscribe("#", qos=1)
            ready.set()
            async for message in client.messages:
                assert isinstance(message.payload, bytes)
                self.heard.append((message.topic.value, message.payload))
                self._more.set()

    async def start(self) -> None:
        """Start the daemon, its output going into files."""
        with (self.folder / "out").open("ab") as out, (self.folder / "err").open("ab") as err:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "controller.cli.tabled", "--config", str(self._config),
                stdout=out, stderr=err, cwd=ROOT, env={"PATH": os.environ["PATH"], "PYTHONWARNINGS": "error"},
            )  # fmt: skip

    async def end(self, how: signal.Signals) -> int:
        """Its exit status; what /proc tells of it is captured before."""
        assert self._process is not None
        self.captured |= _told_by_proc(self._process.pid)
        self._process.send_signal(how)
        async with asyncio.timeout(LONGEST_S):
            status = await self._process.wait()
        self._ends += 1
        self.captured |= _files(self.folder, f"file after end {self._ends}")
        return status

    async def kill(self) -> None:
        """Whatever is still running."""
        if self._process is not None and self._process.returncode is None:
            await self.end(signal.SIGKILL)

    async def say(self, *records: dict[str, Any]) -> list[str]:
        """Say it at the console, each after the answer to the one before; `accepted` or `rejected` of each."""
        said = []
        for record in records:
            self.console.send(record)
            async with asyncio.timeout(LONGEST_S):
                while (answer := await self.console.answers.get())["type"] not in ("accepted", "rejected"):
                    self.answers.append(answer)
            self.answers.append(answer)
            said.append(str(answer["type"]))
        return said

    async def deal(self, *cards: str, face_down: bool = False) -> None:
        """Draw cards; returns when the table has them."""
        for card in cards:
            self.shoe.deal(card, face_down=face_down)
        async with asyncio.timeout(LONGEST_S):
            await self.shoe.drained()

    async def damage(self, card: str) -> None:
        """Send the frame of a card with a bit turned in every place in turn, and without its beginning."""
        frame = build(Frame(1, "C", card))
        for place in range(len(frame)):
            spoiled = bytearray(frame)
            spoiled[place] ^= 0x20
            await self.shoe.port.write(bytes(spoiled))
        await self.shoe.port.write(frame[1:])

    async def wait_for(self, part: bytes) -> None:
        """Until a message holds this."""
        async with asyncio.timeout(LONGEST_S):
            while not any(part in payload for _, payload in self.heard):
                self._more.clear()
                await self._more.wait()

    def leaks(self, faces: tuple[str, ...]) -> list[tuple[str, str, bytes]]:
        """(where, face, around it) for each face found in anything that left the process."""
        self.captured |= _files(self.folder, "file")
        self.captured |= {f"message {n} {topic}": payload for n, (topic, payload) in enumerate(self.heard)}
        self.captured |= {f"bytes to {name}": bytes(port.from_host) for name, port in self.ports.items()}
        self.captured["answers"] = repr(self.answers).encode()
        self.captured |= _texts_of(self.folder / "journal.db")
        return [
            (where, face, data[max(0, found.start() - 40) : found.end() + 40])
            for where, data in self.captured.items()
            for face in faces
            if (found := _sought(face, data).search(data)) is not None
        ]


def _sought(face: str, data: bytes) -> re.Pattern[bytes]:
    around = rb"[ -~]{%d}" % INSIDE if b"\0" in data else b""
    return re.compile(around + face.encode() + around)


def _texts_of(journal: Path) -> dict[str, bytes]:
    """Every text in every table of the journal."""
    with closing(readable(journal)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {
            f"table {table}": "\n".join(
                value
                for row in connection.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - the schema's own name
                for value in row
                if isinstance(value, str)
            ).encode()
            for table in tables
        }


def _told_by_proc(pid: int) -> dict[str, bytes]:
    names = ("environ", "cmdline", "status", "limits", "comm")
    return {f"/proc {name}": Path(f"/proc/{pid}/{name}").read_bytes() for name in names}


def _files(folder: Path, what: str) -> dict[str, bytes]:
    """Regular files of the folder, after a kill with the journal's WAL; the ptys are links to devices."""
    paths = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    return {f"{what}: {path.relative_to(folder)}": path.read_bytes() for path in paths}


@asynccontextmanager
async def watched(folder: Path, broker: Broker, table: str) -> AsyncIterator[LeakWatch]:
    """A running table under watch."""
    watch = LeakWatch(folder, broker, table)
    ready = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(twin.run()) for twin in watch.twins]
        tasks.append(group.create_task(watch.listen(ready)))
        await ready.wait()
        try:
            await watch.start()
            yield watch
        finally:
            await watch.kill()
            for task in tasks:
                task.cancel()
