"""`tablectl people`: a PIN that was forgotten, and tried too often, at a screen."""

import time
from pathlib import Path

import pytest

from controller.cli.tablectl import main
from controller.configuration.config import load
from controller.people import lockout
from controller.people.register import EnrolledConsole, Register
from tests.table.table_bench import write_config


def test_a_new_pin_unlocks_badge_and_screens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is locked, and for how long, is in the list; with the new PIN he can sign in where he tried."""
    config = write_config(tmp_path, None)

    def people(*words: str) -> str:
        assert main(["people", *words, "--config", str(config)]) == 0
        return capsys.readouterr().out

    assert people("add", "20417", "--name", "Kim", "--rank", "dealer").startswith("The PIN of 20417 is ")
    register = Register(load(config).people)
    with register.change() as contents:
        contents.consoles["a"] = EnrolledConsole(name="left", secret="")
        for failures in (contents.people["20417"].failures, contents.consoles["a"].failures):
            for _ in range(lockout.FREE):
                lockout.failed(failures, time.time())
    person, screen = people("list").splitlines()
    assert person.partition("  locked for ")[2] in {"60 s more", "59 s more"}
    assert "  locked for " in screen
    people("pin", "20417")
    assert "locked" not in people("list")
