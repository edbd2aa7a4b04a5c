"""All records of a journal through the checks: from the front in this process, from the back in others beside it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import zip_longest
from typing import Final, NamedTuple

from controller.audit.elsewhere import Elsewhere, Ends, stretches
from controller.audit.findings import Progress, Report
from controller.audit.journal_file import JournalFile, Places, opened
from controller.audit.legible import UnreadableError
from controller.audit.span import GREATEST
from controller.audit.verify.one_pass import OnePass
from controller.audit.verify.stretch import Beside, Confirmed, Stretch
from controller.journal.archive import NOT_AS_WRITTEN, JournalRefusedError, lane_and_reader
from controller.journal.files.head_file import Head

LEAST: Final = -GREATEST - 1
"""The smallest number that a journal can hold."""
_ACTIVE: Final = "SELECT code, device, n, severity, text, rule FROM standing WHERE n <= ? ORDER BY n, rowid"
_ROW: Final = "SELECT seq, n FROM outbox WHERE lane = ? AND seq >= ? ORDER BY seq LIMIT 1"


class Others(NamedTuple):
    """What others look at meanwhile."""

    stretches: list[Stretch]
    elsewhere: Elsewhere[Confirmed]


@contextmanager
def others_beside(file: JournalFile, jobs: int) -> Iterator[Others]:
    """Others begin with the journal, for the block, so many with this process; none where it cannot be read."""
    found: list[Stretch] = []
    work: list[tuple[Ends, tuple[Places, Stretch, Beside]]] = []
    with suppress(sqlite3.Error, *NOT_AS_WRITTEN):
        beside = Beside.of(file)
        found = _stretches(file, beside, jobs)
        work = [
            (stretch.ends, (file.places, stretch, beside.seen_by(stretch.numbers)))
            for stretch, behind in zip_longest(found, found[1:])
            if behind is None or not _begins_to_be_kept(stretch, behind)
        ]
    with Elsewhere(jobs, confirmed, work) as elsewhere:
        yield Others(found, elsewhere)


def read(one: OnePass, others: Others, report: Report, progress: Progress) -> None:
    """Take every record; raises sqlite3.Error."""
    first, elsewhere = LEAST, others.elsewhere

    def tell(_: int = 0) -> None:
        progress(report.records + elsewhere.ahead)

    for stretch in others.stretches:
        after, last = stretch.ends
        if first <= after:
            one.take(first, after, tell)
        found = elsewhere.found(stretch.ends, tell)
        if found is None or not one.join(found):
            one.take(after + 1, last, tell)
        first = last + 1
    one.take(first, GREATEST, tell)


def confirmed(places: Places, stretch: Stretch, beside: Beside) -> Confirmed | None:
    """What `OnePass.confirm` says of the stretch, in a process of its own."""
    try:
        with opened(places) as file:
            return OnePass(file, Report(), beside=beside).confirm(stretch)
    except (JournalRefusedError, UnreadableError, sqlite3.Error, *NOT_AS_WRITTEN):
        return None


def _begins_to_be_kept(stretch: Stretch, behind: Stretch) -> bool:
    """Whether rows of a lane are kept from somewhere within the stretch on: it can only be looked at from before."""
    return any(number is None and behind.numbers[lane] is not None for lane, number in stretch.numbers.items())


def _stretches(file: JournalFile, beside: Beside, jobs: int) -> list[Stretch]:
    """As far as the head file says nothing against them."""
    lanes = [name for name in beside.lanes if lane_and_reader(name)[1] is None]
    return [
        Stretch(
            ends,
            {lane: _number(file, beside, lane, ends.after) for lane in lanes},
            tuple(file.rows(_ACTIVE, ends.after)),
        )
        for ends in stretches(file, file.head.n if isinstance(file.head, Head) else GREATEST, jobs)
    ]


def _number(file: JournalFile, beside: Beside, lane: str, n: int) -> int | None:
    """The last number that the lane gave out up to record `n`, None where its rows of then are deleted."""
    last, _, kept, _ = beside.lane(lane)
    found = next(file.rows(_ROW, lane, kept), None)
    if found is None or found[1] > n:
        return 0 if kept == 1 else None
    low, high = found[0], last
    while low < high:
        middle = (low + high + 1) // 2
        row = next(file.rows(_ROW, lane, middle), None)
        if row is None or row[1] > n:
            high = middle - 1
        else:
            low = row[0]
    return int(low)
