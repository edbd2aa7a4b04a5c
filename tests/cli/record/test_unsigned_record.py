"""An insider with the file and without the key: he changes what a round paid and reckons every link behind it anew.

The links fit, the seals do not: no tool shows the round as if it were true, and the rounds before it are still shown.
"""

import sqlite3
from pathlib import Path

import pytest

from controller.cli.tablectl import main
from controller.journal.archive import stored_record
from controller.journal.chain import genesis, link
from controller.journal.packing import Packing
from tests.audit.small_journal import PLAYED, PONTOON, write


def words(folder: Path, *command: str) -> list[str]:
    """A command about the journal in the folder."""
    return [
        *command, "--journal", str(folder / "journal.db"), "--key", str(folder / "key"), "--seal", str(folder / "seal"),
    ]  # fmt: skip


def rechain(journal: Path, statement: str, *parameters: object) -> None:
    """Change records as the insider does."""
    insider = sqlite3.connect(journal, isolation_level=None)
    Packing.of(insider)
    insider.execute(statement, parameters)
    ((journal_id,),) = insider.execute("SELECT journal_id FROM identity")
    previous, seal = genesis(journal_id), None
    for row in insider.execute("SELECT * FROM records ORDER BY n").fetchall():
        stored = stored_record(row)
        previous, seal = link(previous, seal, stored.record), stored.seal
        insider.execute("UPDATE main.records SET link = ? WHERE n = ?", (previous, stored.record.n))
    insider.close()


async def test_a_falsified_round_is_not_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last of three rounds: recall shows the two before it, status says so too; each ends with 1."""
    await write(tmp_path, PLAYED, PONTOON, PONTOON)
    ((n,),) = sqlite3.connect(tmp_path / "journal.db").execute("SELECT max(n) FROM records WHERE ended = 1")
    change = """UPDATE main.records SET body = replace(unpacked(body), '"multiplier":25', '"multiplier":10')
        WHERE n = ?"""
    rechain(tmp_path / "journal.db", change, n)
    said = f"Record {n} of {tmp_path / 'journal.db'}, with which round 3 ended, is not what this device signed"
    capsys.readouterr()
    for command in (("recall",), ("recall", "--json")):
        assert main(words(tmp_path, *command)) == 1
        told = capsys.readouterr()
        assert said in told.err
        assert "multiplier 10" not in told.out
        assert '"multiplier":10' not in told.out
        assert len([line for line in told.out.splitlines() if line.startswith(("Round", "{"))]) == 2
    assert main(words(tmp_path, "recall", "1")) == 1
    assert capsys.readouterr().out == ""
    assert main(words(tmp_path, "status")) == 1
    assert said in capsys.readouterr().out
    assert main(words(tmp_path, "verify")) == 1


async def test_a_falsified_round_that_follows_the_rules_is_not_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A drawn figure and the outcome changed so that a replay gives the same: replay and export refuse it as well."""
    await write(tmp_path, PONTOON, PLAYED)
    change = """UPDATE main.records SET body = replace(replace(replace(replace(unpacked(body), ':25', ':10'),
        '25:1', '10:1'), '5000', '2000'), '"net":6500', '"net":3500') WHERE ended = 1 AND round = 1"""
    rechain(tmp_path / "journal.db", change)
    capsys.readouterr()
    for command in (("replay",), ("replay", "--round", "1"), ("export", "--round", "1"), ("recall", "2")):
        assert main(words(tmp_path, *command)) == 1, command
        told = capsys.readouterr()
        assert "is not what this device signed" in told.err, command
        assert "3500" not in told.out
        assert '"type":"multiplier.drawn"' not in told.out
    assert main(words(tmp_path, "recall", "1")) == 1  # the link before it was reckoned anew: its seal does not fit
