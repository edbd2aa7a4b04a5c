"""Whatever a name leads to: a sentence with file and line, soon and in little memory, and never a traceback."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from controller.cli.tablectl import main
from controller.cli.tabled import main as tabled
from controller.core.reader import MalformedLine
from controller.journal.files.keys import KeyFileError, read_secret
from controller.terminal.inputs import MIB, input_lines, read_input
from drivers.protocols.base.driver import DriverError
from drivers.registry import make_protocol
from tests.terminal.hostile_files import HOSTILE

ROOT: Final = Path(__file__).resolve().parents[2]
MEMORY: Final = 512 * MIB
"""Of addresses; the program alone takes a third of it."""
SOON_S: Final = 2.0

COMMANDS: Final[dict[str, Callable[[Path], list[str]]]] = {
    "play": lambda file: ["play", str(file)],
    "explain": lambda file: ["explain", str(file)],
    "phh to-script": lambda file: ["phh", "to-script", str(file)],
    "phh from-script": lambda file: ["phh", "from-script", str(file)],
    "replay-wire": lambda file: ["replay-wire", str(file), f"pty:{file}.pty"],
    "verify": lambda file: ["verify", "--journal", str(file) + ".db", "--published", str(file)],
}
PLAYABLE: Final = {("a hand of great stacks", "phh to-script"), ("a hand of greater stacks", "phh to-script")}
"""Great, but a hand."""


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, command: str) -> None:
    """Every command that reads a file: status 1 or 2, and one sentence that names the file and can be read."""
    file = tmp_path / "file"
    HOSTILE[name](file)
    began = time.monotonic()
    status = main(COMMANDS[command](file))
    assert time.monotonic() - began < SOON_S
    said = capsys.readouterr().err
    if (name, command) in PLAYABLE:
        assert (status, said) == (0, "")
        return
    assert status in (1, 2)
    assert str(file) in said or "published messages" in said
    assert len(said.splitlines()) == 1
    assert said.strip().isprintable()
    assert len(said) < 1500


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_configuration_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """The file of a table, that of its weights, a description of a device: the same, with the line."""
    file = tmp_path / "multipliers.toml"
    HOSTILE[name](file)
    table = tmp_path / "table.toml"
    table.write_text((ROOT / "config" / "pontoon-pandemonium.toml").read_text())
    began = time.monotonic()
    for wrong in (file, table):
        assert tabled(["--config", str(wrong), "--check"]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"tabled: {tmp_path}/")
        assert ", line " in said
        assert len(said.splitlines()) == 1
        assert len(said) < 1500
    with pytest.raises(DriverError) as refused:
        make_protocol("line", "shoe", {"file": str(file)})
    assert str(file) in str(refused.value)
    assert time.monotonic() - began < SOON_S


@pytest.mark.parametrize("name", ["a pipe", "a folder", "the zeros", "a line of 300 MB"])
def test_a_key_is_a_small_file(tmp_path: Path, name: str) -> None:
    """`--key FILE` waits for nothing and reads no more than a key may have."""
    HOSTILE[name](tmp_path / "key")
    with pytest.raises(KeyFileError, match="The key file"):
        read_secret(tmp_path / "key")


@pytest.mark.parametrize("name", ["a line of 300 MB", "the zeros", "JSON of great depth", "TOML with more digits"])
@pytest.mark.parametrize("command", ["play", "phh"])
def test_memory_is_bounded(tmp_path: Path, name: str, command: str) -> None:
    """In a process that may take half a gigabyte, by name and from standard input."""
    file = tmp_path / "file"
    HOSTILE[name](file)
    words = ["play"] if command == "play" else ["phh", "to-script"]
    for given in (str(file), "-"):
        with file.open("rb") as stdin:
            done = subprocess.run(
                [sys.executable, "-m", "controller.cli.tablectl", *words, given],
                stdin=stdin, capture_output=True, text=True, cwd=ROOT, timeout=20, check=False,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
            )  # fmt: skip
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert done.stderr.startswith(f"{given}, line ")


def test_a_pipe_of_the_shell_is_meant(tmp_path: Path) -> None:
    """`tablectl play <(…)` names a descriptor, and a pipe is what it leads to."""
    readable, writable = os.pipe()
    os.write(writable, b"one\ntwo")
    os.close(writable)
    assert list(input_lines(f"/dev/fd/{readable}")) == [b"one\n", b"two"]
    os.close(readable)
    named = tmp_path / "pipe"
    os.mkfifo(named)
    with pytest.raises(MalformedLine, match="expected a file, got a pipe"):
        read_input(named)


def test_what_is_too_long_is_told_with_its_line(tmp_path: Path) -> None:
    """A line, and all of them."""
    file = tmp_path / "file"
    file.write_bytes(b"x" * 9 + b"\n" + b"x" * 11)
    assert read_input(file) == file.read_bytes()
    with pytest.raises(MalformedLine, match=r"line 2: expected a line of at most 10 bytes"):
        read_input(file, longest=10)
    file.write_bytes((b"x" * 1023 + b"\n") * 1025)
    with pytest.raises(MalformedLine, match=r"line 1025: expected at most 1 MiB"):
        read_input(file, most=MIB)


def test_closed_standard_input_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A service has none."""
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["play", "-"]) == 2
    assert capsys.readouterr().err == "-: standard input is closed\n"
