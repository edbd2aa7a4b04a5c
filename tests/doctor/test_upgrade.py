"""What `tabled --check`, `doctor`, `status` and `replay` say of a journal that another release has written."""

import sqlite3
from pathlib import Path
from typing import Final

import pytest

from controller.alerts.notices import Alert
from controller.cli import tablectl, tabled
from controller.core.events import BetsClosed, BetsOpen, Wager
from controller.release import release
from controller.table.inbox import Item
from tests.audit.small_journal import PONTOON, write
from tests.journal.journals import open_journal
from tests.table.table_bench import ROOT

OPEN: Final = (BetsOpen(), Wager(area=1, kind="main", amount=1000), BetsClosed())


def config(folder: Path, *, decks: int = 8) -> list[str]:
    """`--config FILE` of the table whose small journal is there."""
    (folder / "multipliers.toml").write_text((ROOT / "config" / "multipliers.toml").read_text())
    file = folder / "table.toml"
    file.write_text(
        f'[house]\nsite = "house"\ntable = "t1"\n[table]\ngame = "pontoon-pandemonium"\nareas = 5\ndecks = {decks}\n'
        '[journal]\npath = "journal.db"\nkey = "key"\nseal = "seal"\n'
        '[jackpot]\nweights = "multipliers.toml"\nedge_percent = ["5", "12"]\n'
    )
    return ["--config", str(file)]


def check(asked: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Exit status and standard error of the check."""
    capsys.readouterr()
    status = tabled.main([*asked, "--check"])
    return status, capsys.readouterr().err


def doctor(asked: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines of the doctor."""
    capsys.readouterr()
    tablectl.main(["doctor", *asked])
    return capsys.readouterr().out.splitlines()


async def test_other_rules_with_a_round_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Told before a start by the check, with the start's own sentence and status; the doctor does not say: start it."""
    await write(tmp_path, OPEN)
    assert check(config(tmp_path), capsys) == (0, "")
    status, said = check(config(tmp_path, decks=6), capsys)
    assert status == 3
    assert said.startswith("tabled: The table would not start: Round 1 is open under the table line and rules of hash ")
    lines = doctor(config(tmp_path, decks=6), capsys)
    (rules,) = [line for line in lines if line.startswith("wrong    rules: ")]
    assert "Round 1 is open" in rules
    assert "start the release before again until the round has ended" in rules
    assert not any("systemctl start" in line for line in lines if "process" in line)
    assert any("-> start it: systemctl start tabled@table" in line for line in doctor(config(tmp_path), capsys))


async def test_other_rules_between_rounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A table line may change then."""
    await write(tmp_path, PONTOON)
    assert check(config(tmp_path, decks=6), capsys) == (0, "")


async def test_a_journal_of_a_newer_release(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Check and doctor say that it is newer, and not that it is broken."""
    await write(tmp_path, PONTOON)
    with sqlite3.connect(tmp_path / "journal.db") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    status, said = check(config(tmp_path), capsys)
    assert (status, "A newer release has written the journal" in said) == (3, True)
    (line,) = [line for line in doctor(config(tmp_path), capsys) if line.startswith("wrong    journal: ")]
    assert "version 99" in line
    assert line.endswith("-> start that release again, or a later one")


async def test_a_table_that_runs_with_another_release(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Installed is not running: status and doctor name both, and that the table starts again by itself."""
    by_itself = Alert(code="restart_pending", text="Between two rounds it starts again by itself.")
    await write(tmp_path, [*map(Item, PONTOON), Item(by_itself)])
    asked = config(tmp_path)
    assert f"{release()}; the table last ran with 1" in "\n".join(doctor(asked, capsys))
    journal = open_journal(tmp_path)  # as the process that runs it has
    try:
        (line,) = [line for line in doctor(asked, capsys) if line.startswith("warning  release: ")]
        assert f"the table runs with 1, but {release()} is installed" in line
        to_do = "wait: the table starts again by itself as soon as no round is open"
        assert line.endswith(f"-> {to_do}")
        tablectl.main(["status", *asked])
        assert f"{release()} is installed: {to_do}" in " ".join(capsys.readouterr().out.split())
    finally:
        journal.close()


def test_a_release_names_its_revision() -> None:
    """In a checkout git is asked; a wheel brings it along (tests/installation)."""
    version, _, revision = release().partition("+")
    assert version
    assert (ROOT / ".git").exists() is bool(revision)
