"""What a 21 pays that is neither Pontoon nor doubled: by the number of its cards, or 6-7-8 and 7-7-7 (4.1)."""

from typing import Final

from controller.core.money import EVENS, Odds

BY_CARDS: Final = {5: Odds(3, 2), 6: Odds(2), 7: Odds(3)}
"""For a 21 of so many cards, seven standing for more (4.1)."""

MIXED: Final = Odds(3, 2)
SAME_SUIT: Final = Odds(2)
ALL_SPADES: Final = Odds(3)
"""For 6-7-8 and 7-7-7 (4.1)."""


def pay_line(cards: tuple[str, ...]) -> Odds:
    """The odds for a 21 that is neither Pontoon nor doubled (4.1)."""
    if len(cards) >= 5:
        return BY_CARDS[min(len(cards), 7)]
    if sorted(card[0] for card in cards) in (["6", "7", "8"], ["7", "7", "7"]):
        suits = {card[1] for card in cards}
        if suits == {"S"}:
            return ALL_SPADES
        return SAME_SUIT if len(suits) == 1 else MIXED
    return EVENS
