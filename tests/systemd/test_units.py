"""What goes to systemd: units that it accepts, and the words that the daemon says to it."""

import os
import re
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Final

import pytest

from controller.daemon.systemd import Notifier

UNITS: Final = Path(__file__).resolve().parents[2] / "systemd"
PROGRAMS: Final = ("/usr/lib/table-controller/bin/tabled", "/usr/libexec/table-controller/self-check")
CLOCK: Final = "SystemCallFilter=adjtimex clock_adjtime\n"
"""systemd counts the two calls as setting the clock; without the right to set it they only say whether it is right."""
needs_systemd: Final = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")


@needs_systemd
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    """`systemd-analyze verify` has nothing to say about an instance of the unit with its drop-in."""
    shutil.copytree(UNITS / "tabled@.service.d", tmp_path / "tabled@.service.d")
    text = (UNITS / "tabled@.service").read_text()
    for program in PROGRAMS:
        assert program in text
        text = text.replace(program, "/bin/true")
    (tmp_path / "tabled@t1.service").write_text(text)
    verdict = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", tmp_path / "tabled@t1.service"],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    about_ours = [line for line in verdict.stderr.splitlines() if "tabled" in line]
    assert (verdict.returncode, about_ours) == (0, [])


@needs_systemd
def test_little_is_exposed(tmp_path: Path) -> None:
    """As systemd counts it, of 10: 1.7, and 1.5 but for the look at the clock's state, which each record has."""
    text = (UNITS / "tabled@.service").read_text()
    assert CLOCK in text
    assert _exposure(tmp_path / "tabled@.service", text) <= 1.7
    assert _exposure(tmp_path / "tabled@.service", text.replace(CLOCK, "")) <= 1.5


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
