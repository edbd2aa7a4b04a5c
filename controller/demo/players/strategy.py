"""How the virtual players decide on a hand: the plain strategy of the game, taken as far as the rules allow it."""

from collections.abc import Collection, Iterator

from controller.core.events import Action21
from controller.games.twenty_one.hands import POINTS, count
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Hand

SPLIT_UP_TO = {2: 7, 3: 7, 6: 6, 7: 7, 8: 11, 9: 9, 1: 11}
"""Point value of a pair to the Dealer's highest card against which it is split."""
DOUBLE_FROM_TO = {9: (3, 6), 10: (2, 9), 11: (2, 10)}
"""Hard total to the Dealer's cards against which it is doubled."""


def choose(rules: Rulebook, hand: Hand, dealer: str, allowed: Collection[str]) -> Action21:
    """The first action of the strategy that is allowed; `dealer` is his first card."""
    return next(action for action in _wishes(rules, hand, dealer) if action in allowed)


def _wishes(rules: Rulebook, hand: Hand, dealer: str) -> Iterator[Action21]:
    against = POINTS[dealer[0]] if dealer[0] != "A" else 11
    total, soft = count(hand.cards)
    value = POINTS[hand.cards[0][0]]
    pair = len(hand.cards) == 2 and POINTS[hand.cards[1][0]] == value
    if pair and value in {1, 2, 3, 4, 6, 7, 8, 9}:
        yield "free_split"
    yield "free_double"
    if pair and against <= SPLIT_UP_TO.get(value, 0):
        yield "split"
    least, most = DOUBLE_FROM_TO.get(total, (0, -1))
    if not soft and least <= against <= most:
        yield "double"
    if soft and 15 <= total <= 18 and 4 <= against <= 6 and not rules.doubled_aces_count_one:
        yield "double"
    if _stands(total, against, soft=soft):
        yield "stand"
    yield "hit"
    yield "stand"


def _stands(total: int, against: int, *, soft: bool) -> bool:
    if soft:
        return total >= 19 or (total == 18 and against <= 8)
    return total >= 17 or (total >= 13 and against <= 6) or (total == 12 and 4 <= against <= 6)


def surrenders(hand: Hand, dealer: str) -> bool:
    """Whether a player would rather give up half: a hard 15 or 16, 14 too, against a ten or an Ace."""
    total, soft = count(hand.cards)
    return not soft and 14 <= total <= 16 and dealer[0] in "ATJQK"
