"""Cards: two characters, rank then suit, as in `AS`, `TD`, `7H`; `??` is a card whose face is not known."""

from typing import Annotated, Final

from pydantic import StringConstraints

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
UNKNOWN: Final = "??"
ALL_CARDS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD_INDEX: Final = {card: index for index, card in enumerate(ALL_CARDS)}

Card = Annotated[str, StringConstraints(pattern=r"^([A23456789TJQK][SHDC]|\?\?)$")]
"""A card's face, or `??`."""
