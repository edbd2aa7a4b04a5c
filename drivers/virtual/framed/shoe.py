"""A virtual shoe over `framed`."""

from typing import ClassVar

from drivers.protocols.base.driver import Role
from drivers.virtual.framed.twin import FramedTwin


class VirtualShoe(FramedTwin):
    """A shoe that reads each card as it is drawn, over `framed`."""

    role: ClassVar[Role] = "shoe"

    def deal(self, card: str, *, face_down: bool = False) -> None:
        """A card is drawn, as in `AS`, or `??` where it could not be read."""
        self.queue("C", card + ("F" if face_down else ""))

    def cut_card(self) -> None:
        self.queue("K")

    def new_shoe(self, decks: int | None = None) -> None:
        self.queue("S", "new" if decks is None else f"new;{decks}")

    def state(self, state: str) -> None:
        self.queue("S", state)

    def tell_order(self, cards: str) -> None:
        """Send what no device should: cards that are still inside."""
        self.queue("O", cards)
