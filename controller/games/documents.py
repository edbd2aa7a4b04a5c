"""The clause tables of all games by the name of the game."""

from typing import Final

from controller.games.clauses import Clause

CLAUSES: Final[dict[str, tuple[Clause, ...]]] = {}


def clauses_of(game: str) -> tuple[Clause, ...]:
    """Every row of the game's clause table, in the order of its document."""
    return CLAUSES[game]
