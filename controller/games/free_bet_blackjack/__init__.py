"""Free Bet Blackjack (MBS), version 3."""

from typing import Final

from controller.games.free_bet_blackjack.clauses import CLAUSES
from controller.games.free_bet_blackjack.rulebook import FREE_BET_BLACKJACK
from controller.games.twenty_one.game import twenty_one_game

GAME: Final = twenty_one_game(FREE_BET_BLACKJACK, CLAUSES)
