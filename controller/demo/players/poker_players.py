"""How the virtual players of the poker table play: by what their cards promise, with some bluffing.

They see what a player sees, his own cards and the board. All numbers are out of a hundred.
"""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Final

from controller.core.cards import RANKS
from controller.games.moves import LegalMove

HIGH: Final = {rank: value for value, rank in enumerate((*RANKS[1:], "A"), start=2)}
"""What a rank is worth when no hand is made: the Ace 14."""
MADE: Final = ((4, 98), (3, 85), (2, 55))
"""So many of a rank, with a Hole Card among them, and what they promise."""
BLUFF: Final = 10
RAISE_FROM: Final = 62
CALL_FROM: Final = 38
ALL_IN_FROM: Final = 84


def promise(hole: tuple[str, str], board: tuple[str, ...]) -> int:
    """What the cards promise."""
    first, second = hole
    ranks = Counter(card[0] for card in (*hole, *board))
    suits = Counter(card[1] for card in (*hole, *board))
    most = max(ranks[first[0]], ranks[second[0]])
    found = next((value for count, value in MADE if most >= count), 0)
    if board and max(suits[first[1]], suits[second[1]]) >= 5:
        found = max(found, 90)
    both = ranks[first[0]] == ranks[second[0]] == 2 and first[0] != second[0]
    found = max(found, 75 if both else 0)
    high = HIGH[first[0]] + HIGH[second[0]] + 8 * (first[1] == second[1])
    return max(found + high // 2, high * 2) if not board else max(found, high)


def choose(
    moves: Mapping[str, LegalMove], promised: int, big_blind: int, chance: random.Random
) -> tuple[str, int | None]:
    """The action and, where it takes one, its amount: the total put in this Betting Round."""
    mood = promised + chance.randint(-12, 12)
    wager = next((action for action in ("bet", "raise") if action in moves), None)
    if mood >= ALL_IN_FROM and "all_in" in moves and chance.randint(1, 100) <= 30:
        return "all_in", None
    if wager is not None and (mood >= RAISE_FROM or chance.randint(1, 100) <= BLUFF):
        amounts = moves[wager].amounts
        assert amounts is not None  # noqa: S101 - a bet has amounts
        return wager, min(amounts[0] + chance.randint(0, 3) * big_blind, amounts[1])
    if "check" in moves:
        return "check", None
    if mood >= CALL_FROM:
        return ("call" if "call" in moves else "all_in"), None
    return "fold", None
