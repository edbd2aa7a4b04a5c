"""A virtual shuffler over `framed`."""

from collections.abc import Iterable
from typing import ClassVar

from drivers.protocols.base.driver import Role
from drivers.virtual.framed.twin import FramedTwin


class VirtualShuffler(FramedTwin):
    """A shuffler that counts its cards, and dispenses sets at the poker table."""

    role: ClassVar[Role] = "shuffler"

    def state(self, state: str, *, cycle: int | None = None, count: int | None = None) -> None:
        """Say a state, with the running number of the cycle and the cards counted where it knows them."""
        self.queue("U", f"{state};{'' if cycle is None else cycle};{'' if count is None else count}")

    def dispense(self, cards: Iterable[str]) -> None:
        """A set comes out: first the community cards, then two for each player."""
        self.queue("D", "".join(cards))
