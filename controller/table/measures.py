"""What a running table measures of itself. This measures what its own pages show; the daemon may have it measure more.

Each is called on the table's way from a card to its outcome: it returns at once and raises nothing.
"""

import time
from collections.abc import Iterable

from controller.core.effects import Effect, SetMeter
from controller.core.events import AnyEvent
from controller.games import State
from controller.table.commit_times import CommitTimes
from controller.table.recovery import decide


class Measures:
    """Times are in seconds; `device` is a name of the configuration."""

    def __init__(self) -> None:
        self.commit_times = CommitTimes()

    def committed(self, took_s: float) -> None:
        """A commit is on the disk."""
        self.commit_times.add(took_s)

    def ruled(self, state: State, event: AnyEvent, n: int, device: str | None = None) -> tuple[State, list[Effect]]:
        """The rules' answer to record `n` (`decide`), measured."""
        began = time.perf_counter()
        state, effects = decide(state, event, n)
        self.decided(time.perf_counter() - began, event, device, effects)
        return state, effects

    def decided(self, took_s: float, event: AnyEvent, device: str | None, effects: Iterable[Effect]) -> None:
        """The rules have answered an event."""

    def came(self, events: Iterable[object]) -> None:
        """A device has sent something."""

    def received(self, took_s: float, events: Iterable[object]) -> None:
        """What a device sent is committed, so long after it came; it is acknowledged now."""

    def shown(self, level: SetMeter) -> None:
        """The meter has taken what it shows now."""
