"""What a verification says: findings, each a place and a sentence, and notes on what could not be looked at."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

FINDINGS_KEPT: Final = 1000
"""Past this the first ones are what matters; the rest is counted."""

Progress = Callable[[int], None]
"""Told the number of each record looked at, now and then."""


class Finding(NamedTuple):
    """Where it is and what is wrong there."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass(slots=True)
class Report:
    """Clean without findings. `notes` say what could not be looked at, the numbers what was.

    Up to record `whole` every one stands in its place, as it was written and sealed. `doubts` of the findings are what
    the records tell themselves; a true copy tells the same.
    """

    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    found: int = 0
    doubts: int = 0
    records: int = 0
    whole: int = 0
    rounds: int = 0
    replayed: int = 0
    seals: int = 0
    rows: int = 0
    snapshots: int = 0

    def add(self, where: str, what: str) -> None:
        """One more finding."""
        self.found += 1
        if len(self.findings) < FINDINGS_KEPT:
            self.findings.append(Finding(where, what))

    def doubt(self, where: str, what: str) -> None:
        """One more finding that the records tell themselves."""
        self.doubts += 1
        self.add(where, what)

    def join(self, later: "Report") -> None:
        """What was looked at in the records behind, in which nothing was found."""
        if self.whole == self.records:
            self.whole += later.whole
        self.records += later.records
        self.rounds += later.rounds
        self.replayed += later.replayed
        self.seals += later.seals
        self.rows += later.rows
        self.snapshots += later.snapshots

    def note(self, text: str) -> None:
        """One more note, once."""
        if text not in self.notes:
            self.notes.append(text)
