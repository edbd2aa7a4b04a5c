"""`tablectl capture` and `replay-wire`: bytes into a file and out again, and no card out of a live table."""

import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from controller.cli.tablectl import main
from controller.core.events import CardDrawn, CutCard
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.pty_port import PtyPort
from drivers.virtual.shoes.angel_eye_ii import VirtualAngelEye
from tests.cli.technician import Command, tablectl, told, with_socket
from tests.drivers.table import Record, eventually, make_device
from tests.drivers.table import running as twins
from tests.table.table_bench import LONGEST_S, Bench, running


def lines_of(file: Path) -> list[dict[str, Any]]:
    """Header and chunks."""
    return [json.loads(line) for line in file.read_text().splitlines()]


def bytes_of(file: Path, direction: str = "<") -> bytes:
    """All bytes of one side."""
    return b"".join(bytes.fromhex(line["hex"]) for line in lines_of(file)[1:] if line["dir"] == direction)


async def until_holds(file: Path, part: bytes, *, times: int = 1) -> None:
    """Wait until the capture holds bytes so often."""
    await eventually(lambda: file.exists() and bytes_of(file).count(part) >= times)


def count_of(file: Path) -> int:
    """Lines so far, the header too."""
    return len(file.read_text().splitlines()) if file.exists() else 0


async def end(command: Command) -> tuple[int, str]:
    """Ctrl-C, and how it ended."""
    command.interrupt()
    return await command.ended()


async def test_a_bench_port_is_recorded_byte_for_byte_and_played_back(tmp_path: Path) -> None:
    """A shoe on no table: its copies of each card with their times; a driver reads the same cards from the file."""
    file, twin = tmp_path / "angel.capture", VirtualAngelEye(PtyPort(tmp_path / "bench"))
    async with twins(twin):
        await eventually((tmp_path / "bench").exists)
        async with tablectl("capture", tmp_path / "bench", "--baud", "4800", "-o", file) as capture:
            while not file.exists() or not bytes_of(file):
                twin.start()
                await asyncio.sleep(0.05)
            for card in ("AS", "TD", "TD"):
                twin.deal(card)
            twin.cut_card()
            await twin.drained()
            await until_holds(file, b"\x054C\x03", times=3)
            assert (await end(capture))[0] == 0
    header, *chunks = lines_of(file)
    assert (header["line"], header["masked"], header["device"]) == ("4800 8N1", False, None)
    assert [chunk["t"] for chunk in chunks] == sorted(chunk["t"] for chunk in chunks)
    record = Record()
    async with tablectl("replay-wire", file, f"pty:{tmp_path / 'again'}") as replay:
        await eventually((tmp_path / "again").is_symlink)
        async with twins(make_device(tmp_path / "again", record, driver="angel_eye_ii")):
            await record.until(lambda r: CutCard() in r.events)
            assert (await replay.ended())[0] == 0
    assert [event.card for event in record.of(CardDrawn) if isinstance(event, CardDrawn)] == ["AS", "TD", "TD"]


async def test_the_bytes_are_the_same(tmp_path: Path) -> None:
    """What comes out of the port is what stands in the file, byte for byte, either way of playing, in its time."""
    data = [bytes(range(256)), b"\xff\x00\x02" * 2000, b"AT\r"]
    file, span_s = tmp_path / "made", 0.3
    made = [{"t": 5 + index * span_s / 2, "dir": "<", "hex": chunk.hex()} for index, chunk in enumerate(data)]
    header = {"capture": 1, "port": "x", "started": "now"}
    file.write_text("".join(json.dumps(line) + "\n" for line in (header, *made, {"t": 9, "dir": ">", "hex": "00"})))
    for words in ((), ("--fast",)):
        async with tablectl("replay-wire", *words, file, f"pty:{tmp_path / 'p'}") as replay:
            await eventually((tmp_path / "p").is_symlink)
            begun = time.monotonic()
            heard = await asyncio.to_thread(read_all, tmp_path / "p", len(b"".join(data)))
            if not words:
                assert time.monotonic() - begun >= span_s
            status, _ = await replay.ended()
        assert heard == b"".join(data)
        assert (status, replay.out) == (0, [f"3 chunks, {len(heard)} bytes played"])


async def test_a_serial_port_is_played_into(tmp_path: Path) -> None:
    """A port that is there: opened with the capture's settings, the host's bytes too where they are wanted."""
    file = tmp_path / "made"
    file.write_text(
        '{"capture":1,"port":"x","line":"4800 8E1","started":"now"}\n'
        '{"t":1,"dir":"<","hex":"05 31"}\n{"t":1,"dir":">","hex":"02 4f"}\n'
    )
    for words, expected in (((), b"\x051"), (("--side", "host"), b"\x02O")):
        master, slave = os.openpty()
        name = os.ttyname(slave)
        os.close(slave)
        status, out, _ = await told("replay-wire", *words, file, name)
        assert (status, out) == (0, "1 chunk, 2 bytes played")
        assert os.read(master, 10) == expected
        os.close(master)


def read_all(path: Path, count: int) -> bytes:
    """So many bytes from a raw terminal."""
    port = os.open(path, os.O_RDWR | os.O_NOCTTY)
    heard = b""
    while len(heard) < count:
        heard += os.read(port, 4096)
    os.close(port)
    return heard


async def test_a_driver_speaks_at_the_bench(tmp_path: Path) -> None:
    """With `--driver` the shoe is greeted and acknowledged, so that it says everything; both sides are in the file."""
    file, twin = tmp_path / "c", VirtualShoe(PtyPort(tmp_path / "bench"))
    async with twins(twin):
        await eventually((tmp_path / "bench").exists)
        words = ("--driver", "framed", "--role", "shoe", "-o", file)
        async with tablectl("capture", tmp_path / "bench", *words) as capture:
            await until_holds(file, b"H!;")
            for card in ("AS", "KD"):
                twin.deal(card)
            async with asyncio.timeout(LONGEST_S):
                await twin.drained()
            assert (await end(capture))[0] == 0
    assert b"CAS" in bytes_of(file)
    assert b"CKD" in bytes_of(file)
    assert b"00h?" in bytes_of(file, ">")


async def test_a_live_table_gives_no_card_that_nobody_has_seen(tmp_path: Path) -> None:
    """Its shoe by name and by port: frames with their meaning, cards that no round expects masked, no bytes."""
    async with running(tmp_path, None, start=False) as bench:
        config = with_socket(bench)
        await bench.daemon.start()
        await bench.say({"type": "seat", "area": 1, "player": "P1"})
        files = {tmp_path / "by-name": "shoe", tmp_path / "by-port": str(tmp_path / "shoe")}
        for file, what in files.items():
            async with tablectl("capture", what, "-o", file, "--config", config) as capture:
                await eventually(file.exists)
                await frames_come(bench, file)
                status, said = await end(capture)
            assert status == 0
            assert "Faces of cards are masked, as the table runs" in said
            header, *chunks = lines_of(file)
            assert (header["masked"], header["device"], header["role"]) == (True, "shoe", "shoe")
            assert not any("hex" in chunk for chunk in chunks)
            assert "QH" not in file.read_text()
            assert "card **" in file.read_text()
        status, _, said = await told("replay-wire", tmp_path / "by-name", f"pty:{tmp_path / 'p'}")
        assert (status, "was masked, so there are no bytes to play" in said) == (2, True)
        status, _, said = await told("replay-wire", "--skip-masked", tmp_path / "by-name", f"pty:{tmp_path / 'p'}")
        assert (status, "holds no bytes of the device" in said) == (2, True)


async def frames_come(bench: Bench, file: Path) -> None:
    """Draw cards that no round expects until the capture has some: it may have begun after the first."""
    async with asyncio.timeout(LONGEST_S):
        while count_of(file) < 4:
            await bench.deal("QH")
            await asyncio.sleep(0.2)


@pytest.mark.parametrize(("device", "masked"), [("shoe", True), ("button", False)])
async def test_a_stopped_tables_device(tmp_path: Path, device: str, masked: bool) -> None:
    """Its shoe is masked all the same, named or by its port; its button is recorded byte for byte."""
    async with running(tmp_path, None, start=False) as bench:
        file = tmp_path / "c"
        what = str(tmp_path / device)
        async with tablectl("capture", what, "-o", file, "--config", bench.daemon.config) as capture:
            await eventually(file.exists)
            await eventually(lambda: count_of(file) >= 3)
            bench.shoe.deal("QH")
            bench.button.press()
            await eventually(lambda: "card **" in file.read_text() if masked else b"BD" in bytes_of(file))
            assert (await end(capture))[0] == 0
        header, *chunks = lines_of(file)
        assert header["masked"] is masked
        assert all(("hex" in chunk) is not masked for chunk in chunks)
        assert "QH" not in file.read_text()


def test_what_cannot_be_captured_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is there, a port that is not, a driver without its role, options at a table's device."""
    (tmp_path / "old").write_text("precious")
    master, slave = os.openpty()
    name = os.ttyname(slave)
    os.close(slave)
    assert main(["capture", name, "-o", str(tmp_path / "old")]) == 2
    assert "old: File exists" in capsys.readouterr().err
    assert (tmp_path / "old").read_text() == "precious"
    assert main(["capture", name, "-o", "-", "--driver", "framed"]) == 2
    assert "expected --role button or console or meter or shoe or shuffler for framed" in capsys.readouterr().err
    assert main(["capture", name, "-o", "-", "--format", "9X9"]) == 2
    assert "expected line settings as in 9600 8N1, got '9600 9X9'" in capsys.readouterr().err
    os.close(master)
    assert main(["capture", str(tmp_path / "no"), "-o", str(tmp_path / "c1")]) == 1
    assert "No such file or directory: plug it in" in capsys.readouterr().err
    config = Bench(tmp_path, None).daemon.config
    assert main(["capture", "shoe", "--baud", "9600", "-o", str(tmp_path / "c2"), "--config", str(config)]) == 2
    assert "leave the options of a bench port out" in capsys.readouterr().err


async def test_silence_is_told(tmp_path: Path) -> None:
    """Nothing heard: 1, and what to do; the file has its header."""
    master, slave = os.openpty()
    name = os.ttyname(slave)
    os.close(slave)
    status, _, said = await told("capture", name, "--for", "0.2", "-o", tmp_path / "c")
    os.close(master)
    assert status == 1
    assert "find its speed with `tablectl probe`" in said
    assert len(lines_of(tmp_path / "c")) == 1


def test_a_bad_file_is_told_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is played, not even what is before the line."""
    file = tmp_path / "c"
    file.write_text(
        '{"capture":1,"port":"x","started":"now"}\n{"t":1,"dir":"<","hex":"05"}\n{"t":1,"dir":"<","hex":"0"}\n'
    )
    assert main(["replay-wire", str(file), f"pty:{tmp_path / 'p'}"]) == 2
    assert f"{file}, line 3: key `hex`" in capsys.readouterr().err
    assert not (tmp_path / "p").is_symlink()
    assert main(["replay-wire", str(tmp_path / "no"), f"pty:{tmp_path / 'p'}"]) == 2
    assert "No such file or directory: name a file of `tablectl capture`" in capsys.readouterr().err
    good = tmp_path / "good"
    good.write_text('{"capture":1,"port":"x","started":"now"}\n{"t":1,"dir":"<","hex":"05"}\n')
    assert main(["replay-wire", str(good), str(tmp_path / "no")]) == 2
    assert "plug it in" in capsys.readouterr().err
    (tmp_path / "file").write_text("precious")
    assert main(["replay-wire", str(good), f"pty:{tmp_path / 'file'}"]) == 2
    assert "is there already and no pty of ours" in capsys.readouterr().err
    assert (tmp_path / "file").read_text() == "precious"


def test_a_port_that_a_program_has_is_left_alone(tmp_path: Path) -> None:
    """Neither recorded from nor played into."""
    (tmp_path / "c").write_text('{"capture":1,"port":"x","started":"now"}\n{"t":1,"dir":"<","hex":"05"}\n')
    master, slave = os.openpty()
    name = os.ttyname(slave)
    holder = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], pass_fds=(slave,))
    os.close(slave)
    for words in (("capture", name, "-o", str(tmp_path / "d")), ("replay-wire", str(tmp_path / "c"), name)):
        done = subprocess.run(
            [sys.executable, "-m", "controller.cli.tablectl", *words], capture_output=True, text=True, check=False
        )
        assert (done.returncode, f"in use by {holder.pid} (" in done.stderr) == (2, True)
    holder.kill()
    holder.wait()
    os.close(master)
