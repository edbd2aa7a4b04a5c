"""Every record once, in order, through all checks; a stretch of them may be looked at elsewhere and is joined here.

A record that cannot be believed ends the replay, because what follows from it is not known; the chain is checked to the
end all the same.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from controller.audit.findings import Progress, Report
from controller.audit.journal_file import JournalFile
from controller.audit.rerun import Again, Refusal
from controller.audit.verify.chain_check import ChainCheck
from controller.audit.verify.derived_check import DerivedCheck
from controller.audit.verify.evidence import Evidence
from controller.audit.verify.published import Published, PublishedCheck
from controller.audit.verify.stretch import Beside, Confirmed, Given, Stretch, digest
from controller.journal.archive import NOT_AS_WRITTEN, Stored, stored_record
from controller.journal.packing import Packing

PROGRESS_EVERY: Final = 256
_ROWS: Final = "SELECT * FROM main.records WHERE n BETWEEN ? AND ? ORDER BY n"
_ROW: Final = "SELECT * FROM records WHERE n = ?"


@contextmanager
def held(report: Report, where: str) -> Iterator[None]:
    """The border of a verification: what no table writes is a finding, whatever looking at it ends in."""
    try:
        yield
    except NOT_AS_WRITTEN as error:
        report.add(where, _not_as_written(error))


def _not_as_written(error: Exception) -> str:
    return f"it holds what no table writes ({type(error).__name__})."


class OnePass:
    """Takes the records in order."""

    def __init__(
        self, file: JournalFile, report: Report, published: Iterable[Published] = (), beside: Beside | None = None
    ) -> None:
        self._file = file
        self._report = report
        self._chain = ChainCheck(file, report)
        self._derived = DerivedCheck(file, report, beside)
        self._published = PublishedCheck(file, report, published)
        self._evidence = Evidence(file, report)
        self._again = Again(file.archive, has_vault=file.has_vault)
        self._told: Refusal | None = None

    def take(self, first: int, last: int, progress: Progress) -> None:
        """Look at the records of these numbers; raises sqlite3.Error."""
        for block in _blocks(self._file.rows(_ROWS, first, last), self._file.archive.packing):
            bound = self._chain.binds(block)
            for stored in block:
                self._take(stored, bound=bound)
            progress(self._report.records)

    def end(self) -> None:
        """There are no more records; raises sqlite3.Error."""
        for end in (self._chain.end, self._published.end, self._evidence.end, self._derived.end):
            with held(self._report, "beside the records"):
                end()

    def _take(self, stored: Stored, *, bound: bool) -> None:
        report, record = self._report, stored.record
        report.records += 1
        if record.ended:
            report.rounds += 1
        if record.n in self._published.due:
            with held(report, f"record {record.n}"):
                self._published.take(stored)
        if record.kind == "notice":
            with held(report, f"record {record.n}"):
                self._evidence.take(stored)
        if bound:
            self._chain.check_head(stored)
        if bound or self._chain.take(stored):
            if report.whole == report.records - 1:
                report.whole = report.records
            step = self._again.take(record)
            if step is not None:
                report.replayed += 1
                try:
                    self._derived.take(stored, step)
                except NOT_AS_WRITTEN as error:
                    report.add(f"record {record.n}", _not_as_written(error))
                else:
                    return
        else:
            text = f"From record {record.n} on nothing was replayed, because it cannot be believed."
            self._again.stop(Refusal(text, False))
        self._derived.skip()
        refusal = self._again.refusal
        if refusal is not None and refusal is not self._told:
            self._told = refusal
            if refusal.fault:
                self._report.add(f"record {stored.record.n}", refusal.text)
            else:
                self._report.note(refusal.text)

    # --- stretches ----------------------------------------------------------------------------------------------

    def confirm(self, stretch: Stretch) -> Confirmed | None:
        """Look at the stretch alone; None where anything was found or could not be looked at.

        Raises JournalRefusedError, sqlite3.Error and what comes of values that no table writes.
        """
        after, until = stretch.ends
        if self._again.begin(after) != after:
            return None
        before = stored_record(next(self._file.rows(_ROW, after)))
        begun = stored_record(next(self._file.rows(_ROW, before.record.start)))
        start, state = self._again.start, self._again.state
        assert start is not None and state is not None  # noqa: S101, PT018 - `begin` has found them
        given = Given(start, begun.link, digest(state), before.link, before.seal, stretch.numbers, stretch.active)
        self._chain.begin(before)
        self._derived.begin(given)
        self.take(after + 1, until, lambda _: None)
        report, carried, last = self._report, self._derived.carried(), self._chain.last
        start, state = self._again.start, self._again.state
        is_whole = report.replayed == report.records == report.whole == until - after
        if report.found or report.notes or self._evidence.is_touched or not is_whole or last is None:
            return None
        if carried is None or start is None or state is None:
            return None
        return Confirmed(given, report, last, start, state, carried)

    def join(self, found: Confirmed) -> bool:
        """Go on behind a confirmed stretch; False, and nothing done, where it did not begin with what is so here."""
        given, again = found.given, self._again
        if (
            again.state is None
            or again.start != given.start
            or digest(again.state) != given.state
            or not self._chain.is_at(given.link, given.seal, found.last.record.n - found.report.records)
            or not self._derived.go_on(given, found.carried)
        ):
            return False
        self._chain.go_on(found.last)
        again.go_on(found.start, found.state)
        for n in self._published.due_within(found.last.record.n - found.report.records, found.last.record.n):
            stored = stored_record(next(self._file.rows(_ROW, n)))
            with held(self._report, f"record {n}"):
                self._published.take(stored)
        self._report.join(found.report)
        return True


def _blocks(rows: Iterator[tuple[Any, ...]], packing: Packing) -> Iterator[list[Stored]]:
    """The records, some at a time; where the file cannot be read any further those before that come first."""
    block: list[Stored] = []
    try:
        for row in rows:
            block.append(stored_record(row, packing))
            if len(block) == PROGRESS_EVERY:
                yield block
                block = []
    except sqlite3.Error:
        yield block
        raise
    yield block
