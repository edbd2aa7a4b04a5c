"""A plug pulled in the demonstration: by the keyboard in a terminal, and at every device in the middle of rounds."""

import asyncio
import os
import pty
import random
import select
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from controller.demo import plugs
from controller.demo.pace import FAST
from controller.demo.players.poker_dealer import PokerDealer
from controller.demo.players.twenty_one_dealer import TwentyOneDealer
from controller.demo.plugs import Plugs
from controller.demo.subscriber import Message, Tally
from controller.demo.virtual_table import VirtualTable, demonstration_table, table_running
from controller.games.registry import find
from controller.games.twenty_one.game import TwentyOneGame
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.pty_port import PtyPort
from tests.table.table_bench import LONGEST_S, ROOT

GAME: Final = "pontoon-pandemonium"


async def until(virtual: VirtualTable, fits: Callable[[Message], bool]) -> None:
    """Wait for a message of the table."""
    found = asyncio.Event()

    def look(message: Message) -> None:
        if fits(message):
            found.set()

    virtual.subscriber.on_message.append(look)
    async with asyncio.timeout(30):
        await found.wait()
    virtual.subscriber.on_message.remove(look)


async def move_and_see(virtual: VirtualTable, key: str, state: str) -> None:
    """Move the plug, and wait until the alert of the lost device is raised or cleared."""
    expected = ("device_lost", virtual.plugs.by_key[key].role, state)
    async with asyncio.TaskGroup() as group:
        group.create_task(
            until(
                virtual,
                lambda message: (
                    message.topic == "alert"
                    and tuple(message.body[name] for name in ("code", "device", "state")) == expected
                ),
            )
        )
        await asyncio.sleep(0)
        virtual.plugs.move(key)


@pytest.mark.parametrize("name", [GAME, "poker"])
async def test_every_plug_may_be_pulled_in_a_round(tmp_path: Path, name: str) -> None:
    """The alert comes and goes with each, and the rounds have the outcomes that the dealer has in his head."""
    game, chance = find(name), random.Random(1)
    tally = Tally()
    async with table_running(tmp_path, demonstration_table(game), FAST, tally) as virtual:
        dealer: TwentyOneDealer | PokerDealer
        if isinstance(game, TwentyOneGame):
            dealer = TwentyOneDealer(game, virtual, chance, FAST)
        else:
            dealer = PokerDealer(virtual, chance, FAST)
        playing = asyncio.create_task(dealer.play(None))
        for key, device in virtual.plugs.by_key.items():
            await until(virtual, lambda message: message.topic == "card")
            await move_and_see(virtual, key, "raised")
            assert virtual.plugs.out == {key: device.role}
            await move_and_see(virtual, key, "cleared")
        await until(virtual, lambda message: message.topic == "outcome")
        assert not playing.done()
        playing.cancel()
    assert tally.missing == 0


async def test_nothing_is_late_while_a_plug_is_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dealer's patience ends only where everything is plugged in, and begins anew with the plug."""
    monkeypatch.setattr(plugs, "ANSWER_S", 0.1)
    shoe = VirtualShoe(PtyPort(tmp_path / "shoe"))
    table = Plugs([shoe])
    shoe.port.plug_in()
    async with table.in_time():
        table.move("1")
        await asyncio.sleep(0.3)
    asyncio.get_running_loop().call_later(0.1, table.move, "1")
    with pytest.raises(TimeoutError):
        await _waiting(table)
    shoe.port.unplug()


async def _waiting(table: Plugs) -> None:
    async with table.in_time():
        await asyncio.sleep(30)


def test_the_keyboard(tmp_path: Path) -> None:
    """`1` pulls the shoe's plug and puts it back, `q` ends it; the terminal is given back, the last outcome on it."""
    master, terminal = pty.openpty()
    before = termios.tcgetattr(terminal)
    size = {"COLUMNS": "100", "LINES": "30"}
    process = subprocess.Popen(
        ["setsid", "--ctty", sys.executable, "-m", "controller.cli.tabled", "demo", "--fast", "--seed", "1"],
        cwd=tmp_path, env={**os.environ, **size, "PYTHONPATH": str(ROOT), "TERM": "xterm", "TMPDIR": str(tmp_path)},
        stdin=terminal, stdout=terminal, stderr=subprocess.PIPE,
    )  # fmt: skip
    seen = ""

    def see(*words: str) -> None:
        nonlocal seen
        for word in words:
            while word not in seen:
                assert select.select([master], [], [], LONGEST_S)[0], f"expected {word!r}, got {seen[-500:]!r}"
                seen += os.read(master, 65536).decode(errors="replace")
        seen = ""

    see(" settled, players")
    os.write(master, b"1")
    see("The plug of the shoe is out", "○ shoe")
    os.write(master, b"1")
    see("● shoe")
    os.write(master, b"q")
    see("none missing")
    assert process.wait(timeout=60) == 0
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert termios.tcgetattr(terminal) == before
    os.close(terminal)
    os.close(master)


def test_no_keyboard(tmp_path: Path) -> None:
    """Where standard input is no terminal the picture has no keys and names none; Ctrl-C ends it."""
    master, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "controller.cli.tabled", "demo", "--fast", "--rounds", "3"],
        cwd=tmp_path, env={**os.environ, "COLUMNS": "100", "LINES": "30", "PYTHONPATH": str(ROOT), "TERM": "xterm"},
        stdin=subprocess.DEVNULL, stdout=terminal, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    seen = ""
    while "none missing" not in seen:
        seen += os.read(master, 65536).decode(errors="replace")
    assert process.wait(timeout=60) == 0
    os.close(terminal)
    os.close(master)
    assert "Ctrl-C: end" in seen
    assert "q: end" not in seen
