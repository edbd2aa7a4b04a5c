"""The cards of the demonstration shoe: real decks, shuffled by a seed, then stacked a little by exchanging cards.

Not a source of chance for any table.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Final

CUT_AT: Final = 0.75
"""The cutting card lies three quarters down the shoe."""


class StackedShoe:
    """What lies in the shoe, the next card last; `cut` once the cutting card has come out."""

    def __init__(self, decks: Sequence[str], chance: random.Random) -> None:
        self._decks = decks
        self._chance = chance
        self._cards: list[str] = []
        self.cut = True

    @property
    def count(self) -> int:
        """How many cards a full shoe has."""
        return len(self._decks)

    def shuffle(self) -> None:
        """All cards are in the shoe again."""
        self._cards = list(self._decks)
        self._chance.shuffle(self._cards)
        self.cut = False

    def stack(self, wanted: Mapping[int, tuple[str, ...]]) -> None:
        """Bring up cards: for each place (0 is the next card) how its card may begin. Skipped where none is left."""
        kept = set(wanted)
        for place, faces in wanted.items():
            if place >= len(self._cards):
                continue
            for at in range(len(self._cards)):
                if (at == place or at not in kept) and self._at(at).startswith(faces):
                    self._exchange(place, at)
                    break

    def cut_card_due(self) -> bool:
        """Whether the cutting card comes out before the next card; true once a shoe."""
        due = not self.cut and len(self._cards) <= self.count * (1 - CUT_AT)
        self.cut = self.cut or due
        return due

    def draw(self) -> str:
        return self._cards.pop()

    def _at(self, place: int) -> str:
        return self._cards[-1 - place]

    def _exchange(self, place: int, other: int) -> None:
        cards = self._cards
        cards[-1 - place], cards[-1 - other] = cards[-1 - other], cards[-1 - place]
