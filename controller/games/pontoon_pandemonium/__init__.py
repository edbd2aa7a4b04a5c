"""Pontoon Pandemonium (MBS), version 5: Pontoon with one wager more."""

from typing import Final

from controller.games.pontoon_pandemonium.clauses import CLAUSES
from controller.games.pontoon_pandemonium.rulebook import PONTOON_PANDEMONIUM
from controller.games.twenty_one.game import twenty_one_game

GAME: Final = twenty_one_game(PONTOON_PANDEMONIUM, CLAUSES)
