"""The whole journal held to its word: file, schema, identity, chain, seals, head, and everything that follows from it.

What it says against itself is told too. One pass over the records, from the first to the last (`one_pass`).
"""

import sqlite3
from collections.abc import Iterable
from typing import Final

from controller.audit.findings import Progress, Report
from controller.audit.journal_file import JournalFile
from controller.audit.rerun import Again
from controller.audit.verify.one_pass import OnePass, held
from controller.audit.verify.published import Published
from controller.audit.verify.reading import read
from controller.journal.archive import stored_record
from controller.journal.migrations import APPLICATION_ID, MIGRATIONS, migrate

_SCHEMA: Final = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"


def verify(
    file: JournalFile, *, published: Iterable[Published] = (), progress: Progress = lambda _: None, jobs: int = 1
) -> Report:
    """Everything that is wrong with the journal; `published` are outcomes as the broker had them.

    So many processes at most look at a long one; what is found does not depend on it.
    """
    report = Report()
    damaged = _check_pages(file, report)
    for check in (_check_schema, _check_identity):
        try:
            with held(report, "file"):
                check(file, report)
        except sqlite3.Error as error:
            damaged = True
            report.add("file", f"it cannot be read: {error}.")
    try:
        with held(report, "file"):
            one = OnePass(file, report, published)
            read(one, file, report, progress, jobs)
            one.end()
            progress(report.records)
    except sqlite3.Error as error:
        damaged = True
        report.add(f"after record {report.records}", f"the file cannot be read: {error}.")
    if damaged:
        report.note(
            f"The file {file.path} is damaged; its chain is whole up to record {report.whole}. Keep the files as they"
            " are and restore the last verified backup."
        )
    return report


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
    (number,) = next(file.rows("PRAGMA user_version"))
    pattern = sqlite3.connect(":memory:", isolation_level=None)
    try:
        migrate(pattern, file.path, [step for step in MIGRATIONS if step.number <= number])
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
