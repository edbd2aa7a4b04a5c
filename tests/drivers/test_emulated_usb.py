"""The tests of `emulated/` in a process of their own, with umockdev's bus before the system's."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_usb_on_an_emulated_bus() -> None:
    """Every test there passes on the real libusb; Debian's umockdev and libusb-1.0-0 are installed by `make test`."""
    pytest = [
        "-m",
        "pytest",
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:hypothesispytest",
        "tests/drivers/emulated",
    ]
    command = ["umockdev-wrapper", sys.executable, *pytest]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert " passed" in done.stdout
