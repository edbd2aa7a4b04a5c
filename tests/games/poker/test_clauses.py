"""Every numbered clause of the document has a row, and what the row names exists."""

import ast
import importlib
from pathlib import Path
from typing import Final

import pytest

from controller.games.clauses import Clause
from controller.games.poker.clauses import CLAUSES

ROOT: Final = Path(__file__).parents[3]


def _numbers() -> list[str]:
    """The numbers of Poker (RWS) Version 7: each section's clauses, and in brackets how many each has below it."""
    definitions = [f"1.{number}" for number in range(1, 44)]
    definitions += [f"1.5({letter})" for letter in "abcd"] + ["1.20(i)", "1.20(ii)"]
    mode = ["2.1", "2.1.1", "2.2", "2.2.1"]
    play = [f"3.{number}" for number in range(1, 15)]
    below = {"3.1": 3, "3.6": 2, "3.9": 7, "3.10": 8, "3.11": 2, "3.12": 4, "4.6": 2}
    below |= {"5.1": 2, "5.2": 7, "5.4": 2, "5.8": 3, "5.10": 2, "5.12": 4}
    letters = {"3.1.3": "abc", "3.9.2": "ab", "3.9.4": "abcd", "3.10.3": "ab", "3.10.5": "abcd", "3.11.2": "abcde"}
    letters |= {"5.2.7": "ab", "5.4.2": "abcd"}
    settlement = [f"4.{number}" for number in range(1, 7)]
    irregularities = [f"5.{number}" for number in range(1, 17)]
    lower = [f"{clause}.{number}" for clause, count in below.items() for number in range(1, count + 1)]
    lettered = [f"{clause}({letter})" for clause, all_letters in letters.items() for letter in all_letters]
    return [*definitions, *mode, *play, *settlement, *irregularities, *lower, *lettered]


def test_every_clause_has_one_row() -> None:
    """No clause is without a row, none has two, and no row is of another document."""
    rows = [clause.number for clause in CLAUSES]
    assert len(rows) == len(set(rows))
    assert set(rows) == set(_numbers())


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.number)
def test_row_names_what_exists(clause: Clause) -> None:
    """A clause is decided in a function that exists and pinned by a test named after it, or is for people."""
    if clause.people is not None:
        assert clause.where is None
        assert clause.test is None
        return
    assert clause.where is not None
    module, function = clause.where.rsplit(".", 1)
    assert callable(getattr(importlib.import_module(module), function))
    assert clause.test is not None
    file, name = clause.test.split("::")
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_rows_are_in_the_order_of_the_document() -> None:
    """The table reads like the document."""
    numbers = [clause.number for clause in CLAUSES]
    assert numbers.index("3.9.4(d)") < numbers.index("3.9.5") < numbers.index("3.10.1") < numbers.index("3.11")
