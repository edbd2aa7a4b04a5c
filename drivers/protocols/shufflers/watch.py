"""The shuffler is not trusted either: its count must be that of the decks, and a set comes only when one can.

A wrong count takes the cards out of play until a right one is counted: `ShufflerCountWrong` stands as an alert until
`ShufflerCountRight`, and no round is opened while it stands (COMAR 36.05.03.27C; in the rules it would be 5.1).
"""

from typing import Final

from controller.core.events import SetDispensed
from drivers.protocols.base.protocol import DeviceEvent, Received
from drivers.protocols.base.reports import ShufflerState
from drivers.protocols.base.suspicions import SetOutOfPhase, ShufflerCountRight, ShufflerCountWrong

NO_SETS: Final = frozenset(("shuffling", "empty", "jam", "door_open"))


class ShufflerWatch:
    """Watches one shuffler; `cards` is how many it must count, None where it is not known."""

    def __init__(self, *, cards: int | None = None) -> None:
        self._cards = cards
        self._state: str | None = None

    def connected(self, at: float) -> list[DeviceEvent]:
        """The device is there (again); it has to report its state anew."""
        del at
        self._state = None
        return []

    def lost(self) -> None:
        """The connection has ended."""

    def committed(self, at: float) -> None:
        """What `look` gave is on the disk."""

    def look(self, batch: list[Received], at: float, *, waiting: bool) -> list[Received]:
        """The batch with what there is to report about it, each behind what it is about."""
        del at, waiting
        looked: list[Received] = []
        for item in batch:
            looked.append(item)
            match item.event:
                case ShufflerState(state, _, count):
                    self._state = state
                    looked += [Received(report) for report in self._count(state, count)]
                case SetDispensed() if self._state in NO_SETS:
                    looked.append(Received(SetOutOfPhase(self._state or "")))
        return looked

    def _count(self, state: str, count: int | None) -> list[DeviceEvent]:
        if self._cards is None or count is None or state != "ready":
            return []
        if count != self._cards:
            return [ShufflerCountWrong(self._cards, count)]
        return [ShufflerCountRight(count)]
