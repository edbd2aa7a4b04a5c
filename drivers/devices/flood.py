"""How much a device may send, so that one of them takes nothing from the others and does not fill the disk.

A fact (a card, a press, a console's request) is never dropped. It waits in order, first behind the others of its
device, then on the device's own line, whose buffers fill: `read_s` and `commit_s` say for how long.

A report about the device itself is recorded as it comes until there are more than a table has a use for. From then on
the last of each kind is recorded every `WINDOW_S`, in the order in which they came, so that what holds at the end is in
the record; those before them are counted. That it has begun is reported and, with the count, that it is over.
"""

from typing import Final

from drivers.budget import Budget
from drivers.protocols.base.protocol import Received
from drivers.protocols.base.reports import DeviceCalm, DeviceConnected, DeviceFlooding, Report

BYTES_A_SECOND: Final = 16 * 1024
"""More than a line of 115,200 baud carries; what is faster (TCP, USB) can be held up without loss."""
BYTES_AT_ONCE: Final = 64 * 1024
COMMITS_A_SECOND: Final = 100
COMMITS_AT_ONCE: Final = 200
"""A dealer makes three a second, and an outage of a round leaves a shoe some thirty."""
FACTS_A_SECOND: Final = 200
"""Whoever waits for each answer stays below, held up by the commits: a machine that plays so is no flood."""
FACTS_AT_ONCE: Final = 300
REPORTS_A_SECOND: Final = 20
"""A button of such a machine makes as many."""
REPORTS_AT_ONCE: Final = 300
GRAVE: Final = 10
"""So many reports one counts for that the floor has to see."""
WINDOW_S: Final = 5.0
OVER: Final = 0.25
"""The flood is over when so much of the budgets is saved again: some five quiet seconds."""


class Flood:
    """The budgets of one device; times are the loop's. `reported`: its alert is active from before the start."""

    def __init__(self, *, reported: bool = False) -> None:
        self._bytes = Budget(rate=BYTES_A_SECOND, burst=BYTES_AT_ONCE)
        self._commits = Budget(rate=COMMITS_A_SECOND, burst=COMMITS_AT_ONCE)
        self._facts = Budget(rate=FACTS_A_SECOND, burst=FACTS_AT_ONCE)
        self._reports = Budget(rate=REPORTS_A_SECOND, burst=REPORTS_AT_ONCE)
        self._flooding = reported
        self._held: dict[str, Received] = {}
        self._release_at = float("-inf")
        self._counted = 0

    def read_s(self, length: int, at: float) -> float:
        """How long to wait before more is read than these bytes."""
        return self._bytes.owe_s(at, length)

    def commit_s(self, count: int, at: float) -> float:
        """How long to wait before so many facts and reports are committed."""
        return self._commits.owe_s(at, count)

    def look(self, batch: list[Received], at: float) -> tuple[list[Received], list[Received]]:
        """What goes into the record now, with what was held back before, and what of it all never will."""
        passed: list[Received] = []
        dropped: list[Received] = []
        for item in batch:
            if not self._spend(item, at) and not self._flooding:
                self._flooding, self._counted, self._release_at = True, 0, at + WINDOW_S
                passed.append(Received(DeviceFlooding()))
            if not self._flooding or not isinstance(item.event, Report) or isinstance(item.event, DeviceConnected):
                passed.append(item)
                continue
            if (before := self._held.pop(item.event.code, None)) is not None:
                self._counted += 1
                dropped.append(before)
            self._held[item.event.code] = item
        if self._flooding and at >= self._release_at:
            self._release_at = at + WINDOW_S
            passed += self.release()
            if min(self._commits.share(at), self._reports.share(at)) >= OVER:
                self._flooding = False
                passed.append(Received(DeviceCalm(self._counted)))
        return passed, dropped

    def release(self) -> list[Received]:
        """What is held back, for the record: also where the connection ends, whose end comes behind it."""
        held = list(self._held.values())
        self._held.clear()
        return held

    def next_look(self, at: float) -> float | None:
        """When `look` wants to be called, with whatever there is; None while nothing floods."""
        return max(self._release_at, at) if self._flooding else None

    def _spend(self, item: Received, at: float) -> bool:
        if isinstance(item.event, Report):
            return self._reports.take(at, 1 if item.event.severity == "info" else GRAVE)
        return self._facts.take(at)
