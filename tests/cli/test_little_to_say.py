"""What commands say where there is little to say: no clause, no round, one of a thing, a line that is no line."""

import json
from pathlib import Path

import pytest

from controller.audit.explain.wording import counted, scored
from controller.cli.tablectl import main
from tests.audit.small_journal import PONTOON, write


def words(folder: Path, *command: str) -> list[str]:
    """A command about the journal in the folder."""
    return [
        *command,
        "--journal",
        str(folder / "journal.db"),
        "--key",
        str(folder / "key"),
        "--seal",
        str(folder / "seal"),
    ]


def test_a_game_is_named_with_or_without_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    """`rules poker` is `rules --game poker`; a clause that is not there is said to be none."""
    assert main(["rules", "poker"]) == 0
    short = capsys.readouterr().out
    assert main(["rules", "--game", "poker"]) == 0
    assert capsys.readouterr().out == short != ""
    assert main(["rules", "--game", "pontoon", "--clause", "99.9"]) == 1
    assert capsys.readouterr().err == "tablectl: the rules of pontoon have no clause 99.9.\n"


async def test_a_replay_of_nothing_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No round yet, none of that number: each has its sentence."""
    await write(tmp_path, [])
    capsys.readouterr()
    assert main(words(tmp_path, "replay")) == 0
    assert capsys.readouterr().err == "No round has ended yet.\n"
    assert main(words(tmp_path, "replay", "--round", "7")) == 1
    assert capsys.readouterr().err == "tablectl: there is no round 7: none has ended yet.\n"
    await write(tmp_path, PONTOON)
    capsys.readouterr()
    assert main(words(tmp_path, "replay", "--round", "7")) == 1
    assert capsys.readouterr().err == "tablectl: there is no round 7: the journal holds 1 round.\n"


def test_no_shoe_is_no_simulation(capsys: pytest.CaptureFixture[str]) -> None:
    """Fewer than one shoe is refused; without a terminal each tenth is told."""
    assert main(["simulate", "--shoes", "0"]) == 2
    assert "greater than or equal to 1" in capsys.readouterr().err
    assert main(["simulate", "--game", "poker", "--shoes", "1", "--workers", "1"]) == 0
    told = capsys.readouterr()
    assert told.err == "poker: 1 of 1 shoe\n"
    assert "poker: 1 shoe, " in told.out


def test_one_is_not_many() -> None:
    """Things are counted as one says them, and a total that says it all is not said twice."""
    assert [counted(count, "round") for count in (0, 1, 2)] == ["0 rounds", "1 round", "2 rounds"]
    assert [scored(21, "21"), scored(20, "stand"), scored(7, "not_drawn", width=2)] == [
        "21",
        "20 stand",
        " 7 not drawn",
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[" * 100_000, "lists or objects nested too deep"),
        ('{"type":"wager","amount":' + "[" * 100_000 + "]" * 100_000 + "}", "lists or objects nested too deep"),
        ('{"type":"wager","amount":' + "9" * 6000 + "}", "a number of 6000 digits"),
        ('{"type":"wager","amount":-' + "9" * 6000 + "}", "a number of 6000 digits"),
    ],
)
def test_lines_beyond_measure(tmp_path: Path, line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A script's table line and its events are refused in the contract's words, not in Python's."""
    table = json.dumps({"type": "table", "game": "pontoon", "areas": 5})
    for number, text in ((1, line), (2, f"{table}\n{line}")):
        (tmp_path / "script").write_text(text)
        assert main(["play", str(tmp_path / "script")]) == 2
        assert (
            capsys.readouterr().err == f"{tmp_path / 'script'}, line {number}: expected one JSON object, got {said}.\n"
        )
