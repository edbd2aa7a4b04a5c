"""How a module of the controller looks: it says what it is, it is short, its name means something, money is exact."""

import ast
from pathlib import Path
from typing import Final

import pytest

from tests.architecture.tracked import MODULES, ROOT

MOST_LINES: Final = 400  # past this a file wants a second room
EMPTY_NAMES: Final = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}
EXACT: Final = tuple(path for path in MODULES if path.parts[:2] in {("controller", "core"), ("controller", "games")})


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_module_opens_with_a_docstring(path: Path) -> None:
    """The first thing in every file is what it is."""
    assert ast.get_docstring(ast.parse((ROOT / path).read_text(encoding="utf-8"))), f"{path} does not say what it is"


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_module_is_short(path: Path) -> None:
    """A file can be read in one sitting."""
    lines = len((ROOT / path).read_text(encoding="utf-8").splitlines())
    assert lines <= MOST_LINES, f"{path} has {lines} lines, expected at most {MOST_LINES}"


def test_names_mean_something() -> None:
    """No module or package is called by a word that would fit any content."""
    assert not [path for path in MODULES if EMPTY_NAMES.intersection({*path.parts, path.stem})]


@pytest.mark.parametrize("path", EXACT, ids=str)
def test_rules_know_no_float(path: Path) -> None:
    """Money is integers and odds are fractions: the rules write no float and convert nothing to one."""
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        inexact = (isinstance(node, ast.Constant) and isinstance(node.value, float)) or (
            isinstance(node, ast.Name) and node.id == "float"
        )
        assert not inexact, f"{path}:{getattr(node, 'lineno', 0)} uses a float"
