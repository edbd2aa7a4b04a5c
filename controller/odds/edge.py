"""The house's edge on the pandemonium wager, exactly: what the multiplier weights take from each unit staked.

The wager wins when the area is dealt a Pontoon: an Ace and a picture card in its first two cards (1.1.11, 1.1.12). Of
`d` decks of 48 cards there are 4d Aces and 12d pictures, so from a fresh shoe, wherever the area sits,

    P = 2 * 4d * 12d / (48d * (48d - 1)) = 2d / (48d - 1)

A win pays the multiplier to one (4.2), a loss costs the stake:

    edge = 1 - P * (mean + 1)

On eight decks P is 16/383; a mean of 21.02 leaves the house 8 %, equal weights (mean 26.875) would cost it 16 %.
"""

from fractions import Fraction
from typing import Final

from controller.games.twenty_one.wagers.pandemonium import MULTIPLIERS

CARDS_PER_DECK: Final = 48
"""2.1: the tens are removed."""
ACES_PER_DECK: Final = 4
PICTURES_PER_DECK: Final = 12


def pontoon_probability(decks: int) -> Fraction:
    """The chance that an area's first two cards from a fresh shoe of `decks` are a Pontoon."""
    cards = CARDS_PER_DECK * decks
    return Fraction(2 * ACES_PER_DECK * decks * PICTURES_PER_DECK * decks, cards * (cards - 1))


def mean_multiplier(tickets: tuple[int, ...]) -> Fraction:
    """The mean multiplier by integer weights in the order of MULTIPLIERS."""
    paid = sum(multiplier * weight for multiplier, weight in zip(MULTIPLIERS, tickets, strict=True))
    return Fraction(paid, sum(tickets))


def pandemonium_edge(tickets: tuple[int, ...], decks: int) -> Fraction:
    """The share of each stake that stays with the house in the long run; negative where the players gain."""
    return 1 - pontoon_probability(decks) * (mean_multiplier(tickets) + 1)


def percent(fraction: Fraction) -> str:
    """For people, with two decimals, rounded half up."""
    hundredths = (fraction * 10_000 + Fraction(1, 2)).__floor__()
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d} %"
