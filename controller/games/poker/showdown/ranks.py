"""Ranks of Five-card Hands (3.1.2): which seven cards beat which, and the five that are played.

The strength comes from phevaluator's perfect hash, a number from 1 (a Royal Flush) to 7462 (7, 5, 4, 3, 2): the smaller
beats the greater, and equal numbers are equal hands, whatever the suits (3.1.1, 3.1.3).
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from phevaluator.evaluator import evaluate_5cards, evaluate_7cards

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


def strength(hole: tuple[str, str], board: tuple[str, ...]) -> int:
    """The strength of the best five of two Hole Cards and five Community Cards; the smaller wins."""
    a, b = hole
    c, d, e, f, g = board
    return int(evaluate_7cards(_ID[a], _ID[b], _ID[c], _ID[d], _ID[e], _ID[f], _ID[g]))


def played(hole: tuple[str, str], board: tuple[str, ...], found: int) -> ShownHand:
    """The rank of a hand of strength `found` and the five cards that make it; of equal cards the Hole Card is taken."""
    name, ranks, suited = _shapes()[found]
    left = [*hole, *board]
    if suited:
        suits = [card[1] for card in left]
        suit = max("SHDC", key=suits.count)
        left = [card for card in left if card[1] == suit]
    five = []
    for rank in ranks:
        for at, card in enumerate(left):
            if card[0] == rank:
                five.append(left.pop(at))
                break
    return ShownHand(rank=name, cards=tuple(five))


class _Shape(NamedTuple):
    """What all hands of one strength have in common: the five ranks, those that make the rank first."""

    name: str
    ranks: str
    suited: bool


@cache
def _shapes() -> dict[int, _Shape]:
    """Every strength there is with its shape: 6,175 ways to draw five ranks, and 1,287 in one suit."""
    shapes: dict[int, _Shape] = {}
    for ranks in combinations_with_replacement(reversed(_ORDER), 5):
        if len(set(ranks)) > 1:
            suits = "CDHSC" if len(set(ranks)) == len(ranks) else _suits_by_turn(ranks)
            shapes.update([_shape(ranks, suits)])
        if len(set(ranks)) == len(ranks):
            shapes.update([_shape(ranks, "CCCCC")])
    return shapes


def _suits_by_turn(ranks: tuple[str, ...]) -> str:
    """Different suits for equal ranks, and never five of one."""
    return "".join("CDHS"[ranks[:index].count(rank)] for index, rank in enumerate(ranks))


def _shape(ranks: tuple[str, ...], suits: str) -> tuple[int, _Shape]:
    a, b, c, d, e = (_ID[rank + suit] for rank, suit in zip(ranks, suits, strict=True))
    found = int(evaluate_5cards(a, b, c, d, e))
    name = next(name for weakest, name in _RANKS if found <= weakest)
    ordered = "".join(sorted(ranks, key=lambda rank: (ranks.count(rank), _ORDER.index(rank)), reverse=True))
    if ordered == "A5432" and name in {"straight", "straight_flush"}:
        ordered = "5432A"  # 3.1.1
    return found, _Shape(name, ordered, suited=len(set(suits)) == 1)
