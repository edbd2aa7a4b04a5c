"""A table that systemd starts again and again: what it says each time, and how soon it is tried again."""

import os
import resource
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from controller.daemon import failures
from controller.daemon.failures import Failures, wait, wait_after
from tests.table.table_bench import ROOT, write_config


def end(folder: Path, config: Path) -> list[str]:
    """Start a table that cannot run, its outputs the journal's; the lines it wrote."""
    reader, writer = os.pipe()
    found = os.fstat(writer)
    variables = {"RUNTIME_DIRECTORY": str(folder), "JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino}"}
    done = subprocess.run(
        [sys.executable, "-m", "controller.cli.tabled", "--config", str(config)],
        cwd=ROOT, env={**os.environ, **variables}, stdout=writer, stderr=writer, check=False, timeout=60,
    )  # fmt: skip
    os.close(writer)
    assert done.returncode == 2
    with os.fdopen(reader) as file:
        return file.read().splitlines()


def test_a_start_that_fails_says_why_in_one_line(tmp_path: Path) -> None:
    """The same line at each start, with its number; a reason that is new begins anew."""
    config = tmp_path / "t1.toml"
    config.write_text("[house\n")
    for times in (1, 2, 3):
        (line,) = end(tmp_path, config)
        assert line.startswith("<2>The table has stopped (exit status 2): ")
        assert ("3 times in a row" in line) is (times == 3)
    config.write_text('[house]\nsite = "house"\n')
    (line,) = end(tmp_path, config)
    assert "in a row" not in line


def test_the_same_reason_again_and_again_waits(tmp_path: Path) -> None:
    """Three starts at once, then ever longer, half a minute at most; a table that has lived begins anew."""
    environment = {"RUNTIME_DIRECTORY": str(tmp_path)}
    assert [wait_after(Failures(environment).count("No disk.")) for _ in range(8)] == [0, 0, 0, 5, 10, 20, 30, 30]
    lived = Failures(environment)
    lived._began -= failures.LIVED_S
    assert lived.count("No disk.") == 1
    assert Failures(environment).count("No disk.") == 2


@pytest.mark.parametrize(
    "held", ["pipe", "[" * 100_000, '{"reason":"No disk.","times":' + "9" * 5000 + "}", "[]", "\udcff"]
)
def test_what_no_table_wrote_is_no_memory(tmp_path: Path, held: str) -> None:
    """A pipe that nobody writes to is not waited for; the end is the first, and the next one the second."""
    environment = {"RUNTIME_DIRECTORY": str(tmp_path)}
    file = tmp_path / "last-end.json"
    if held == "pipe":
        os.mkfifo(file)
    else:
        file.write_bytes(held.encode(errors="surrogateescape"))
    Failures(environment).ready()
    assert Failures(environment).count("No disk.") == 1
    assert Failures(environment).count("No disk.") == 2


def test_without_systemd_nothing_is_remembered(tmp_path: Path) -> None:
    """No folder, one that is gone, a file that is none of ours: each end is the first."""
    gone = {"RUNTIME_DIRECTORY": str(tmp_path / "gone")}
    for environment in ({}, gone):
        assert [Failures(environment).count("No disk.") for _ in range(2)] == [1, 1]
    for other in ("[]", "{}", '{"reason": "No disk."}', "\0"):
        (tmp_path / "last-end.json").write_text(other)
        assert Failures({"RUNTIME_DIRECTORY": str(tmp_path)}).count("No disk.") == 1


def test_a_corrected_configuration_ends_the_wait(tmp_path: Path) -> None:
    """Whoever writes the file does not wait for the table; the watchdog is served meanwhile."""
    config, served = tmp_path / "t1.toml", []
    config.write_text("wrong")

    def correct() -> None:
        served.append(1)
        if len(served) == 2:
            config.write_text("right")

    began = time.monotonic()
    wait(30.0, unless_changed=config, meanwhile=correct)
    assert len(served) == 2
    assert time.monotonic() - began < 10


def test_a_stop_ends_the_wait(tmp_path: Path) -> None:
    """`systemctl stop` is obeyed at once, also where the table waits for its next start."""
    config = tmp_path / "t1.toml"
    config.write_text("[house\n")
    for _ in range(3):
        end(tmp_path, config)
    process = subprocess.Popen(
        [sys.executable, "-m", "controller.cli.tabled", "--config", str(config)], text=True, cwd=ROOT,
        env={**os.environ, "RUNTIME_DIRECTORY": str(tmp_path)}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert process.stdout is not None
    assert '"wait_s": 5.0' in process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=4) == -signal.SIGTERM
    process.stdout.close()


def test_a_fault_shows_its_traceback_once(tmp_path: Path) -> None:
    """A program without descriptors for its loop fails of itself: the second time its kind and place are enough."""
    config = write_config(tmp_path, None)
    said = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-m", "controller.cli.tabled", "--config", str(config)], cwd=ROOT, check=False,
            env={**os.environ, "RUNTIME_DIRECTORY": str(tmp_path)}, capture_output=True, text=True, timeout=60,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (5, 5)),
        )  # fmt: skip
        assert done.returncode == 1
        assert "A fault of the program: OSError in socket.py" in done.stdout
        said.append(done.stderr)
    assert "Traceback" in said[0]
    assert len(said[1].splitlines()) == 1


@pytest.mark.parametrize("reader", ["does not read", "is gone"])
def test_a_wrong_configuration_keeps_its_status_whoever_reads_why(tmp_path: Path, reader: str) -> None:
    """Standard error full or broken: the line is in the log and the exit status is the one of a configuration."""
    config = tmp_path / "t1.toml"
    config.write_text("[house\n")
    read, write = os.pipe()
    os.set_blocking(write, False)
    with suppress(BlockingIOError):
        while True:
            os.write(write, bytes(4096))
    os.set_blocking(write, True)
    if reader == "is gone":
        os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "controller.cli.tabled", "--config", str(config)], cwd=ROOT, check=False,
        stdout=subprocess.PIPE, stderr=write, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2
    assert b"table_stopped" in done.stdout
    for end in {read, write} - ({read} if reader == "is gone" else set()):
        os.close(end)


def test_a_start_that_fails_tells_systemd_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line `Status` of `systemctl status` has the sentence from the first time on."""
    config = tmp_path / "t1.toml"
    config.write_text("[house\n")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        end(tmp_path, config)
        assert systemd.recv(4096).decode().startswith(f"STATUS=ended: {config}, line 1: expected TOML")


def test_a_start_that_came_about_ends_the_count(tmp_path: Path) -> None:
    """What kept earlier starts from it counts anew; a table that is ready and fails at once again and again waits."""
    environment = {"RUNTIME_DIRECTORY": str(tmp_path)}
    assert [Failures(environment).count("No disk.") for _ in range(4)][-1] == 4
    Failures(environment).ready()
    assert [Failures(environment).count("No disk.") for _ in range(2)] == [1, 2]
    for times in (3, 4):
        ready = Failures(environment)
        ready.ready()
        assert ready.count("No disk.") == times


def test_a_table_that_opens_says_so(tmp_path: Path) -> None:
    """The daemon itself, after starts that failed."""
    kept = tmp_path / "last-end.json"
    kept.write_text('{"reason": "No disk.", "times": 4}')
    process = subprocess.Popen(
        [sys.executable, "-m", "controller.cli.tabled", "--config", str(write_config(tmp_path, None))], cwd=ROOT,
        env={**os.environ, "RUNTIME_DIRECTORY": str(tmp_path)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    until = time.monotonic() + 30
    while "over" not in kept.read_text() and time.monotonic() < until:
        time.sleep(0.05)
    process.terminate()
    assert process.wait(timeout=30) == 0
    assert Failures({"RUNTIME_DIRECTORY": str(tmp_path)}).count("No disk.") == 1
