"""The exit status of `tablectl play` (contract section 2), and what it says where a table line asks for too much."""

from pathlib import Path

import pytest

from controller.cli.tablectl import main

TABLE = '{"type":"table","game":"pontoon"}'
OPEN = '{"type":"bets.open"}'
VOID = '{"type":"round.void","reason":"none","authority":"pit_supervisor"}'


@pytest.mark.parametrize(
    ("lines", "status", "strict"),
    [
        ([TABLE], 0, 0),
        ([TABLE, '{"type":"card","card":"9S"}'], 0, 0),
        ([TABLE, OPEN, VOID], 0, 0),
        ([TABLE, OPEN], 0, 1),
        ([TABLE, '{"type":"bets.closed"}'], 0, 1),
        ([TABLE, OPEN, "{}"], 2, 2),
        ([], 2, 2),
    ],
)
def test_an_exit_status(lines: list[str], status: int, strict: int, tmp_path: Path) -> None:
    """Strict counts what was refused and a round left open, not an alert, and no round that never began."""
    script = tmp_path / "script.jsonl"
    script.write_text("".join(f"{line}\n" for line in lines))
    assert main(["play", str(script)]) == status
    assert main(["play", "--strict", str(script)]) == strict


def test_a_table_line_that_the_rules_forbid(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A sentence with the field, what the rules have, and the clause."""
    script = tmp_path / "script.jsonl"
    script.write_text('{"type":"table","game":"pontoon","decks":3}\n')
    assert main(["play", str(script)]) == 2
    said = "expected what the rules allow, got what they do not: Pontoon (MBS), version 6 is played with 4 to 8 decks"
    assert capsys.readouterr() == ("", f"{script}, line 1, field `decks`: {said}, not with 3 (2.1).\n")
