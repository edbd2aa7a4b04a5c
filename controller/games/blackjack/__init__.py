"""Blackjack (RWS), version 5."""

from typing import Final

from controller.games.blackjack.clauses import CLAUSES
from controller.games.blackjack.rulebook import BLACKJACK
from controller.games.twenty_one.game import twenty_one_game

GAME: Final = twenty_one_game(BLACKJACK, CLAUSES)
