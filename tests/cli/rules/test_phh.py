"""`tablectl phh`: both ways, through files and standard input, and what is said of what cannot be told."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from controller.cli.tablectl import main
from tests.audit.phh.hands import HEADS_UP, SHOWDOWN


class Done(NamedTuple):
    """What a command left."""

    status: int
    stdout: str
    stderr: str


Tablectl = Callable[..., Done]


@pytest.fixture
def tablectl(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tablectl:
    """Runs a command with something on its standard input."""

    def run(*words: str, stdin: str = "") -> Done:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        return Done(main(words), *capsys.readouterr())

    return run


def test_there_and_back_through_pipes(tmp_path: Path, tablectl: Tablectl) -> None:
    """A history becomes a script that `play` takes without a refusal, and a history again with what was won."""
    file = tmp_path / "hand.phh"
    file.write_text(SHOWDOWN.text)
    script = tablectl("phh", "to-script", str(file))
    assert (script.status, script.stderr) == (0, "")
    played = tablectl("play", "--strict", "-", stdin=script.stdout)
    assert played.status == 0
    assert '"net":11000' in played.stdout
    back = tablectl("phh", "from-script", "-", stdin=script.stdout)
    assert (back.status, back.stderr) == (0, "")
    assert "finishing_stacks = [1110, 970, 920]" in back.stdout
    assert '"d dh p3 ????"' in back.stdout


def test_a_hand_is_chosen_from_several(tmp_path: Path, tablectl: Tablectl) -> None:
    """Without a choice several hands are one too many, and the message says how to choose."""
    file = tmp_path / "hands.phhs"
    file.write_text(f"[1]\n{SHOWDOWN.text}\n[second]\n{HEADS_UP.text}")
    refused = tablectl("phh", "to-script", str(file))
    assert refused.status == 1
    assert refused.stderr == f"{file}: expected one hand, got 2; --hand chooses\n"
    chosen = tablectl("phh", "to-script", str(file), "--hand", "second", "--unit", "1000")
    assert '{"type":"join","seat":3,"player":"P3","stack":197000}' in chosen.stdout


def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, tablectl: Tablectl) -> None:
    """A history that cannot be played, a script that is none, a unit without decimals: each is status 2."""
    file = tmp_path / "hand.phh"
    file.write_text(SHOWDOWN.text.replace("p3 cbr 30", "p2 cbr 30"))
    refused = tablectl("phh", "to-script", str(file))
    assert (refused.status, refused.stdout) == (2, "")
    assert refused.stderr.startswith(f"{file}, line 11, field `actions`: expected an action of p3")
    assert tablectl("phh", "from-script", "-", stdin="{").status == 2
    assert "factors 2 and 5" in tablectl("phh", "to-script", str(file), "--unit", "3").stderr
    other = tablectl("phh", "from-script", "-", stdin='{"type":"table","game":"pontoon"}')
    assert (other.status, "expected a table of poker" in other.stderr) == (2, True)


def test_a_round_that_has_no_form_is_named(tmp_path: Path, tablectl: Tablectl) -> None:
    """It is left out with its reason, and the status says that not all is there."""
    file = tmp_path / "hand.phh"
    file.write_text(SHOWDOWN.text)
    lines = tablectl("phh", "to-script", str(file)).stdout.splitlines()
    void = '{"type":"round.void","reason":"none","authority":"pit_supervisor"}'
    told = tablectl("phh", "from-script", "-", stdin="\n".join([*lines[:12], void]))
    assert (told.status, told.stdout) == (1, "")
    assert told.stderr == "-: round 1 is left out: it is void by 5.14\n"


def test_a_script_without_a_round_that_is_over_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit status 1 always comes with a sentence: from-script, and play --strict."""
    script = tmp_path / "script.jsonl"
    table = '{"type":"table","game":"poker","seats":3,"blinds":[100,200],"chip":100}'
    script.write_text(f'{table}\n{{"type":"join","seat":1,"player":"P1","stack":10000}}\n')
    assert main(["phh", "from-script", str(script)]) == 1
    assert capsys.readouterr() == ("", f"{script}: no round in it is over\n")
    assert main(["phh", "from-script", str(script), "--round", "7"]) == 1
    assert "no round 7 in it is over" in capsys.readouterr().err
    table = '{"type":"table","game":"pontoon","limits":{"main":[1000,500000]}}'
    script.write_text(f'{table}\n{{"type":"bets.open"}}\n')
    assert main(["play", "--strict", str(script)]) == 1
    assert capsys.readouterr() == ("", f"{script}: the last round is not over\n")
