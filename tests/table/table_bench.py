"""A whole table for tests: virtual devices on ptys, a configuration, the daemon as a process of its own, a listener.

The round that most tests play: one area with a main and a pandemonium wager, a Pontoon on it, one press, settled. What
a test waits for is always an answer of the table or a message of the broker, never a time.
"""

import asyncio
import ctypes
import json
import os
import pwd
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import aiomqtt

from drivers.virtual.framed.button import VirtualButton
from drivers.virtual.framed.console import VirtualConsole
from drivers.virtual.framed.meter import VirtualMeter
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.pty_port import PtyPort
from tests.broker import Broker

ROOT: Final = Path(__file__).resolve().parents[2]
PREFIX: Final = "casino/house/t1"
LONGEST_S: Final = 20.0  # a bound for a test that would hang, not a measure of anything

WAGERS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "bets.open"},
    {"type": "wager", "area": 1, "kind": "main", "amount": 1000},
    {"type": "wager", "area": 1, "kind": "pandemonium", "amount": 200},
    {"type": "bets.closed"},
)
CARDS: Final = ("AS", "7H", "KD")


PR_SET_PDEATHSIG: Final = 1
LIBC: Final = ctypes.CDLL(None)


def _dies_with_us(before_exec: Callable[[], None] | None) -> None:
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if before_exec is not None:
        before_exec()


class Daemon:
    """`tabled` as its own process, which dies with ours.

    One that a killed run left behind would go on opening its ports, which are other runs' by then: numbers of ptys come
    again.
    """

    def __init__(self, config: Path) -> None:
        self.config = config
        self.python = sys.executable
        self.process: asyncio.subprocess.Process | None = None

    async def start(
        self,
        before_exec: Callable[[], None] | None = None,
        *,
        stdout: int = asyncio.subprocess.DEVNULL,
        stderr: int = asyncio.subprocess.PIPE,
    ) -> None:
        self.process = await asyncio.create_subprocess_exec(
            self.python, "-m", "controller.cli.tabled", "--config", str(self.config),
            stdout=stdout, stderr=stderr, cwd=ROOT,
            env={**os.environ, "PYTHONWARNINGS": "error"}, preexec_fn=partial(_dies_with_us, before_exec),
        )  # fmt: skip

    async def end(self, how: signal.Signals) -> tuple[int, str]:
        """Its exit status and what it said on standard error."""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(how)
        return await self.ended()

    def signal(self, how: signal.Signals) -> None:
        """Something that does not end it."""
        assert self.process is not None
        self.process.send_signal(how)

    async def ended(self) -> tuple[int, str]:
        assert self.process is not None
        async with asyncio.timeout(LONGEST_S):
            _, said = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode, (said or b"").decode()


class Listener:
    """A client of its own at the broker; `heard` keeps every message below the table's prefix, in order."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, dict[str, Any] | str, bool]] = []
        self._more = asyncio.Event()

    async def run(self, broker: Broker, ready: asyncio.Event) -> None:
        async with aiomqtt.Client(broker.host, broker.port, identifier="listener") as client:
            await client.subscribe(f"{PREFIX}/#", qos=1)
            ready.set()
            async for message in client.messages:
                assert isinstance(message.payload, bytes)
                topic, text = message.topic.value.removeprefix(f"{PREFIX}/"), message.payload.decode()
                self.heard.append((topic, json.loads(text) if text[:1] == "{" else text, message.retain))
                self._more.set()

    def bodies(self, topic: str) -> list[Any]:
        return [body for found, body, _ in self.heard if found == topic]

    def messages(self) -> list[dict[str, Any]]:
        """All with a number, in order."""
        return [body for _, body, _ in self.heard if isinstance(body, dict) and "seq" in body]

    async def wait_for(self, topic: str, count: int = 1, **fields: Any) -> Any:
        """The `count`-th message on `topic` with these fields."""
        async with asyncio.timeout(LONGEST_S):
            while True:
                fit = [body for body in self.bodies(topic) if not fields or fields.items() <= body.items()]
                if len(fit) >= count:
                    return fit[count - 1]
                self._more.clear()
                await self._more.wait()


class Bench:
    """Devices, daemon and listener of table `t1`."""

    def __init__(self, folder: Path, broker: Broker | None) -> None:
        self.folder = folder
        self.journal = folder / "journal.db"
        self.shoe = VirtualShoe(PtyPort(folder / "shoe"))
        self.button = VirtualButton(PtyPort(folder / "button"))
        self.meter = VirtualMeter(PtyPort(folder / "meter"))
        self.console = VirtualConsole(PtyPort(folder / "console"))
        self.daemon = Daemon(write_config(folder, broker))
        self.listener = Listener()

    async def say(self, *events: dict[str, Any]) -> list[dict[str, Any]]:
        """Send events over the console, each after the answer to the one before; the answers."""
        answers = []
        for event in events:
            self.console.send(event)
            async with asyncio.timeout(LONGEST_S):
                while (answer := await self.console.answers.get())["type"] not in ("accepted", "rejected"):
                    pass
            answers.append(answer)
        return answers

    async def deal(self, *cards: str) -> None:
        """Draw cards; returns when the table has them on its disk."""
        for card in cards:
            self.shoe.deal(card)
        async with asyncio.timeout(LONGEST_S):
            await self.shoe.drained()

    async def press(self) -> None:
        """Push the lit button."""
        async with asyncio.timeout(LONGEST_S):
            while not self.button.lit:
                self.button.lamp_changed.clear()
                await self.button.lamp_changed.wait()
            await self.button.push()
            await self.button.drained()

    async def meter_shows(self, state: str) -> int | None:
        async with asyncio.timeout(LONGEST_S):
            while self.meter.state != state:
                self.meter.changed.clear()
                await self.meter.changed.wait()
        return self.meter.multiplier

    async def bet_and_deal(self) -> None:
        """Up to the armed button."""
        await self.say(*WAGERS)
        await self.deal(*CARDS)


@asynccontextmanager
async def running(folder: Path, broker: Broker | None, *, start: bool = True) -> AsyncIterator[Bench]:
    """A bench whose devices are plugged in and whose daemon runs; killed at the end if it still does."""
    bench = Bench(folder, broker)
    ready = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(twin.run()) for twin in (bench.shoe, bench.button, bench.meter, bench.console)]
        if broker is not None:
            tasks.append(group.create_task(bench.listener.run(broker, ready)))
            await ready.wait()
        try:
            if start:
                await bench.daemon.start()
            yield bench
        finally:
            if bench.daemon.process is not None and bench.daemon.process.returncode is None:
                await bench.daemon.end(signal.SIGKILL)
            for task in tasks:
                task.cancel()


def console_section(socket: Path, rank: str | None = "shift_manager") -> str:
    """The section `[console]`, in which whoever runs the tests has this rank; without one he is a technician."""
    logins = "" if rank is None else f'logins = {{ "{pwd.getpwuid(os.geteuid()).pw_name}" = "{rank}" }}\n'
    return f'[console]\nsocket = "{socket}"\n{logins}'


def several(*brokers: Broker) -> str:
    """The section `[mqtt]` of a table with several brokers."""
    places = ", ".join(f'"{broker.host}:{broker.port}"' for broker in brokers)
    return f"[mqtt]\nhosts = [{places}]\n"


def write_config(folder: Path, broker: Broker | None) -> Path:
    """The configuration of the bench's table."""
    (folder / "multipliers.toml").write_text((ROOT / "config" / "multipliers.toml").read_text())
    mqtt = "" if broker is None else f'[mqtt]\nhost = "{broker.host}"\nport = {broker.port}\n'
    devices = "".join(
        f'[[devices]]\nname = "{role}"\nrole = "{role}"\ndriver = "framed"\nport = "{folder / role}"\n'
        + ('rank = "shift_manager"\n' if role == "console" else "")
        for role in ("shoe", "button", "meter", "console")
    )
    config = folder / "table.toml"
    config.write_text(
        '[house]\nsite = "house"\ntable = "t1"\n'
        '[table]\ngame = "pontoon-pandemonium"\n'
        f'[journal]\npath = "{folder / "journal.db"}"\n{mqtt}'
        '[jackpot]\nweights = "multipliers.toml"\nedge_percent = ["5", "12"]\n' + devices
    )
    return config
