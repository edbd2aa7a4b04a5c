"""Cards and hands as the documents count them: point values, totals, naturals, pairs, the pay lines of Pontoon."""

from __future__ import annotations

from fractions import Fraction

PONTOON_GAMES = ("pontoon-pandemonium", "pontoon")
SUITS = "SHDC"
RANKS = {
    "pontoon-pandemonium": "A23456789JQK",  # 2.1: no tens
    "pontoon": "A23456789JQK",
    "free-bet-blackjack": "A23456789TJQK",
    "blackjack": "A23456789TJQK",
}


def points(card: str) -> int:
    """Point value with an Ace as 11."""
    rank = card[0]
    if rank == "A":
        return 11
    return 10 if rank in "TJQK" else int(rank)


def is_ten(card: str) -> bool:
    """A card worth ten points."""
    return card[0] in "TJQK"


def count(cards: list[str], aces_low: int = 0) -> tuple[int, bool]:
    """(total, soft). The Aces among the first `aces_low` cards count 1 and stay 1 (Pontoon 3.4.2)."""
    total = 0
    elevens = 0
    for place, card in enumerate(cards):
        if card[0] == "A" and place < aces_low:
            total += 1
        else:
            total += points(card)
            elevens += card[0] == "A"
    while total > 21 and elevens:
        total -= 10
        elevens -= 1
    return total, elevens > 0


def natural(cards: list[str]) -> bool:
    """An Ace and a ten-point card as the two cards of a hand; whether it was split is for the caller."""
    return len(cards) == 2 and count(cards)[0] == 21


def same_rank(cards: list[str]) -> bool:
    """A pair for the pair wager: K and Q, or T and K, are none."""
    return cards[0][0] == cards[1][0]


def low_total(cards: list[str]) -> int:
    """The total for Under 13 and Over 13: Aces are 1 (Blackjack 3.13.2)."""
    return sum(1 if card[0] == "A" else points(card) for card in cards)


def pontoon_odds(cards: list[str], doubled: bool) -> Fraction:
    """What an immediately paid 21 of Pontoon pays (4.1); naturals are for the caller."""
    if doubled:  # 4.1.1.4, I5
        return Fraction(1)
    lines = [Fraction(1)]
    if len(cards) == 5:
        lines.append(Fraction(3, 2))
    if len(cards) == 6:
        lines.append(Fraction(2))
    if len(cards) >= 7:
        lines.append(Fraction(3))
    if sorted(card[0] for card in cards) in (["6", "7", "8"], ["7", "7", "7"]):
        suits = {card[1] for card in cards}
        if suits == {"S"}:
            lines.append(Fraction(3))
        elif len(suits) == 1:
            lines.append(Fraction(2))
        else:
            lines.append(Fraction(3, 2))
    return max(lines)


def three_suited_sevens(cards: list[str]) -> bool:
    """What the Super Bonus asks of the player (Pontoon 1.1.19)."""
    return len(cards) == 3 and all(card[0] == "7" for card in cards) and len({card[1] for card in cards}) == 1
