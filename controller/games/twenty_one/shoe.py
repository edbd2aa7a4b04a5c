"""The shoe of a twenty-one table and the cards that came out of it and wait: part of its state, records alike."""

from dataclasses import dataclass

from controller.core.cards import ALL_CARDS
from controller.games.records.record import Record


@dataclass(slots=True, unsafe_hash=True, repr=False)
class Kept(Record):
    """A card out of the shoe that waits to be the next card.

    `disclosed` ones of several drawn at once are burned when the player they are offered to declines them (5.23.3.1);
    he is another than the one at the area `chooser`, who has selected what he wants of them.
    """

    card: str
    face_down: bool = False
    disclosed: bool = False
    chooser: int | None = None
    place: tuple[int, int] | None = None
    """Where it lies while it waits behind an unread face: as `Round.place`; None where the round has none for it."""

    def __repr__(self) -> str:
        return "Kept(a card)"

    def copy(self) -> "Kept":
        """Another record with the same fields."""
        new = Kept.__new__(Kept)
        new.card = self.card
        new.face_down = self.face_down
        new.disclosed = self.disclosed
        new.chooser = self.chooser
        new.place = self.place
        return new


@dataclass(slots=True, unsafe_hash=True, repr=False)
class Shoe(Record):
    decks: int
    drawn: tuple[int, ...] = (0,) * len(ALL_CARDS)
    cut: bool = False
    burn_due: bool = False
    burned: tuple[str, ...] = ()
    """Burned since the last round ended: a burn card that was in fact dealt belongs to the next round."""
    unread: int = 0
    """Cards out of play whose faces nobody has entered: their round is over."""

    @property
    def out(self) -> int:
        """How many cards have left the shoe."""
        return sum(self.drawn) + self.unread

    def __repr__(self) -> str:
        return f"Shoe({self.decks} decks, {self.out} cards out)"

    def copy(self) -> "Shoe":
        """Another record with the same fields."""
        new = Shoe.__new__(Shoe)
        new.decks = self.decks
        new.drawn = self.drawn
        new.cut = self.cut
        new.burn_due = self.burn_due
        new.burned = self.burned
        new.unread = self.unread
        return new
