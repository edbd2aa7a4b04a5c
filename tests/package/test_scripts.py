"""What dpkg runs and reads: a newer journal refused in a sentence; pages for man; nothing that it would overwrite."""

import sqlite3
import subprocess
from pathlib import Path

import pytest

from controller.cli import tablectl
from controller.journal.migrations import MIGRATIONS
from systemd.package import build, manual


def preinst(root: Path) -> subprocess.CompletedProcess[str]:
    """The script as it is in the package, with this folder for `/`."""
    words = {"journal": MIGRATIONS[-1].number, "release": "1.2.3"}
    script = build.filled((build.HERE / "debian" / "preinst").read_text(), words)
    return subprocess.run(
        ["sh", "-c", script, "preinst", "upgrade", "0.9"],
        env={"DPKG_ROOT": str(root), "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def journal(root: Path, table: str, number: int) -> Path:
    """A database of this number."""
    file = root / "var" / "lib" / "tabled" / table / "journal.db"
    file.parent.mkdir(parents=True)
    with sqlite3.connect(file) as connection:
        connection.execute(f"PRAGMA user_version = {number}")
    connection.close()
    return file


def test_a_newer_journal_refuses_an_older_program(tmp_path: Path) -> None:
    """By its name and both numbers; none, an empty one and one of today are no reason."""
    assert preinst(tmp_path).returncode == 0
    journal(tmp_path, "one", MIGRATIONS[-1].number)
    empty = tmp_path / "var" / "lib" / "tabled" / "two" / "journal.db"
    empty.parent.mkdir()
    empty.touch()
    assert preinst(tmp_path).returncode == 0
    newer = journal(tmp_path, "three", 258)
    ended = preinst(tmp_path)
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"table-controller: The journal {newer} has version 258, but release 1.2.3 knows")


@pytest.mark.parametrize("name", build.SCRIPTS)
def test_scripts_are_shell(name: str) -> None:
    """As dpkg will run them."""
    subprocess.run(["sh", "-n", build.HERE / "debian" / name], check=True)


def test_nothing_is_installed_where_the_house_writes() -> None:
    """So that no upgrade replaces or asks about what a technician has changed: /usr alone."""
    assert all(place.startswith("usr/") for place in (*build.FILES.values(), *build.LINKS))
    assert all((build.ROOT / source).is_file() for source in build.FILES)


def test_the_manual_has_every_command(tmp_path: Path) -> None:
    """And its options, and every key of the configuration."""
    manual.write(tmp_path, build.ROOT / "config", "1.2.3")
    page = subprocess.run(
        ["zcat", tmp_path / manual.FOLDER / "man1" / "tablectl.1.gz"], check=True, capture_output=True, text=True
    ).stdout
    for commands in tablectl.COMMANDS.values():
        for name in commands:
            assert f'.SS "tablectl {name}"'.replace("-", "\\-") in page
    assert "\\fB\\-\\-seed\\fR \\fIHEX\\fR" in page
    assert (tmp_path / manual.FOLDER / "man5" / "tabled.toml.5.gz").is_file()
