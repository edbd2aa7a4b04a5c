"""Commands whose output cannot be written: the reader has gone, the disk is full, the stream is closed."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.audit.small_journal import PONTOON, write

ROOT: Final = Path(__file__).resolve().parents[2]
SCRIPT: Final = """{"type":"table","game":"pontoon","areas":5}
{"type":"bets.open"}
{"type":"wager","area":1,"kind":"main","amount":1000}
{"type":"bets.closed"}
{"type":"card","card":"AS"}
{"type":"card","card":"7H"}
{"type":"card","card":"KD"}
"""
TABLECTL: Final = ("rules", "recall", "replay", "export", "status", "verify", "play", "explain", "--help")


def command(folder: Path, name: str) -> list[str]:
    """The command line of a command that prints."""
    where = ["--journal", "journal.db", "--key", "key", "--seal", "seal"]
    more = {
        "rules": ["--game", "pontoon"], "export": ["--round", "1", *where], "play": ["script"], "explain": ["script"],
        "--help": [],
    }.get(name, where)  # fmt: skip
    (folder / "script").write_text(SCRIPT)
    return [sys.executable, "-m", "controller.cli.tablectl", name, *more]


def ended(words: list[str], folder: Path, stdout: int) -> tuple[int, str]:
    """Exit status and standard error."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        words, cwd=folder, env=environment, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False, timeout=60
    )
    return done.returncode, done.stderr


def without_reader() -> int:
    """The writing end of a pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


@pytest.mark.parametrize("name", TABLECTL)
async def test_tablectl_that_cannot_write(tmp_path: Path, name: str) -> None:
    """Quiet where the reader has gone, a sentence where the disk is full; 1 either way, and no input is blamed."""
    await write(tmp_path, PONTOON)
    words = command(tmp_path, name)
    pipe, full = without_reader(), os.open("/dev/full", os.O_WRONLY)
    assert ended(words, tmp_path, pipe) == (1, "")
    sentence = "tablectl: the output could not be written: No space left on device.\n"
    assert ended(words, tmp_path, full) == (1, sentence)
    os.close(pipe)
    os.close(full)


@pytest.mark.parametrize("words", [("--help",), ("demo", "--fast", "--rounds", "1", "--seed", "1")])
def test_tabled_that_cannot_write(tmp_path: Path, words: tuple[str, ...]) -> None:
    """The same for the daemon's check and the demonstration."""
    tabled = [sys.executable, "-m", "controller.cli.tabled", *words]
    pipe, full = without_reader(), os.open("/dev/full", os.O_WRONLY)
    assert ended(tabled, tmp_path, pipe) == (1, "")
    assert ended(tabled, tmp_path, full) == (1, "tabled: the output could not be written: No space left on device.\n")
    os.close(pipe)
    os.close(full)


def test_a_script_that_is_not_there_is_the_inputs_fault(tmp_path: Path) -> None:
    """An error of reading names the file and ends with 2."""
    words = [sys.executable, "-m", "controller.cli.tablectl", "play", "none"]
    assert ended(words, tmp_path, subprocess.DEVNULL) == (2, "none: No such file or directory\n")


def test_a_stream_that_was_closed_is_no_success(tmp_path: Path) -> None:
    """`>&-`: nothing was printed, so the command has failed."""
    words = ["sh", "-c", 'exec "$@" >&-', "sh", *command(tmp_path, "rules")]
    sentence = "tablectl: the output could not be written: the stream is closed.\n"
    assert ended(words, tmp_path, subprocess.DEVNULL) == (1, sentence)
