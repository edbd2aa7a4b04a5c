"""The clause tables of the twenty-one games: no clause of a document without a row, and every row names what exists."""

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from controller.games.blackjack import clauses as blackjack_clauses
from controller.games.clauses import Clause, places
from controller.games.free_bet_blackjack import clauses as free_bet_blackjack_clauses
from controller.games.pontoon import clauses as pontoon_clauses
from controller.games.pontoon_pandemonium import clauses as pontoon_pandemonium_clauses
from tests.games.disable_clauses import GAMES, Trial, trials

ROOT: Final = Path(__file__).parents[2]


def numbers(text: str) -> Iterator[str]:
    """The clause numbers of `1.1 1.1.1-17 3.13.2.a-e`: a dash counts the last part up to what follows it."""
    for word in text.split():
        first, _, last = word.partition("-")
        above, _, part = first.rpartition(".")
        if part.isdecimal():
            counted = [str(number) for number in range(int(part), int(last or part) + 1)]
        else:
            counted = [chr(letter) for letter in range(ord(part), ord(last or part) + 1)]
        yield from (f"{above}.{one}" for one in counted)


IRREGULARITIES: Final = """
    5.1-29 5.1.1-2 5.6.1-2 5.12.1-2 5.16.1-2 5.19.1 5.21.1-2 5.22.1 5.23.1-4 5.23.1.1 5.23.2.1 5.23.3.1 5.23.4.1-6
    5.29.1-2 6.1-2
"""
PLAY: Final = """
    3.1-34 3.4.1-4 3.10.1-2 3.15.1-2 3.17.1-2 3.17.2.1-5 3.20.1 3.21.1 3.22.1-2 3.23.1-2 3.24.1-3 3.24.3.1-3 3.25.1-8
    3.26.1-4 3.26.4.1-5
"""

DOCUMENTS: Final = {
    "pontoon": (
        pontoon_clauses.CLAUSES,
        f"""
        1.1 1.1.1-17 2.1-2 2.2.1-3 {PLAY}
        4.1-5 4.1.1 4.1.1.1-5 4.2.1-3 4.3.1-3 4.4.1 4.5.1 {IRREGULARITIES}
        """,
    ),
    "pontoon-pandemonium": (
        pontoon_pandemonium_clauses.CLAUSES,
        f"""
        1.1 1.1.1-20 2.1-2 2.2.1-4 {PLAY} 3.15.3 3.19.1-2 3.29.1
        4.1-6 4.1.1 4.1.1.1-5 4.3.1-3 4.4.1-3 4.5.1 4.6.1 {IRREGULARITIES}
        """,
    ),
    "free-bet-blackjack": (
        free_bet_blackjack_clauses.CLAUSES,
        """
        1.1 1.1.1-22 1.1.8.1-2 2.1-2 2.2.1-5
        3.1-35 3.4.1-3 3.10.1-2 3.15.1-4 3.15.4.1 3.17.1-2 3.17.2.1-5 3.21.1-2 3.22.1 3.23.1-2 3.24.1-4 3.25.1
        3.25.1.1-3 3.26.1-8 3.27.1-4 3.27.4.1-5 4.1-7 4.4.1-4 4.5.1-3 4.6.1-2 4.7.1-3
        5.1-30 5.1.1-2 5.6.1-2 5.12.1-2 5.16.1-2 5.19.1 5.21.1-2 5.22.1 5.23.1-4 5.23.1.1 5.23.2.1 5.23.3.1
        5.23.4.1-6 5.30.1-2 6.1-2
        """,
    ),
    "blackjack": (
        blackjack_clauses.CLAUSES,
        """
        1.1-36 2.1-2 2.1.1 2.1.1.a 2.2.1
        3.1-23 3.2.1-3 3.13.1-2 3.13.2.a-e 3.14.1-2 3.14.2.a-b 3.21.1-3 3.22.1-2 3.23.1-4 4.1 4.1.1
        5.1-19 5.1.1-2 5.2.1 5.4.1-2 5.5.1-4 5.7.1-3 5.10.1-3 5.12.1-2
        """,
    ),
}
"""Each game's table with the numbers of its document."""

ROWS: Final = [(game, clause) for game, (clauses, _) in DOCUMENTS.items() for clause in clauses]


@cache
def functions(file: str) -> frozenset[str]:
    """The functions of a test file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("game", DOCUMENTS)
def test_every_clause_of_the_document_has_one_row(game: str) -> None:
    """No numbered clause is left out, none is written twice, and none is invented."""
    clauses, text = DOCUMENTS[game]
    assert sorted(clause.number for clause in clauses) == sorted(numbers(text))


@pytest.mark.parametrize("game", DOCUMENTS)
def test_the_rows_stand_in_the_order_of_the_document(game: str) -> None:
    """Part by part, as 3.9 comes before 3.10."""
    parts = [places(clause.number) for clause in DOCUMENTS[game][0]]
    assert parts == sorted(parts)


@pytest.mark.parametrize(("game", "clause"), ROWS, ids=[f"{game}-{clause.number}" for game, clause in ROWS])
def test_a_row_names_what_exists(game: str, clause: Clause) -> None:
    """Either a place in the rules and a test named after the clause, or why it is for people."""
    assert clause.about, f"{game} {clause.number} says nothing"
    if clause.people is not None:
        assert (clause.where, clause.test) == (None, None)
        return
    assert clause.where is not None
    assert clause.test is not None
    module, function = f"controller.games.{clause.where}".rsplit(".", 1)
    assert callable(getattr(importlib.import_module(module), function)), f"{clause.where} is no function"
    file, name = clause.test.split("::")
    assert name in functions(file), f"{clause.test} does not exist"
    assert f"_{clause.number.replace('.', '_')}_" in name


def test_a_dash_counts_up() -> None:
    """The short writing of the numbers says what it means."""
    assert list(numbers("1.1 3.9-11 5.23.4.1-2")) == ["1.1", "3.9", "3.10", "3.11", "5.23.4.1", "5.23.4.2"]
    assert list(numbers("3.14.2.a-b 2.1.1.a")) == ["3.14.2.a", "3.14.2.b", "2.1.1.a"]


@pytest.mark.parametrize("game", GAMES)
def test_every_decided_clause_can_be_disabled(game: str) -> None:
    """Each row with a place in the rules has its disabling, and no other clause has one."""
    clauses, disablings = GAMES[game]
    assert set(disablings) == {clause.number for clause in clauses if clause.where is not None}


@pytest.mark.parametrize("trial", trials(), ids=lambda trial: trial.test.partition("::")[2])
def test_what_is_disabled_stands_once_in_its_file(trial: Trial) -> None:
    """The code that decides a clause is found, and only there."""
    text = (ROOT / "controller" / "games" / trial.disabled.file).read_text(encoding="utf-8")
    assert text.count(trial.disabled.code) == 1
    assert trial.disabled.instead != trial.disabled.code
