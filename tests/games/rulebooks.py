"""The rulebooks of the twenty-one games of this tree, by the game's name."""

from typing import Final

from controller.games.registry import BUILT_IN
from controller.games.twenty_one.game import TwentyOneGame

RULEBOOKS: Final = {name: game.rules for name, game in BUILT_IN.items() if isinstance(game, TwentyOneGame)}
