"""The shape of a clause table: every numbered clause of a document, where it is decided and which test proves it.

A clause that is for people and not for the controller says why instead. The tables stand beside the games, one module
a document (`<game>_clauses`); `tablectl rules` prints them, and a test holds that no clause is without a row.
"""

from typing import NamedTuple


class Clause(NamedTuple):
    """One row: `about` in our own words; `where` as `module.function`, `test` as `file::function`, or `people`."""

    number: str
    about: str
    where: str | None = None
    test: str | None = None
    people: str | None = None
    """Why the clause is for people alone."""
