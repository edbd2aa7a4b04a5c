"""Ranks of Five-card Hands (3.1.2): which seven cards beat which, and the five that are played.

The strength comes from phevaluator's perfect hash, a number from 1 (a Royal Flush) to 7462 (7, 5, 4, 3, 2): the smaller
beats the greater, and equal numbers are equal hands, whatever the suits (3.1.1, 3.1.3).
"""

from typing import Final

from phevaluator.evaluator import evaluate_7cards

from controller.core.cards import ALL_CARDS
from controller.core.outcomes import ShownHand

_ORDER: Final = "23456789TJQKA"
_VALUE: Final = {card: _ORDER.index(card[0]) for card in ALL_CARDS}
_ID: Final = {card: 4 * _VALUE[card] + "CDHS".index(card[1]) for card in ALL_CARDS}
"""The evaluator's numbers: four for each rank, from the 2 up."""

_RANKS: Final = (
    (1, "royal_flush"),
    (10, "straight_flush"),
    (166, "four_of_a_kind"),
    (322, "full_house"),
    (1599, "flush"),
    (1609, "straight"),
    (2467, "three_of_a_kind"),
    (3325, "two_pairs"),
    (6185, "one_pair"),
    (7462, "high_card"),
)
"""The weakest strength of each rank: there are 10 straight flushes, 156 fours, 156 full houses and so on."""

_BEST_STRAIGHT_FLUSH: Final = 1
_BEST_STRAIGHT: Final = 1600


def strength(hole: tuple[str, str], board: tuple[str, ...]) -> int:
    """The strength of the best five of two Hole Cards and five Community Cards; the smaller wins."""
    a, b = hole
    c, d, e, f, g = board
    return int(evaluate_7cards(_ID[a], _ID[b], _ID[c], _ID[d], _ID[e], _ID[f], _ID[g]))


def played(hole: tuple[str, str], board: tuple[str, ...]) -> ShownHand:
    """The rank and the five cards that make it, the best first; of equal cards the Hole Card is taken."""
    found = strength(hole, board)
    rank = next(name for weakest, name in _RANKS if found <= weakest)
    cards = sorted(hole + board, key=_VALUE.__getitem__, reverse=True)
    if rank in {"royal_flush", "straight_flush"}:
        five = _sequence(_of_one_suit(cards), found - _BEST_STRAIGHT_FLUSH)
    elif rank == "flush":
        five = _of_one_suit(cards)[:5]
    elif rank == "straight":
        five = _sequence(cards, found - _BEST_STRAIGHT)
    else:
        five = _groups(cards)
    return ShownHand(rank=rank, cards=tuple(five))


def _of_one_suit(cards: list[str]) -> list[str]:
    suits = [card[1] for card in cards]
    suit = max("SHDC", key=suits.count)
    return [card for card in cards if card[1] == suit]


def _sequence(cards: list[str], below_the_best: int) -> list[str]:
    """Five in sequence, from the Ace down by as many; the last of the ten is 5, 4, 3, 2 and Ace (3.1.1)."""
    top = len(_ORDER) - 1 - below_the_best
    return [next(card for card in cards if _VALUE[card] == (top - step) % len(_ORDER)) for step in range(5)]


def _groups(cards: list[str]) -> list[str]:
    """Fours, threes and pairs before odd cards, higher ranks before lower; five of them."""
    ranks = [card[0] for card in cards]
    by_size = sorted(cards, key=lambda card: (ranks.count(card[0]), _VALUE[card]), reverse=True)
    if ranks.count(by_size[0][0]) == 4:  # the odd card is the highest of the rest, though the rest may pair
        return by_size[:4] + [card for card in cards if card[0] != by_size[0][0]][:1]
    if ranks.count(by_size[2][0]) == 2 and ranks.count(by_size[0][0]) == 2:  # two pairs, of three perhaps
        rest = [card for card in cards if card[0] not in {by_size[0][0], by_size[2][0]}]
        return by_size[:4] + rest[:1]
    return by_size[:5]
