"""`tablectl probe`: what it prints, what it refuses, how it ends."""

import asyncio
import json
import os
import subprocess
import sys
import tomllib
import tty
from pathlib import Path

import pytest

from controller.cli.tablectl import main
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.pty_port import PtyPort
from tests.drivers.table import eventually, running
from tests.table.table_bench import ROOT, Bench
from tests.table.table_bench import running as table_running

NOISE = "import os,sys,time\ntime.sleep(6)\nwhile 1: os.write(int(sys.argv[1]), os.urandom(9)); time.sleep(.2)"


def probe(*words: str) -> subprocess.CompletedProcess[str]:
    """The command as its own process."""
    return subprocess.run(
        [sys.executable, "-m", "controller.cli.tablectl", "probe", *words],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


async def probed(*words: str) -> subprocess.CompletedProcess[str]:
    """The same while twins run in this loop."""
    return await asyncio.to_thread(probe, *words)


async def test_what_is_found_can_be_pasted(tmp_path: Path) -> None:
    """The lines of TOML make a device that the configuration takes; progress is on standard error."""
    async with running(VirtualShoe(PtyPort(tmp_path / "p"))):
        await eventually((tmp_path / "p").exists)
        done = await probed(str(tmp_path / "p"))
    assert done.returncode == 0, done.stderr
    assert "Certain: framed." in done.stdout
    assert "any speed: " in done.stderr
    assert " s left" in done.stderr
    section = "\n".join(line for line in done.stdout.splitlines() if line.startswith("    "))
    device = tomllib.loads("\n".join(line.strip() for line in section.splitlines()))["devices"][0]
    assert device == {"name": "shoe", "role": "shoe", "driver": "framed", "port": str(tmp_path / "p")}


async def test_machines_get_one_object(tmp_path: Path) -> None:
    """`--json` alone on standard output."""
    async with running(VirtualShoe(PtyPort(tmp_path / "p"))):
        await eventually((tmp_path / "p").exists)
        done = await probed("--json", str(tmp_path / "p"))
    told = json.loads(done.stdout)
    assert (told["type"], told["findings"][0]["driver"], told["findings"][0]["certainty"]) == (
        "probe", "framed", "certain",
    )  # fmt: skip
    assert told["findings"][0]["line"] is None


def test_silence_ends_with_what_to_do() -> None:
    """Nothing is heard: exit 1, and the sentence names cards, wires and the question."""
    master, end = os.openpty()
    name = os.ttyname(end)
    os.close(end)
    done = probe("--listen", "0.1", name)
    os.close(master)
    assert done.returncode == 1
    for part in ("Nothing was received", "Draw cards", "--ask", "TX and RX"):
        assert part in done.stdout


def test_noise_is_called_noise() -> None:
    """What to unplug, and what each outcome means; silence is told once where no speed means anything."""
    master, end = os.openpty()
    tty.setraw(end)
    name = os.ttyname(end)
    writer = subprocess.Popen([sys.executable, "-c", NOISE, str(master)], pass_fds=(master,))
    os.close(end)
    done = probe("--listen", "8", name)
    writer.kill()
    writer.wait()
    os.close(master)
    assert done.returncode == 1
    assert "This is noise, not a protocol: unplug the device's end." in done.stdout
    assert done.stderr.count("nothing received") <= 1


def test_text_that_fits_nothing_is_shown_without_faces() -> None:
    """Bytes that no protocol reads: how to record them, and no card among what is shown."""
    master, end = os.openpty()
    name = os.ttyname(end)
    writer = subprocess.Popen(
        [sys.executable, "-c", "import os,sys,time\nwhile 1: os.write(int(sys.argv[1]), b'CARD AS 1 '); time.sleep(.2)",
         str(master)], pass_fds=(master,),
    )  # fmt: skip
    os.close(end)
    done = probe("--listen", "0.1", name)
    writer.kill()
    writer.wait()
    os.close(master)
    assert done.returncode == 1
    assert "no known protocol matches" in done.stdout
    assert "tablectl capture" in done.stdout
    assert "CARD ** 1" in done.stdout
    assert "CARD AS" not in done.stdout


def test_what_cannot_be_opened_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name that is none, a port that is not there, a program that has it: exit 2 and what to do."""
    assert main(["probe", "shoe"]) == 2
    assert "expected an absolute path" in capsys.readouterr().err
    assert main(["probe", str(tmp_path / "p")]) == 2
    assert "No such file or directory: plug it in" in capsys.readouterr().err
    assert main(["probe", "usb:nonsense"]) == 2
    assert "expected a USB device as in" in capsys.readouterr().err
    assert main(["probe", "--listen", "0", "/dev/x"]) == 2
    assert main(["probe", "--shape", str(tmp_path / "no.toml"), "/dev/x"]) == 2
    assert "a description that can be read" in capsys.readouterr().err


def test_a_program_that_has_the_port_is_named() -> None:
    """Its number and name, and how to end it."""
    master, end = os.openpty()
    name = os.ttyname(end)
    holder = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], pass_fds=(end,))
    os.close(end)
    done = probe(name)
    holder.kill()
    holder.wait()
    os.close(master)
    assert done.returncode == 2
    assert f"in use by {holder.pid} (" in done.stderr
    assert f"kill {holder.pid}" in done.stderr


async def test_a_running_tables_port_is_refused(tmp_path: Path) -> None:
    """By the port's name, and by the node behind it; the sentence names device, table and both ways out."""
    async with table_running(tmp_path, None) as bench:
        await connected(bench)
        for port in (tmp_path / "shoe", (tmp_path / "shoe").resolve()):
            done = await probed("--config", str(bench.daemon.config), str(port))
            assert done.returncode == 2
            assert "is the port of `shoe` at the table t1, which runs" in done.stderr
            assert "tablectl monitor shoe --config" in done.stderr
            assert "systemctl stop tabled@table" in done.stderr
        await bench.deal("AS")


async def connected(bench: Bench) -> None:
    """The table has greeted its console."""
    await bench.say({"type": "bets.open"})
