"""Every refusal of every game names the clause that forbids it, or the table says why no clause does.

The refusals are found in the code (`refusals.sites`); each has one row beside this file, and a new one without a row
fails. What can be read in the code, a clause by its name in the rulebook or by its number, is compared with the row.
"""

import ast
from collections import Counter
from typing import Final

import pytest

from controller.games.clauses import Clause
from controller.games.poker.clauses import CLAUSES as POKER
from tests.games.disable_clauses import GAMES
from tests.games.refusals.betting import BETTING
from tests.games.refusals.decisions import DECISIONS
from tests.games.refusals.irregularities import IRREGULARITIES
from tests.games.refusals.poker import POKER as POKER_REFUSALS
from tests.games.refusals.row import Row, Table
from tests.games.refusals.sites import Site, sites
from tests.games.refusals.the_round_again import THE_ROUND_AGAIN
from tests.games.rulebooks import RULEBOOKS

TABLE: Final[Table] = {**BETTING, **DECISIONS, **IRREGULARITIES, **POKER_REFUSALS, **THE_ROUND_AGAIN}

TWENTY_ONE: Final = ("pontoon-pandemonium", "pontoon", "free-bet-blackjack", "blackjack")
"""In the order of a row."""

ROWS: Final = [(file, row) for file, rows in TABLE.items() for row in rows]


def test_every_refusal_of_the_code_has_one_row() -> None:
    """And no row is of a refusal that the code has not."""
    found = Counter((site.file, site.function, site.sentence) for site in sites())
    rows = Counter((file, row.function, row.sentence) for file, row in ROWS)
    assert sorted((found - rows).elements()) == []
    assert sorted((rows - found).elements()) == []


@pytest.mark.parametrize(("file", "row"), ROWS, ids=[f"{file}-{row.function}-{row.sentence[:9]}" for file, row in ROWS])
def test_a_row_names_clauses_of_the_documents_or_says_why_not(file: str, row: Row) -> None:
    """One entry a game; each number stands in that game's clause table."""
    games = _games(file)
    named = row.clauses.split()
    assert len(named) in (0, len(games)), "one entry for each game"
    assert named or row.why, "neither a clause nor a reason"
    assert "-" not in named or row.why, "a game without a clause and without a reason"
    for game, cell in zip(games, named, strict=False):
        known = {clause.number for clause in _clauses(game)}
        assert not {number for number in cell.split("/") if number != "-" and _plain(number) not in known}


@pytest.mark.parametrize("site", sites(), ids=lambda site: f"{site.file}-{site.function}-{site.sentence[:30]}")
def test_the_code_gives_the_clause_of_its_row(site: Site) -> None:
    """As far as it can be read there."""
    rows = [row for row in TABLE[site.file] if (row.function, row.sentence) == (site.function, site.sentence)]
    assert rows
    if site.clause is None:
        assert rows[0].clauses == ""
        return
    read = [_read(site.clause, game) for game in _games(site.file)]
    for row in rows:
        for cell, found in zip(row.clauses.split(), read, strict=False):
            assert found is None or found in cell.split("/") or cell == "-"


def _games(file: str) -> tuple[str, ...]:
    if file.startswith("poker/"):
        return ("poker",)
    return TWENTY_ONE if file.startswith("twenty_one/") else (*TWENTY_ONE, "poker")


def _clauses(game: str) -> tuple[Clause, ...]:
    return tuple(POKER) if game == "poker" else tuple(GAMES[game][0])


def _plain(number: str) -> str:
    """Poker writes the points of a clause in brackets, and its table has the clause without them."""
    return number.partition("(")[0]


def _read(node: ast.expr, game: str) -> str | None:
    """The number that the expression has at this game's table; None where that depends on more than the game."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    words = ast.unparse(node).split(".")
    if game == "poker" or not all(word.isidentifier() for word in words):
        return None
    rules = RULEBOOKS[game]
    groups = {"clauses": rules.clauses, "irregularities": rules.irregularities}
    if words[:-1] in (["rules", "clauses"], ["rules", "irregularities"]):
        return str(getattr(groups[words[1]], words[2]))
    if words[:-1] != ["clauses"]:
        return None
    named = [getattr(one, words[1]) for one in (*groups.values(), rules.dealing_errors) if hasattr(one, words[1])]
    return named[0] if len(named) == 1 else None
