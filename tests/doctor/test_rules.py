"""Whether the rules run compiled is told, and that they could where another Python's are there."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from controller.doctor.rules import look_at_rules
from controller.games.twenty_one import engine
from controller.rules_run import COMPILED, are_compiled, compiled_for

ANOTHER = ".cpython-27-x86_64-linux-gnu.so"


@pytest.mark.parametrize(
    ("suffixes", "verdict", "begins"),
    [
        ([], "ok", "interpreted, as nothing"),
        ([EXTENSION_SUFFIXES[0]], "ok", "compiled"),
        ([ANOTHER, EXTENSION_SUFFIXES[0]], "ok", "compiled"),
        ([ANOTHER], "warning", f"interpreted, as what is compiled is for another Python ({ANOTHER})"),
    ],
)
def test_how_they_run_is_told(suffixes: list[str], verdict: str, begins: str) -> None:
    """One line, with what to do where they run more slowly than they need to."""
    (found,) = look_at_rules(suffixes)
    assert (found.verdict, found.what) == (verdict, "rules")
    assert found.text.startswith(begins)
    assert bool(found.to_do) == (verdict == "warning")


def test_it_is_told_by_the_files(tmp_path: Path) -> None:
    """Here as the modules are; elsewhere as they lie there."""
    assert are_compiled() is not str(engine.__file__).endswith(".py")
    assert compiled_for(tmp_path) == ()
    (tmp_path / f"{COMPILED}{ANOTHER}").touch()
    assert compiled_for(tmp_path) == (ANOTHER,)
