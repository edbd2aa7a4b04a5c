"""The worth of cards: point totals, hard and soft, naturals, pairs, the counting of doubled Aces."""

from functools import lru_cache
from typing import Final

from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Hand

POINTS: Final = {rank: min(number, 10) for number, rank in enumerate("A23456789TJQK", start=1)}
"""The point value of a rank, an Ace as 1."""
REMEMBERED: Final = 1024
"""Hands whose count is at hand: some rounds of a full table. Every one of a day took a megabyte each twelve hours."""


@lru_cache(maxsize=REMEMBERED)
def count(cards: tuple[str, ...], aces_as_one: int = 0) -> tuple[int, bool]:
    """The point total of the cards and whether it is soft; an Ace is 11 where that does not exceed 21 (3.4.1).

    Args:
        cards: the cards of a hand.
        aces_as_one: an Ace among this many first cards counts 1 in any case (Pontoon 3.4.2, I2).

    """
    total = 0
    free_ace = False
    for index, card in enumerate(cards):
        total += POINTS[card[0]]
        if card[0] == "A" and index >= aces_as_one:
            free_ace = True
    if free_ace and total <= 11:
        return total + 10, True
    return total, False


def total_of(rules: Rulebook, hand: Hand) -> tuple[int, bool]:
    """A player's hand: its total and whether it is soft."""
    if hand.doubled and rules.doubled_aces_count_one:  # 3.4.2, I2
        return count(hand.cards, 2)
    return count(hand.cards)


def two_card_natural(cards: tuple[str, ...]) -> bool:
    """An Ace and a card worth ten as the two cards."""
    return len(cards) == 2 and count(cards)[0] == 21


def is_natural(hand: Hand) -> bool:
    """Pontoon or Blackjack: an Ace and a ten as the initial two cards, not on a split (Pontoon 1.1.11)."""
    return len(hand.cards) == 2 and not hand.split and not hand.short and count(hand.cards)[0] == 21


def same_value(cards: tuple[str, ...]) -> bool:
    """Two cards of one point value, as King and Queen, that may be split (I15)."""
    return len(cards) == 2 and POINTS[cards[0][0]] == POINTS[cards[1][0]]


def is_pair(cards: tuple[str, ...]) -> bool:
    """Two cards of one rank, as a pair wager wants them (1.1.8): King and Queen are none."""
    return len(cards) == 2 and cards[0][0] == cards[1][0]


def may_double_free(rules: Rulebook, hand: Hand) -> bool:
    """Two cards with one of the hard totals that are doubled free (Free Bet 1.1.6)."""
    total, soft = count(hand.cards)
    return len(hand.cards) == 2 and not soft and total in rules.free_double_totals


def is_complete(rules: Rulebook, hand: Hand) -> bool:
    """Whether the rules let no more cards go to the hand: 21, bust, doubled, a split Ace with its card."""
    if not hand.cards:
        return False
    total, soft = total_of(rules, hand)
    if total > 21 or (hand.doubled and not hand.pending):
        return True
    if hand.aces and len(hand.cards) >= 2:
        return True
    if total == 21:
        return not rules.hard_21_may_draw or soft  # I10
    return False


def live(hand: Hand) -> bool:
    """Whether any wager on the hand is still in play for the cards."""
    for bet in hand.bets:  # noqa: SIM110 - asked many times a step, and `any` costs twice as much
        if not bet.fate:
            return True
    return False
