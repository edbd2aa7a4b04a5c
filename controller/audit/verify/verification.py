"""The whole journal held to its word: file, schema, identity, chain, seals, head, and everything that follows from it.

What it says against itself is told too. One pass over the records, from the first to the last. A record that cannot be
believed ends the replay, because what follows from it is not known; the chain is checked to the end all the same.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from controller.audit.findings import Progress, Report
from controller.audit.journal_file import JournalFile
from controller.audit.rerun import Again, Refusal
from controller.audit.verify.chain_check import ChainCheck
from controller.audit.verify.derived_check import DerivedCheck
from controller.audit.verify.evidence import Evidence
from controller.audit.verify.published import Published, PublishedCheck
from controller.journal.archive import NOT_AS_WRITTEN, Stored, stored_record
from controller.journal.migrations import APPLICATION_ID, migrate

PROGRESS_EVERY: Final = 256
_SCHEMA: Final = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"


def verify(file: JournalFile, *, published: Iterable[Published] = (), progress: Progress = lambda _: None) -> Report:
    """Everything that is wrong with the journal; `published` are outcomes as the broker had them."""
    report = Report()
    damaged = _check_pages(file, report)
    for check in (_check_schema, _check_identity):
        try:
            with _held(report, "file"):
                check(file, report)
        except sqlite3.Error as error:
            damaged = True
            report.add("file", f"it cannot be read: {error}.")
    try:
        with _held(report, "file"):
            _Pass(file, report, published).run(progress)
    except sqlite3.Error as error:
        damaged = True
        report.add(f"after record {report.records}", f"the file cannot be read: {error}.")
    if damaged:
        report.note(
            f"The file {file.path} is damaged; its chain is whole up to record {report.whole}. Keep the files as they"
            " are and restore the last verified backup."
        )
    return report


@contextmanager
def _held(report: Report, where: str) -> Iterator[None]:
    """The border of a verification: what no table writes is a finding, whatever looking at it ends in."""
    try:
        yield
    except NOT_AS_WRITTEN as error:
        report.add(where, _not_as_written(error))


def _not_as_written(error: Exception) -> str:
    return f"it holds what no table writes ({type(error).__name__})."


class _Pass:
    def __init__(self, file: JournalFile, report: Report, published: Iterable[Published]) -> None:
        self._file = file
        self._report = report
        self._chain = ChainCheck(file, report)
        self._derived = DerivedCheck(file, report)
        self._published = PublishedCheck(file, report, published)
        self._evidence = Evidence(file, report)
        self._again = Again(file.archive, has_vault=file.has_vault)
        self._told: Refusal | None = None

    def run(self, progress: Progress) -> None:
        for row in self._file.rows("SELECT * FROM records ORDER BY n"):
            self._take(stored_record(row))
            if self._report.records % PROGRESS_EVERY == 0:
                progress(self._report.records)
        for end in (self._chain.end, self._published.end, self._evidence.end, self._derived.end):
            with _held(self._report, "beside the records"):
                end()
        progress(self._report.records)

    def _take(self, stored: Stored) -> None:
        self._report.records += 1
        self._report.rounds += bool(stored.record.ended)
        self._hold(stored, self._published.take, stored)
        self._hold(stored, self._evidence.take, stored)
        good = self._chain.take(stored)
        if good and self._report.whole == self._report.records - 1:
            self._report.whole = self._report.records
        if not good:
            text = f"From record {stored.record.n} on nothing was replayed, because it cannot be believed."
            self._again.stop(Refusal(text, False))
        else:
            step = self._again.take(stored.record)
            if step is not None:
                self._report.replayed += 1
                if self._hold(stored, self._derived.take, stored, step):
                    return
        self._derived.skip()
        refusal = self._again.refusal
        if refusal is not None and refusal is not self._told:
            self._told = refusal
            if refusal.fault:
                self._report.add(f"record {stored.record.n}", refusal.text)
            else:
                self._report.note(refusal.text)

    def _hold(self, stored: Stored, take: Callable[..., None], *what: Any) -> bool:
        """`_held` for what is done with every record: whether nothing was found."""
        try:
            take(*what)
        except NOT_AS_WRITTEN as error:
            self._report.add(f"record {stored.record.n}", _not_as_written(error))
            return False
        return True


def _check_pages(file: JournalFile, report: Report) -> bool:
    """Whether any page is damaged."""
    found = report.found
    try:
        for (verdict,) in file.rows("PRAGMA integrity_check(20)"):
            if verdict != "ok":
                report.add("file", f"{verdict}.")
    except sqlite3.Error as error:
        report.add("file", f"it is damaged: {error}.")
    return report.found > found


def _check_schema(file: JournalFile, report: Report) -> None:
    """No table, column, index or trigger but our own."""
    (application_id,) = next(file.rows("PRAGMA application_id"))
    if application_id != APPLICATION_ID:
        report.add("file", f"its application id is {application_id:#x} and not a journal's.")
    pattern = sqlite3.connect(":memory:", isolation_level=None)
    try:
        migrate(pattern, file.path)
        should = {row[1]: row for row in pattern.execute(_SCHEMA)}
    finally:
        pattern.close()
    found = {row[1]: row for row in file.rows(_SCHEMA)}
    for name in sorted({*found, *should}):
        if found.get(name) != should.get(name):
            what = "is foreign" if name not in should else "is missing" if name not in found else "was changed"
            report.add("schema", f"`{name}` {what}.")


def _check_identity(file: JournalFile, report: Report) -> None:
    """One identity, under the key that we trust, the same that the first record tells of."""
    if len(file.identities) != 1:
        report.add("identity", f"there are {len(file.identities)} of them, not one.")
    journal_id, table_name, public = file.identities[0]
    if public != file.archive.public:
        report.add("identity", "its public key is not the one that this journal is held to.")
    if file.trust == "journal":
        report.note("The table's key was not at hand: signatures were held against the key that the journal names.")
    first = next(file.rows("SELECT * FROM records ORDER BY n LIMIT 1"), None)
    if first is None:
        return
    record = stored_record(first).record
    again = Again(file.archive, has_vault=False)
    again.take(record)
    if again.start is None:
        report.add(f"record {record.n}", "the journal does not begin with a start.")
        return
    named = (again.start.journal_id, again.start.table_name, again.start.public_key)
    for what, is_, should in zip(
        ("journal id", "table", "public key"), (journal_id, table_name, public.hex()), named, strict=True
    ):
        if is_ != should:
            report.add("identity", f"its {what} is not the one that record {record.n} names.")
