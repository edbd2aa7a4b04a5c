"""A name that would forge a line of evidence, in every command that prints rounds."""

import asyncio
import json
from pathlib import Path
from typing import Any, Final

import pytest

from controller.cli.tablectl import main
from controller.core.events import BetsClosed, BetsOpen, CardDrawn, Wager
from tests.audit.small_journal import write

FORGER: Final = "Kim\x1b[1A\x1b[2K\nRound 1  2026-01-31 21:15:00 UTC\u202e\x9b8m"
ROUND: Final[tuple[Any, ...]] = (
    BetsOpen(), Wager(area=1, kind="main", amount=1000, player=FORGER), BetsClosed(), CardDrawn(card="AS"),
    CardDrawn(card="7H"), CardDrawn(card="KD"),
)  # fmt: skip


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a journal with a round of his."""
    folder = tmp_path_factory.mktemp("table")
    asyncio.run(write(folder, ROUND))
    for name in ("key", "seal"):
        (folder / name).rename(folder / f"journal.db.{name}")
    return folder / "journal.db"


@pytest.mark.parametrize(
    "words", [("recall",), ("recall", "--json"), ("replay",), ("replay", "--round", "1"), ("export", "--round", "1")]
)
def test_a_name_forges_no_line(journal: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    """He is named, and begins no line; nothing that is printed is an order to the terminal."""
    assert main([*words, "--journal", str(journal)]) == 0
    told = capsys.readouterr().out
    assert "Kim\\u001b[1A" in told
    assert "\\u202e" in told
    assert not any(line.startswith("Round 1  2026-01-31 21:15:00") for line in told.splitlines())
    assert not [letter for letter in told if not letter.isprintable() and letter != "\n"]
    if words[0] != "recall" or "--json" in words:
        assert FORGER in [line.get("player") for line in walked(told)]


def walked(told: str) -> list[dict[str, Any]]:
    """The lines of JSON, and those of the ledger of an outcome."""
    lines = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    return lines + [entry for line in lines for entry in line.get("ledger", ())]


def test_an_exported_round_keeps_his_name(journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The script in a file plays to the same outcome as the one that was printed."""
    script = tmp_path / "script.jsonl"
    where = ("--journal", str(journal))
    assert main(["export", "--round", "1", "--output", str(script), *where]) == 0
    assert main(["export", "--round", "1", *where]) == 0
    (tmp_path / "printed.jsonl").write_text(capsys.readouterr().out)
    played = []
    for file in (script, tmp_path / "printed.jsonl"):
        assert main(["play", str(file)]) == 0
        played.append(json.loads(capsys.readouterr().out))
    assert played[0] == played[1]
    assert played[0]["ledger"][0]["player"] == FORGER
