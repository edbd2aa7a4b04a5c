"""The points where a test may end the daemon: passed in order, deadly at the last, nothing without the variable."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from controller.journal.faults import VARIABLE
from tests.table.table_bench import ROOT

PROGRAM = """
from controller.journal import faults
for name in ("b", "a", "a", "b", "b"):
    print(name, flush=True)
    faults.point(name)
"""


def run(file: Path | None) -> tuple[int, list[str]]:
    """Run a program that passes five points; its status and the points it came to."""
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment if file is None else {**environment, VARIABLE: str(file)},
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    return done.returncode, done.stdout.split()


def test_points_are_passed_in_their_order(tmp_path: Path) -> None:
    """The process dies at the last point of the list, once those before it were passed; then the list is used up."""
    file = tmp_path / "fault"
    file.write_text("a b")
    assert run(file) == (-signal.SIGKILL, ["b", "a", "a", "b"])
    assert not file.exists()
    assert run(file) == (0, ["b", "a", "a", "b", "b"])


def test_without_the_variable_a_point_is_nothing(tmp_path: Path) -> None:
    """A table's daemon, whose environment does not name a file, looks for none and dies at none."""
    (tmp_path / "fault").write_text("a")
    assert run(None) == (0, ["b", "a", "a", "b", "b"])


@pytest.mark.parametrize(("installed", "status"), [(True, 0), (False, -signal.SIGKILL)])
def test_what_is_installed_passes_every_point(tmp_path: Path, installed: bool, status: int) -> None:
    """The packages alone, as a wheel puts them there, do not look at the variable; a checkout does."""
    program = "from controller.journal import faults; print(faults.__file__); faults.point('commit.done')"
    place = ROOT
    if installed:
        place = tmp_path / "site-packages"
        for package in ("controller", "drivers"):
            shutil.copytree(ROOT / package, place / package, ignore=shutil.ignore_patterns("__pycache__"))
    chosen = tmp_path / "point"
    chosen.write_text("commit.done")
    environment = {**os.environ, VARIABLE: str(chosen), "PYTHONPATH": str(place)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stderr
    if installed:
        assert done.stdout.startswith(str(place))
        assert chosen.read_text() == "commit.done"
