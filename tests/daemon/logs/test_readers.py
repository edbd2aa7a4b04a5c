"""The daemon with readers of its log who are slow or gone: the table plays on, and the log says what it lost."""

import asyncio
import fcntl
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from controller.daemon.logs.writer import FLUSH_S, MOST_LINES, LineWriter, QueuedStream
from drivers.protocols.buttons.latch import DEBOUNCE_S
from tests.broker import Broker
from tests.table.table_bench import LONGEST_S, ROOT, Bench, running

ROUNDS: Final = 5
FINGER_S: Final = 2 * DEBOUNCE_S
"""Sooner no finger presses again; what comes sooner is ignored."""


def small_pipe() -> tuple[int, int]:
    """Its two ends; a page fits into it, which is less than one round's lines."""
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    return reader, writer


async def play(bench: Bench, rounds: int = ROUNDS) -> None:
    """Rounds from the wagers to the outcome, the meter and the button at work in each."""
    for number in range(1, rounds + 1):
        await bench.bet_and_deal()
        await bench.press()
        await bench.listener.wait_for("outcome", round=number)
        await asyncio.sleep(FINGER_S)
        async with asyncio.timeout(LONGEST_S):
            while bench.button.lit:
                bench.button.lamp_changed.clear()
                await bench.button.lamp_changed.wait()


async def watchdog(systemd: socket.socket) -> None:
    """Wait for a WATCHDOG that is sent from here on."""
    with suppress(BlockingIOError):
        while True:
            systemd.recv(1000)
    async with asyncio.timeout(LONGEST_S):
        while await asyncio.get_running_loop().sock_recv(systemd, 1000) != b"WATCHDOG=1":
            pass


async def test_a_log_that_nobody_reads_stops_no_table(
    tmp_path: Path, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both outputs full from the first round on: devices, broker, watchdog and the stop work as ever."""
    (_, out), (_, err) = small_pipe(), small_pipe()
    os.write(err, bytes(4096))
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "1000000")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        async with running(tmp_path, broker, start=False) as bench:
            await bench.daemon.start(stdout=out, stderr=err)
            await play(bench)
            await watchdog(systemd)
            began = time.monotonic()
            status, _ = await bench.daemon.end(signal.SIGTERM)
            assert status == 0
            assert time.monotonic() - began < 3 * FLUSH_S
            assert bench.listener.bodies("availability")[-1] == "offline"


@pytest.mark.parametrize("closed", ["before the start", "in the first round"])
async def test_a_reader_who_leaves_stops_no_table(tmp_path: Path, broker: Broker, closed: str) -> None:
    """A pipe whose other end is closed costs the log alone; the table ends with 0 when it is told to."""
    reader, writer = os.pipe()
    async with running(tmp_path, broker, start=False) as bench:
        if closed == "before the start":
            os.close(reader)
        await bench.daemon.start(stdout=writer, stderr=writer)
        os.close(writer)
        if closed != "before the start":
            await bench.say({"type": "seat", "area": 1, "player": "P1"})
            os.close(reader)
        await play(bench)
        status, _ = await bench.daemon.end(signal.SIGTERM)
        assert status == 0


async def test_a_closed_output_stops_no_table(tmp_path: Path, broker: Broker) -> None:
    """With no standard output and no standard error at all nothing else gets their numbers and their lines."""
    async with running(tmp_path, broker, start=False) as bench:
        await bench.daemon.start(lambda: os.closerange(1, 3), stderr=asyncio.subprocess.DEVNULL)
        await play(bench, 1)
        status, _ = await bench.daemon.end(signal.SIGTERM)
        assert status == 0


async def test_the_last_words_of_a_table_reach_a_slow_reader(tmp_path: Path) -> None:
    """The journal's disk is full while the log is not read: the line with the reason is the last one in it."""
    reader, writer = small_pipe()
    async with running(tmp_path, None, start=False) as bench:
        await bench.daemon.start(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000)), stdout=writer)
        os.close(writer)
        for number in range(3000):
            bench.console.send({"type": "seat", "area": number % 7 + 1, "player": f"P{number}"})
        assert bench.daemon.process is not None
        assert bench.daemon.process.stderr is not None
        await bench.daemon.process.stderr.readline()  # standard error is written after the log
        lines = await asyncio.to_thread(_read, reader)
    last = json.loads(lines[-1])
    assert (last["event"], last["exit_status"]) == ("table_stopped", 4)


def _read(reader: int) -> list[str]:
    with os.fdopen(reader) as file:
        return file.read().splitlines()


def test_what_was_dropped_is_said_where_it_is_missing() -> None:
    """The newest lines are kept; before them stands how many older ones the reader was too slow for."""
    reader, end = small_pipe()
    writer = LineWriter(end, lambda count: f"{count} missing")
    surplus = 500
    for number in range(MOST_LINES + surplus):
        writer.put(f"line {number:09}")
    lines: list[str] = []
    with os.fdopen(reader) as file:
        while not lines or lines[-1] != f"line {MOST_LINES + surplus - 1:09}":
            lines.append(file.readline().rstrip("\n"))
    at = next(at for at, line in enumerate(lines) if line.endswith("missing"))
    kept = [int(line.split()[1]) for line in lines[:at]], [int(line.split()[1]) for line in lines[at + 1 :]]
    assert kept[0] == list(range(len(kept[0])))
    assert int(lines[at].split()[0]) == kept[1][0] - len(kept[0])
    assert len(kept[0]) + len(kept[1]) + int(lines[at].split()[0]) == MOST_LINES + surplus
    writer.close()
    os.close(end)


def test_a_line_that_could_not_be_written_is_counted(tmp_path: Path) -> None:
    """A full disk takes half a line: what comes when there is room again begins on a line of its own."""
    program = """
import os, resource, signal, sys, time
from controller.daemon.logs.writer import LineWriter
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (25, resource.RLIM_INFINITY))
end = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT)
writer = LineWriter(end, lambda count: f"{count} missing")
for number in range(4):
    writer.put(f"line number {number}")
time.sleep(0.2)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
writer.put("room again")
writer.close()
"""
    log = tmp_path / "log"
    subprocess.run([sys.executable, "-c", program, str(log)], check=True, cwd=ROOT, timeout=60)
    assert log.read_text().splitlines() == ["line number 0", "line number", "3 missing", "room again"]


def test_a_stream_puts_whole_lines_into_the_queue() -> None:
    """A traceback comes in pieces: each line of it gets the level before it, once."""
    reader, end = os.pipe()
    writer = LineWriter(end, str)
    stream = QueuedStream(writer, begin="<3>")
    for piece in ("Trace", "back:\n  File\n", "Key", "Error\n"):
        stream.write(piece)
    writer.close()
    os.close(end)
    assert _read(reader) == ["<3>Traceback:", "<3>  File", "<3>KeyError"]
