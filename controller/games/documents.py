"""The clause tables of all games by the name of the game."""

from typing import Final

from controller.games import (
    blackjack_clauses,
    free_bet_blackjack_clauses,
    pontoon_clauses,
    pontoon_pandemonium_clauses,
)
from controller.games.clauses import Clause
from controller.games.poker import clauses as poker_clauses

CLAUSES: Final[dict[str, tuple[Clause, ...]]] = {
    "pontoon-pandemonium": pontoon_pandemonium_clauses.CLAUSES,
    "pontoon": pontoon_clauses.CLAUSES,
    "free-bet-blackjack": free_bet_blackjack_clauses.CLAUSES,
    "blackjack": blackjack_clauses.CLAUSES,
    "poker": poker_clauses.CLAUSES,
}


def clauses_of(game: str) -> tuple[Clause, ...]:
    """Every row of the game's clause table, in the order of its document."""
    return CLAUSES[game]
