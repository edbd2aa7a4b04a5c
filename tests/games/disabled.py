"""How a clause is disabled: the code that decides it, and what stands there instead when it does not.

Each game has a table of these, by clause number; `python -m tests.games.disable_clauses` puts one after the other into
a copy of the tree and shows that the clause's test then fails.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Disabled(NamedTuple):
    """`code` occurs exactly once in `file`, a path below `controller/games`; `instead` takes its place."""

    file: str
    code: str
    instead: str


Disablings = Mapping[str, Disabled]
"""Clause number to the way in which it is disabled."""
