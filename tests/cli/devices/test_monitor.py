"""`tablectl monitor`: a running table's devices watched without taking a byte, a stopped table's on their own ports."""

import asyncio
import io
import json
import signal
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from controller.cli.devices.monitor import Folded
from controller.cli.tablectl import main
from controller.daemon.consoles.client import follow
from controller.terminal.console import PrintableConsole
from drivers.protocols.framed.frames import purpose
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.pty_port import PtyPort
from tests.cli.technician import tablectl, told, with_socket
from tests.drivers.table import eventually
from tests.drivers.table import running as twins
from tests.table.table_bench import LONGEST_S, WAGERS, Bench, running


async def test_a_running_table_is_watched_and_loses_nothing(tmp_path: Path) -> None:
    """A card that the table shows stands open in the frame; the round goes on with every card."""
    async with running(tmp_path, None, start=False) as bench:
        config = with_socket(bench)
        await bench.daemon.start()
        await bench.say(*WAGERS)
        async with tablectl("monitor", "shoe", "--json", "--config", config) as monitor:
            device = await monitor.record(type="device")
            assert (device["connected"], device["firmware"], device["role"]) == (True, "virtual 1.0", "shoe")
            for card in ("AS", "7H", "KD"):
                await bench.deal(card)
                frame = await monitor.record(type="frame", direction="<", events=[{"type": "card", "card": card}])
                assert f"C{card}" in frame["raw"]
            await monitor.record(direction=">")
            monitor.interrupt()
            status, said = await monitor.ended()
        assert status == 0
        assert "The table runs (process" in said
        await bench.press()
        assert await bench.meter_shows("showing") is not None


async def test_a_card_that_nobody_has_seen_stays_masked(tmp_path: Path) -> None:
    """A card that no round expects is kept, and so are its face and its check in the frame."""
    async with running(tmp_path, None, start=False) as bench:
        config = with_socket(bench)
        await bench.daemon.start()
        await bench.say({"type": "seat", "area": 1, "player": "P1"})
        async with tablectl("monitor", "shoe", "--json", "--config", config) as monitor:
            await monitor.record(type="device")
            await bench.deal("QH")
            frame = await monitor.record(type="frame", events=[{"type": "card", "card": "**"}])
            assert frame["raw"] == "<02>01C*<03>"
        assert "QH" not in "\n".join(monitor.out)


async def test_the_last_frames_come_first_and_the_end_is_told(tmp_path: Path) -> None:
    """What was before the asking is shown too; a table that stops ends the watching with 1."""
    async with running(tmp_path, None, start=False) as bench:
        config = with_socket(bench)
        await bench.daemon.start()
        await bench.say(*WAGERS)
        await bench.deal("AS")
        async with tablectl("monitor", "shoe", "--config", config) as monitor:
            assert (await monitor.line("card")).split("\t")[1:] == ["<", "<02>01CAS5729<03>", "card AS"]
            assert await bench.daemon.end(signal.SIGTERM) == (0, "")
            status, said = await monitor.ended()
        assert status == 1
        assert "the table has stopped" in said
        assert monitor.out[0] == f"\t\t\tshoe: connected, virtual 1.0, {tmp_path / 'shoe'}"


async def test_a_running_table_without_a_socket_is_left_alone(tmp_path: Path) -> None:
    """Nothing is opened: the sentence names the section that is missing, and how to stop the table."""
    async with running(tmp_path, None) as bench:
        await bench.say({"type": "bets.open"})
        status, _, said = await told("monitor", "shoe", "--config", bench.daemon.config)
        assert status == 2
        assert "names no socket at which to ask it: add a section [console]" in said
        assert "systemctl stop tabled@table" in said
        status, _, said = await told("monitor", "shoe", "--take", "--config", bench.daemon.config)
        assert (status, "acknowledges what shoe sends: leave --take out." in said) == (2, True)
        await bench.deal("AS")


async def test_without_a_table_nothing_is_taken(tmp_path: Path) -> None:
    """The shoe is greeted and watched, the card masked and not acknowledged: the table gets it when it starts."""
    async with running(tmp_path, None, start=False) as bench:
        config = bench.daemon.config
        async with tablectl("monitor", "shoe", "--config", config) as monitor:
            await monitor.line("shoe: connected, virtual 1.0")
            bench.shoe.deal("AS")
            assert (await monitor.line("card")).split("\t")[1:] == ["<", "<02>01C*<03>", "card **"]
            await monitor.line("frame_repeated")
            monitor.interrupt()
            assert (await monitor.ended())[0] == 0
        assert len(bench.shoe._frames) == 1
        await bench.daemon.start()
        async with asyncio.timeout(LONGEST_S):
            await bench.shoe.drained()


def test_the_same_again_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """What a device repeats until it is taken fills no screen."""
    folded = Folded(PrintableConsole(file=io.StringIO()), purpose)
    frame = {"type": "frame", "at": "2026-01-31T12:00:00.123456+00:00", "direction": "<", "raw": "a", "events": []}
    for raw in ("a", "a", "a", "b"):
        folded.show({**frame, "raw": raw})
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines == [["12:00:00.123", "<", "a"], ["the", "same", "2", "times", "more"], ["12:00:00.123", "<", "b"]]


async def test_what_is_taken_lets_the_device_go_on(tmp_path: Path) -> None:
    """With `--take` every frame is acknowledged, and the next one comes."""
    async with (
        running(tmp_path, None, start=False) as bench,
        tablectl("monitor", "shoe", "--take", "--config", bench.daemon.config) as monitor,
    ):
        await monitor.line("shoe: connected")
        for number in (1, 2):
            bench.shoe.deal("AS")
            await monitor.line(f"<02>0{number}C*<03>")
        async with asyncio.timeout(LONGEST_S):
            await bench.shoe.drained()


async def test_a_plug_that_is_pulled_and_put_back(tmp_path: Path) -> None:
    """Both are told, and the watching goes on."""
    async with (
        running(tmp_path, None, start=False) as bench,
        tablectl("monitor", "button", "--config", bench.daemon.config) as monitor,
    ):
        await monitor.line("button: connected")
        bench.button.port.unplug()
        await monitor.line("device_lost")
        bench.button.port.plug_in()
        await monitor.line("button: connected")
        bench.button.press()
        await monitor.line("button_state: button: down")


async def test_for_a_while(tmp_path: Path) -> None:
    """`--for` ends it: 0 with the device there, 1 without it."""
    bench = Bench(tmp_path, None)
    async with twins(VirtualShoe(PtyPort(tmp_path / "shoe"))):
        await eventually((tmp_path / "shoe").exists)
        status, out, said = await told("monitor", "shoe", "--for", "3", "--json", "--config", bench.daemon.config)
        assert (status, json.loads(out.splitlines()[0])["connected"]) == (0, False)
        assert "is watched on" in said
    status, out, _ = await told("monitor", "shoe", "--for", "1", "--config", bench.daemon.config)
    assert (status, "No such file or directory" in out) == (1, True)


def test_frames_that_keep_the_line_are_explained() -> None:
    """A greeting, a question whether the device is there, an acknowledgement: each by its name, a card by its event."""
    assert purpose("<02>00p723B<03>") == "keep-alive: is the device there?"
    assert purpose("<02>00P5659<03>") == "keep-alive: the device is there"
    assert purpose("<02>01a431A<03><02>00p723B<03>") == "taken; keep-alive: is the device there?"
    assert purpose("<02>01CAS5729<03>") == ""


def test_a_device_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown name brings those that there are; a topic is no port."""
    config = Bench(tmp_path, None).daemon.config
    assert main(["monitor", "sheo", "--config", str(config)]) == 2
    assert "names no device `sheo`; it has: shoe, button, meter, console." in capsys.readouterr().err
    text = config.read_text() + '[[devices]]\nname = "wall"\nrole = "meter"\ndriver = "mqtt"\n[mqtt]\nhost = "x"\n'
    config.write_text(text)
    assert main(["monitor", "wall", "--config", str(config)]) == 2
    assert "mosquitto_sub -v -t casino/house/t1/meter" in capsys.readouterr().err


async def test_an_asker_that_takes_nothing_holds_no_table(tmp_path: Path) -> None:
    """One that asked and reads no more, one that said nothing yet: the table stops in order all the same."""
    async with running(tmp_path, None, start=False) as bench:
        with_socket(bench)
        await bench.daemon.start()
        await bench.say({"type": "bets.open"})
        stuck = [await asyncio.open_unix_connection(tmp_path / "console-socket", limit=1) for _ in range(2)]
        stuck[0][1].write(b'{"type":"device.frames","device":"console","last":1000}\n')
        for number in range(400):
            bench.console.send({"type": "seat", "area": number % 7 + 1, "player": "P" * 60})
        async with asyncio.timeout(LONGEST_S):
            await bench.console.drained()
        assert await bench.daemon.end(signal.SIGTERM) == (0, "")
        for _, writer in stuck:
            writer.close()


async def test_the_socket_refuses_what_it_does_not_have(tmp_path: Path) -> None:
    """A name that is none, a field of the wrong form: one line, and the socket goes on."""
    async with running(tmp_path, None, start=False) as bench:
        with_socket(bench)
        await bench.daemon.start()
        await bench.say({"type": "bets.open"})
        path = tmp_path / "console-socket"
        assert "one of: shoe, button, meter, console; got nobody" in (await first(path, "nobody", 0))["reason"]
        assert (await first(path, "shoe", -1))["reason"].startswith("Field `last`: expected")


async def first(path: Path, device: str, last: int) -> dict[str, Any]:
    """The first line of an answer."""
    async with aclosing(follow(path, device, last=last)) as lines:
        return await anext(lines)
