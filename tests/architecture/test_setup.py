"""The set-up behind `make` tells a person what is missing and what to do, in one sentence."""

import os
import platform
import pty
import re
import shutil
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


PYTHON = f"""case "$*" in
    *'venv --clear'*) mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
    *pip*) sleep 1.2; case "$*" in *require-hashes*) exit ${{PIP_ENDS:-0}} ;; esac ;;
    *) exec {sys.executable} "$@" ;;
esac"""
"""A Python that makes environments and installs packages in no time, or fails to."""


def copy(folder: Path) -> tuple[list[str], dict[str, str]]:
    """What the set-up needs of this tree, with a Python of our own; the command, and its environment."""
    for name in (".ci/setup", "pyproject.toml", ".ci/build.lock", "controller/__init__.py"):
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return ["sh", ".ci/setup", "demo"], {"PATH": "/usr/bin:/bin", "PYTHON": str(program(folder, "python3", PYTHON))}


def test_what_takes_time_is_named_and_timed(tmp_path: Path) -> None:
    """Each step says what it does before it does it and how long it took; the second time there is nothing to do."""
    command, variables = copy(tmp_path)
    done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
    count = sum("==" in line for line in (tmp_path / ".ci" / "build.lock").read_text().splitlines() if line[:1] != " ")
    steps = [
        f"make demo: making a Python environment in .venv with Python {platform.python_version()}",
        f"make demo: installing the {count} Python packages of .ci/build.lock",
        "make demo: installing the controller itself",
    ]
    expected = [line for step in steps for line in (f"{step} …", f"{step} … done after N s")]
    assert re.sub(r"after \d+ s", "after N s", done.stderr).splitlines() == expected
    assert done.returncode == 0
    again = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
    assert (again.returncode, again.stderr) == (0, "")


def test_in_a_terminal_the_seconds_run(tmp_path: Path) -> None:
    """The line counts while the packages come; a failure ends it, and is said below."""
    command, variables = copy(tmp_path)
    master, terminal = pty.openpty()
    process = subprocess.Popen(command, cwd=tmp_path, env=variables | {"PIP_ENDS": "1"}, stderr=terminal)
    os.close(terminal)
    shown = b""
    try:
        while data := os.read(master, 65536):
            shown += data
    except OSError:  # how Linux says that the terminal has no more users
        pass
    os.close(master)
    assert process.wait(timeout=60) == 1
    text = shown.decode()
    assert re.search(r"\rmake demo: installing the \d+ Python packages of .ci/build.lock … 1 s ", text)
    assert re.search(r"build.lock … failed after \d s\r\nmake demo: could not install the packages", text)
