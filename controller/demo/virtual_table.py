"""The table of the demonstration: broker, virtual devices and the real daemon, in one process and one temporary folder.

    shoe, shuffler, button, meter, console (virtual) ── bytes on ptys ──▶ the daemon ── MQTT ──▶ broker ──▶ subscriber

The daemon is `serve` of the shell with a configuration file like any other; nothing is handed to it but bytes. When the
table closes the daemon is stopped as at a real table, then the devices and the broker go, and the folder with them.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from controller.configuration.config import load
from controller.configuration.examples import WEIGHTS, examples
from controller.core.outcomes import to_json_object
from controller.core.tables import PokerTable, Rake, Table, TwentyOneTable
from controller.daemon import logs
from controller.daemon.app import serve
from controller.demo import training
from controller.demo.broker import HOST, broker_running
from controller.demo.pace import Pace
from controller.demo.plugs import Plugs
from controller.demo.subscriber import Subscriber, Tally
from controller.demo.training import Hands
from controller.games.game import Game
from controller.games.poker.game import PokerGame
from controller.games.registry import GAMES, find
from controller.games.twenty_one.game import TwentyOneGame
from drivers.protocols.shoes.watch import LEAST_INTERVAL_S
from drivers.virtual.framed.button import VirtualButton
from drivers.virtual.framed.console import VirtualConsole
from drivers.virtual.framed.meter import VirtualMeter
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.framed.shuffler import VirtualShuffler
from drivers.virtual.framed.twin import FramedTwin
from drivers.virtual.pty_port import PtyPort

SITE: Final = "house"
TABLE: Final = "demonstration"
AREAS: Final = 7
DECKS: Final = 8
MAIN_LIMITS: Final = (1000, 50000)
SIDE_LIMITS: Final = (200, 10000)
POKER_STAKE: Final = (20000, 200000)
FAREWELL_S: Final = 5.0
"""A daemon that has stopped has published it; only a broken broker keeps that from us."""


@dataclass(slots=True)
class VirtualTable:
    """What runs; `journal` is where the daemon writes its record, `devices` are those that this game's table has."""

    table: Table
    port: int
    journal: Path
    log: Path
    subscriber: Subscriber
    shoe: VirtualShoe
    shuffler: VirtualShuffler
    button: VirtualButton
    meter: VirtualMeter
    console: VirtualConsole
    page: str
    """Where a person may deal."""
    devices: list[FramedTwin] = field(init=False)
    plugs: Plugs = field(init=False)
    hands: Hands = field(init=False)

    def __post_init__(self) -> None:
        self.devices = [self.shoe, self.shuffler, self.console]
        if find(self.table.game).multipliers:
            self.devices += [self.button, self.meter]
        self.plugs = Plugs(self.devices)
        game = find(self.table.game)
        decks = getattr(self.table, "decks", 1)
        self.hands = Hands(
            shoe=self.shoe, button=self.button, deck=game.deck * decks, deck_a_round=game.deck_a_round,
            state=lambda: self.subscriber.state, shared=isinstance(game, TwentyOneGame),
        )  # fmt: skip


def demonstrated() -> list[str]:
    """The games that can be demonstrated: those whose mechanics the virtual dealers know."""
    return [name for name, game in GAMES.items() if isinstance(game, TwentyOneGame | PokerGame)]


def demonstration_table(game: Game, *, drawn: bool = False) -> Table:
    """The table line of a demonstration."""
    if isinstance(game, TwentyOneGame):
        limits = {kind: MAIN_LIMITS if kind == "main" else SIDE_LIMITS for kind in game.rules.wager_kinds}
        decisions: Literal["called", "drawn"] = "drawn" if drawn else "called"
        return TwentyOneTable(game=game.name, areas=AREAS, decks=DECKS, limits=limits, decisions=decisions)
    return PokerTable(game=game.name, stake=POKER_STAKE, rake=Rake(percent="5", cap=1500))


@asynccontextmanager
async def table_running(folder: Path, table: Table, pace: Pace, tally: Tally) -> AsyncIterator[VirtualTable]:
    """Start everything, and stop it in order. What ends the daemon ends it all, with the same exception."""
    log = folder / "log"
    stop, ready = asyncio.Event(), asyncio.Event()
    with log.open("w", encoding="utf-8") as lines, logs.opened(table=TABLE, stream=lines):
        logging.basicConfig(stream=lines, level=logging.WARNING, force=True)  # the broker's
        async with broker_running() as port, asyncio.TaskGroup() as group:
            virtual = VirtualTable(
                table=table,
                port=port,
                journal=folder / "journal.db",
                log=log,
                subscriber=Subscriber(f"casino/{SITE}/{TABLE}", tally),
                shoe=VirtualShoe(PtyPort(folder / "shoe")),
                shuffler=VirtualShuffler(PtyPort(folder / "shuffler")),
                button=VirtualButton(PtyPort(folder / "button")),
                meter=VirtualMeter(PtyPort(folder / "meter")),
                console=VirtualConsole(PtyPort(folder / "console")),
                page=f"{training.HOST}:{training.free_port()}",
            )
            training.admit_a_person(folder)
            config = load(_write_config(folder, virtual, pace))
            around = [group.create_task(twin.run(), name=f"virtual {twin.role}") for twin in virtual.devices]
            around.append(group.create_task(virtual.subscriber.run(port, ready), name="subscriber"))
            await ready.wait()
            daemon = group.create_task(serve(config, stop=stop, training=virtual.hands), name="daemon")
            try:
                yield virtual
            finally:
                stop.set()
                await asyncio.wait([daemon])
                with suppress(TimeoutError):
                    async with asyncio.timeout(FAREWELL_S):
                        await virtual.subscriber.offline()
                for task in around:
                    task.cancel()


def _write_config(folder: Path, virtual: VirtualTable, pace: Pace) -> Path:
    lines = [
        f'[web]\nlisten = "{virtual.page}"',
        f'[house]\nsite = "{SITE}"\ntable = "{TABLE}"',
        *_section("table", {key: value for key, value in to_json_object(virtual.table).items() if key != "type"}),
        f'[journal]\npath = "{virtual.journal.name}"',
        f'[mqtt]\nhost = "{HOST}"\nport = {virtual.port}\nversion = "3.1.1"',
    ]
    if find(virtual.table.game).multipliers:
        lines.append(f'[jackpot]\nweights = "{examples() / WEIGHTS}"\nedge_percent = ["5", "12"]')
    for twin in virtual.devices:
        lines.append(f'[[devices]]\nname = "{twin.role}"\nrole = "{twin.role}"\ndriver = "framed"')
        lines.append(f'port = "{twin.port.path}"')
        if twin is virtual.shoe:
            lines.append(f"card_interval_s = {min(float(pace.card_s), LEAST_INTERVAL_S)}")  # fast is faster than hands
        if twin is virtual.meter:
            lines.append(f"roll_s = {float(pace.roll_s)}\nshow_s = {float(pace.show_s)}")
    config = folder / "table.toml"
    config.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return config


def _section(name: str, values: dict[str, Any]) -> Iterator[str]:
    """A section of TOML with its subsections; its values are written as in JSON."""
    yield f"[{name}]"
    yield from (f"{key} = {json.dumps(value)}" for key, value in values.items() if not isinstance(value, dict))
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _section(f"{name}.{key}", value)
