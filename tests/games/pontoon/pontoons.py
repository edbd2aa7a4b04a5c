"""What the tests of Pontoon and Pontoon Pandemonium share: the two games, and the one clause under its two numbers.

A test that holds for both is written in Pontoon's numbers; where the other document numbers the clause differently, its
name says both: `test_4_3_3_pandemonium_4_4_3_...`.
"""

from typing import Final

import pytest

from controller.games.pontoon_pandemonium.clauses import number_in_pandemonium

GAMES: Final = ("pontoon", "pontoon-pandemonium")

both = pytest.mark.parametrize("game", GAMES)
"""The test is played at both tables."""


def clause(game: str, number: str) -> str:
    """The number that Pontoon's clause has in the game's own document."""
    return number if game == "pontoon" else number_in_pandemonium(number)
