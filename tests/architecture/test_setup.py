"""The set-up behind `make` tells a person what is missing and what to do, in one sentence."""

import subprocess
import sys
from pathlib import Path

from tests.architecture.tracked import ROOT


def program(folder: Path, name: str, body: str) -> Path:
    """Write a small shell program and return where it is."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def set_up(folder: Path, python: Path) -> subprocess.CompletedProcess[str]:
    """Run the set-up for the demonstration with `folder` first on the path and `python` as the interpreter."""
    return subprocess.run(
        ["sh", ROOT / ".ci" / "setup", "demo"],
        env={"PATH": f"{folder}:/usr/bin:/bin", "PYTHON": str(python)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_unfit_python_is_named(tmp_path: Path) -> None:
    """A Python that is too old ends the set-up with what is needed, what was found and how to name another."""
    old = program(tmp_path, "python3.9", '[ "$1" = --version ] && echo Python 3.9.2; exit 1')
    done = set_up(tmp_path, old)
    assert done.returncode == 1
    assert done.stderr == (
        "make demo: needs Python 3.11, 3.12 or 3.13; found Python 3.9.2. "
        "Install one, or name it: make demo PYTHON=/path/to/python3.11\n"
    )


def test_missing_right_to_install_is_named(tmp_path: Path) -> None:
    """Without root and sudo the set-up names the Debian packages and the command that installs them."""
    bare = program(tmp_path, "python3", f'case "$*" in *ensurepip*) exit 1 ;; esac; exec {sys.executable} "$@"')
    program(tmp_path, "id", "echo 1000")
    program(tmp_path, "sudo", "exit 1")
    program(tmp_path, "apt-get", "exit 1")
    package = f"python3.{sys.version_info.minor}-venv"
    done = set_up(tmp_path, bare)
    assert done.returncode == 1
    assert done.stderr == (
        f"make demo: needs the Debian packages: {package}. This user may not install them. "
        f"Do: sudo apt-get install {package}; then again: make demo\n"
    )
