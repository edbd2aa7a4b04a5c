"""Refused requests of one source: the first are recorded one by one; of those that come without end the count is.

A refusal changes nothing, so with its record only the refusal itself is lost; whoever asks is answered all the same. A
source is a device, the console socket or a page. An alert names it while its refusals are counted; when none has come
for a while the count goes into the record, with the mark of the last one where its driver numbers what it sends.
"""

from collections.abc import Collection, Sequence
from typing import ClassVar, Final

from controller.alerts.notices import Notice, PersonNotice, RequestNotice
from controller.core.alerts import Severity
from controller.core.dataclass import dataclass
from controller.core.effects import AlertRaised, Effect, Rejected
from controller.core.events import AnyEvent, ButtonPressed, CardDrawn, CutCard, SetDispensed, ShoeNew
from drivers.budget import Budget
from drivers.protocols.base.reports import Report

AT_ONCE: Final = 100
A_SECOND: Final = 0.2
"""Somebody who learns the game is refused a few times in a minute."""
QUIET_S: Final = 10.0
FACTS: Final = (CardDrawn, CutCard, SetDispensed, ShoeNew, ButtonPressed)
"""What has happened, whatever the rules say to it."""


@dataclass(frozen=True, slots=True)
class RequestsRefused(Report):
    """One request after the other is refused; they are no longer recorded."""

    code: ClassVar[str] = "requests_refused"

    def __str__(self) -> str:
        return "one request after the other is refused; they are answered and counted, no longer recorded one by one"


@dataclass(frozen=True, slots=True)
class RequestsCounted(Report):
    """That is over; `counted` refusals are in no record of their own."""

    code: ClassVar[str] = "requests_counted"
    severity: ClassVar[Severity] = "info"
    counted: int

    def __str__(self) -> str:
        return f"{self.counted} refused requests were answered and counted, not recorded one by one"


@dataclass(slots=True)
class _Counting:
    """What of one source is in no record: how many, when the last came, its mark."""

    count: int
    last_at: float
    mark: str | None


class Refusals:
    """The refusals of every source; times are the loop's."""

    def __init__(self) -> None:
        self._budgets: dict[str, Budget] = {}
        self._counting: dict[str, _Counting] = {}

    @property
    def counting(self) -> Collection[str]:
        """The sources whose refusals are counted now."""
        return tuple(self._counting)

    def count(self, source: str, mark: str | None, at: float) -> bool:
        """A request is refused: whether it is counted alone; else it is to be recorded."""
        budget = self._budgets.setdefault(source, Budget(rate=A_SECOND, burst=AT_ONCE))
        if budget.take(at):
            return False
        self.passed_over(source, mark, at)
        return True

    def passed_over(self, source: str, mark: str | None, at: float) -> None:
        """A request is counted alone, whatever room there is."""
        one = self._counting.setdefault(source, _Counting(0, at, None))
        one.count, one.last_at, one.mark = one.count + 1, at, mark or one.mark

    def is_over(self, source: str, at: float) -> bool:
        """Whether nothing of the source has been counted for a while."""
        return source not in self._counting or at >= self._counting[source].last_at + QUIET_S

    def end(self, source: str) -> tuple[RequestsCounted, str | None]:
        """What goes into the record at the end, and its mark."""
        one = self._counting.pop(source, _Counting(0, 0.0, None))
        return RequestsCounted(one.count), one.mark


def changes_nothing(event: AnyEvent, effects: Sequence[Effect]) -> bool:
    """Whether this is a request that was refused, with nothing else of it to be recorded."""
    told = all(isinstance(effect, Rejected | AlertRaised) for effect in effects)
    return told and any(isinstance(effect, Rejected) for effect in effects) and not isinstance(event, FACTS)


def refused_person(notice: AnyEvent | Notice) -> str | None:
    """Where somebody was refused, or got an answer again: the console, or who has signed; None for anything else."""
    if isinstance(notice, RequestNotice):
        return notice.by or "request" if notice.status == "refused" or notice.again else None
    return notice.console or "web" if isinstance(notice, PersonNotice) and notice.what == "refused" else None
