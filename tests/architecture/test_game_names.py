"""No room but the games' own knows a game by its name: what it needs to know it asks the game's record."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from controller.games.registry import BUILT_IN
from tests.architecture.tracked import MODULES, ROOT

NAMES: Final = frozenset(BUILT_IN)
WORDS: Final = tuple(word for game in BUILT_IN.values() for word in (game.name, game.title) if {*word} & {"-", " "})
"""Names that are no word of their own, so that they are found within a text, too."""

EXCEPTED: Final = {
    Path("controller/core/outcomes.py"): "`pontoon` and `blackjack` are what a hand is called in an outcome",
}
"""Modules that may, and why."""

ABOVE: Final = tuple(
    path for path in MODULES if path.parts[0] in {"controller", "drivers"} and path.parts[:2] != ("controller", "games")
)


@pytest.mark.parametrize("path", [path for path in ABOVE if path not in EXCEPTED], ids=str)
def test_a_module_names_no_game(path: Path) -> None:
    """A literal is no game's name and holds none that is more than a word; a docstring may tell of games."""
    named = [f"{path}:{line}: {text!r}" for line, text in literals(path) if names_a_game(text)]
    assert not named, "ask the game's record (controller.games.game) in the place of its name"


@pytest.mark.parametrize("path", EXCEPTED, ids=str)
def test_an_exception_is_one(path: Path) -> None:
    """What names no game any more is taken off the list."""
    assert any(names_a_game(text) for _, text in literals(path))


def names_a_game(text: str) -> bool:
    """Whether the text is the name of a game, or has one in it that is more than a word."""
    return text in NAMES or any(word in text for word in WORDS)


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of every string of the module but those that stand alone and document."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    alone = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in alone:
            yield node.lineno, node.value
