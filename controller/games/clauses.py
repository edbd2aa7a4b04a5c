"""The shape of a clause table: every numbered clause of a document, where it is decided and which test proves it.

A clause that is for people and not for the controller says why instead. The tables stand beside the games, one module
a document (`<game>.clauses`); `tablectl rules` prints them, and a test holds that no clause is without a row.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Clause(NamedTuple):
    """One row: `about` in our own words; `where` as `module.function`, `test` as `file::function`, or `people`."""

    number: str
    about: str
    where: str | None = None
    test: str | None = None
    people: str | None = None
    """Why the clause is for people alone."""


Rows = Mapping[str, tuple[str, str]]
"""Clause number to what it is about, and the place below `controller.games.twenty_one` that decides it."""


def named_after(numbers: str, about: str) -> str:
    """The name of the test function that is called by a row's number, or numbers, and sentence."""
    return "_".join(re.findall(r"[a-z0-9]+", f"test {numbers} {about}".lower().replace("'", "")))


def decided(rows: Rows, file: str) -> list[Clause]:
    """The rows of one test file below `tests/games`, each proved by the test named after it."""
    return [
        Clause(
            number,
            about,
            where=f"twenty_one.{where}",
            test=f"tests/games/{file}.py::{named_after(number, about)}",
        )
        for number, (about, where) in rows.items()
    ]


def for_people(rows: Rows) -> list[Clause]:
    """The rows that the controller has no part in: number to what the clause is about, and why."""
    return [Clause(number, about, people=why) for number, (about, why) in rows.items()]


def in_order(clauses: Iterable[Clause]) -> tuple[Clause, ...]:
    """The rows in the order of the document: 3.9 before 3.10, 3.13.2.a after 3.13.2."""
    return tuple(sorted(clauses, key=lambda clause: places(clause.number)))


def places(number: str) -> list[int]:
    """A clause number part by part, a letter by its place in the alphabet."""
    return [int(part) if part.isdecimal() else ord(part) - ord("a") + 1 for part in number.split(".")]
