"""What goes to systemd: units that it accepts, and the words that the daemon says to it."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from controller.daemon.systemd import Notifier
from controller.journal.clock import SystemClock, was_told

UNITS: Final = Path(__file__).resolve().parents[2] / "systemd"
PROGRAMS: Final = {
    "tabled@.service": ("/usr/lib/table-controller/bin/tabled", "/usr/libexec/table-controller/self-check"),
    "table-clock.service": ("/usr/libexec/table-controller/clock-state",),
}
CLOCK_STATE: Final = UNITS / "package" / "clock_state.py"
needs_systemd: Final = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")


@needs_systemd
@pytest.mark.parametrize("unit", PROGRAMS)
def test_systemd_accepts_the_unit(tmp_path: Path, unit: str) -> None:
    """`systemd-analyze verify` has nothing to say about it, an instance of the tables' with its drop-in."""
    shutil.copytree(UNITS / "tabled@.service.d", tmp_path / "tabled@.service.d")
    text = (UNITS / unit).read_text()
    for program in PROGRAMS[unit]:
        assert program in text
        text = text.replace(program, "/bin/true")
    file = tmp_path / unit.replace("@", "@t1")
    file.write_text(text)
    verdict = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", file], check=False, capture_output=True, text=True
    )
    about_ours = [line for line in verdict.stderr.splitlines() if "table" in line]
    assert (verdict.returncode, about_ours) == (0, [])


@needs_systemd
def test_little_is_exposed(tmp_path: Path) -> None:
    """As systemd counts it, of 10; the clock's state is asked for by a unit that reaches nothing."""
    assert _exposure(tmp_path / "tabled@.service", (UNITS / "tabled@.service").read_text()) <= 1.3
    assert _exposure(tmp_path / "table-clock.service", (UNITS / "table-clock.service").read_text()) <= 0.6


def _exposure(unit: Path, text: str) -> float:
    unit.write_text(text)
    counted = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", unit],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    found = re.search(r"Overall exposure level for .*: (\d+\.\d)", counted)
    assert found is not None
    return float(found[1])


def test_the_daemons_words_arrive(tmp_path: Path) -> None:
    """READY, WATCHDOG and STOPPING reach the socket that systemd names, and the watchdog is fed at half its time."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        environment = {
            "NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid()),
        }  # fmt: skip
        notifier = Notifier(environment)
        notifier.ready("open")
        notifier.watchdog()
        notifier.stopping("end")
        notifier.close()
        heard = [systemd.recv(100).decode() for _ in range(3)]
    assert heard == ["READY=1\nSTATUS=open", "WATCHDOG=1", "STOPPING=1\nSTATUS=end"]
    assert notifier.watchdog_s == 10.0


def test_without_systemd_nothing_is_said() -> None:
    """Started by hand there is no socket and no watchdog."""
    notifier = Notifier({})
    notifier.ready("open")
    assert notifier.watchdog_s is None
    assert Notifier({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}).watchdog_s is None


def test_the_clocks_state_is_written_down(tmp_path: Path) -> None:
    """What the kernel says, with its moment; an old moment, or none, is no word of it."""
    environment = {"RUNTIME_DIRECTORY": str(tmp_path), "PATH": "/usr/bin:/bin"}
    told = tmp_path / "synchronised"
    told.write_text("1\n")
    with subprocess.Popen([sys.executable, "-IS", CLOCK_STATE], env=environment) as program:
        until = time.monotonic() + 20
        while told.exists() and told.read_text() == "1\n" and time.monotonic() < until:
            time.sleep(0.05)
        assert was_told(told, time.monotonic_ns()) == SystemClock()().synchronised
        program.terminate()
    now = time.monotonic_ns()
    for text, believed in ((f"{now}\n", True), (f"{now - 10**10}\n", False), (f"{now + 10**9}\n", False), ("", False)):
        told.write_text(text)
        assert was_told(told, now) is believed
    assert not was_told(tmp_path / "nowhere", now)
    assert (
        subprocess.run([sys.executable, "-IS", CLOCK_STATE], env={}, check=False, capture_output=True).returncode == 2
    )
