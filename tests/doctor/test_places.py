"""Where files are put: in no folder that was not there, and for nobody else to read."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from controller.cli.tablectl import main
from tests.audit.small_journal import PONTOON, write

ROOT: Final = Path(__file__).resolve().parents[2]


@pytest.fixture
def _ordinary_umask() -> Iterator[None]:
    """New files are readable by everybody, unless their maker thinks of it."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes_in(folder: Path) -> dict[str, int]:
    """The rights of each file."""
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


@pytest.mark.usefixtures("_ordinary_umask")
async def test_a_journal_and_its_copy_are_not_for_everybody(tmp_path: Path) -> None:
    """The journal, its neighbours and a backup give others no right."""
    await write(tmp_path, PONTOON)
    where = [
        "--journal",
        str(tmp_path / "journal.db"),
        "--key",
        str(tmp_path / "key"),
        "--seal",
        str(tmp_path / "seal"),
    ]
    assert main(["backup", str(tmp_path / "copy.db"), *where]) == 0
    modes = modes_in(tmp_path)
    assert {"journal.db", "journal.db.head", "journal.db.lock", "copy.db", "copy.db.head"} <= set(modes)
    assert {name: mode for name, mode in modes.items() if mode & 0o027} == {}


@pytest.mark.parametrize("command", [["backup", "stick/copy.db"], ["export", "--round", "1", "--output", "stick/a"]])
async def test_no_folder_is_made(
    tmp_path: Path, command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stick that is not mounted must not end on the system's disk: a sentence, and nothing is written."""
    await write(tmp_path, PONTOON)
    monkeypatch.chdir(tmp_path)
    assert main([*command, "--journal", "journal.db", "--key", "key", "--seal", "seal"]) != 0
    assert "stick" in capsys.readouterr().err
    assert not (tmp_path / "stick").exists()


def test_the_demonstration_makes_no_folder(tmp_path: Path) -> None:
    """`--svg` into a folder that is not there is refused before a round is played."""
    words = [sys.executable, "-m", "controller.cli.tabled", "demo", "--rounds", "1", "--svg", "stick/x.svg"]
    done = subprocess.run(
        words, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no folder stick" in done.stderr
    assert not (tmp_path / "stick").exists()


def test_a_folder_is_not_taken_for_a_missing_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--journal FOLDER` says that it is one."""
    assert main(["verify", "--journal", str(tmp_path)]) == 2
    assert "is a folder" in capsys.readouterr().err
