"""The single deck (2.2.1): which faces are out, and how cards are taken back into it (5.8 to 5.11)."""

from collections.abc import Iterable
from typing import Final

from controller.core.cards import CARD_INDEX, UNKNOWN
from controller.games.poker.state import BOARD_SIZE, Deal
from controller.games.records.altering import altered

DECK_SIZE: Final = 52

BIT: Final = {card: 1 << index for card, index in CARD_INDEX.items()} | {UNKNOWN: 0, "": 0}
"""The bit of each face in `Deal.seen`; none for an unknown one."""


def faces(cards: Iterable[str]) -> int:
    """The bits of several faces."""
    seen = 0
    for card in cards:
        seen |= BIT[card]
    return seen


def out_of_the_deck(deal: Deal) -> tuple[str, ...]:
    """Every card that has left the deck in this round and has not been taken back."""
    down = deal.community[len(deal.board) :]
    holes = tuple(card for card in deal.holes if card)
    return (*deal.burns, *holes, *deal.board, *down, *deal.early, *deal.discards)


def take_back(deal: Deal, street: int) -> Deal:
    """The Burnt Card and the Community Cards of a street, and all after them, go back into the deck to be shuffled."""
    kept = altered(deal, burns=deal.burns[:street], board=deal.board[: BOARD_SIZE[street - 1]], early=())
    return altered(kept, seen=faces(out_of_the_deck(kept)))
