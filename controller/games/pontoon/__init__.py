"""Pontoon (MBS), version 6."""

from typing import Final

from controller.games.pontoon.clauses import CLAUSES
from controller.games.pontoon.rulebook import PONTOON
from controller.games.twenty_one.game import twenty_one_game

GAME: Final = twenty_one_game(PONTOON, CLAUSES)
