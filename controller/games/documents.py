"""The clause tables of all games by the name of the game."""

from typing import Final

from controller.games.blackjack import clauses as blackjack
from controller.games.clauses import Clause
from controller.games.free_bet_blackjack import clauses as free_bet_blackjack
from controller.games.poker import clauses as poker
from controller.games.pontoon import clauses as pontoon
from controller.games.pontoon_pandemonium import clauses as pontoon_pandemonium

CLAUSES: Final[dict[str, tuple[Clause, ...]]] = {
    "pontoon-pandemonium": pontoon_pandemonium.CLAUSES,
    "pontoon": pontoon.CLAUSES,
    "free-bet-blackjack": free_bet_blackjack.CLAUSES,
    "blackjack": blackjack.CLAUSES,
    "poker": poker.CLAUSES,
}


def clauses_of(game: str) -> tuple[Clause, ...]:
    """Every row of the game's clause table, in the order of its document."""
    return CLAUSES[game]
