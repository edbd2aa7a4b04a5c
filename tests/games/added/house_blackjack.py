"""A game as another package adds it, built on the twenty-one mechanics: Blackjack under a house's own document."""

from dataclasses import replace
from typing import Final

from controller.games.blackjack.rulebook import BLACKJACK
from controller.games.clauses import for_people, in_order
from controller.games.twenty_one.game import twenty_one_game

RULES: Final = replace(
    BLACKJACK,
    game="house-blackjack",
    title="House Blackjack (example), version 1",
    side_wagers=(),
    irregularities=replace(BLACKJACK.irregularities, power_failure="9.1"),
)

CLAUSES: Final = in_order(for_people({"9.1": ("after a power failure", "The floor decides what is paid.")}))

GAME: Final = twenty_one_game(RULES, CLAUSES)
