"""What the journal itself tells against its own past: noted once by the daemon at a start or a connect, told for ever.

    head_file_missing   the head file was gone at a start: whether records were cut off then cannot be shown any more
    journal_older       a published outcome, signed by this device, that the journal lacks: an older copy was put back
    journal_other       an outcome of another journal: the word of whoever wrote it to the broker, hence only a note
    journal_unsigned    an outcome of this journal that its key did not sign: the same

The alert may be cleared, because the table has to go on; what it said of the records before it stays true.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from controller.alerts.notices import HEAD_FILE_MISSING, JOURNAL_OLDER, JOURNAL_OTHER, JOURNAL_UNSIGNED
from controller.audit.findings import Report
from controller.audit.journal_file import JournalFile
from controller.journal.archive import JournalRefusedError, Stored
from controller.journal.clock import rfc3339

TO_DO: Final = "Hold the journal to what was published: `tablectl verify --published FILE`."


@dataclass(slots=True)
class _Noted:
    """What was noted: in record `n`, since the start in record `start`, in these words."""

    n: int
    start: int
    text: str
    cleared: str = field(default="Nobody has cleared it.")


def _of_head_file(noted: _Noted) -> str:
    before = f"that record {noted.start - 1} was the last before it" if noted.start > 1 else "that none was before it"
    return f"the head file was missing at the start in record {noted.start}: it cannot be shown {before}."


def _of_older(noted: _Noted) -> str:
    return f"at the broker was what this device had signed and the journal lacks, noted as: {noted.text}"


_DOUBTS: Final[dict[str, Callable[[_Noted], str]]] = {
    HEAD_FILE_MISSING.code: _of_head_file, JOURNAL_OLDER: _of_older
}  # fmt: skip


class Evidence:
    """Takes the notices in order; tells at the end, when it is known whether anybody has cleared the alert."""

    def __init__(self, file: JournalFile, report: Report) -> None:
        self._file = file
        self._report = report
        self._noted: dict[tuple[str, int, str], _Noted] = {}
        self.is_touched = False
        """Whether any of the records was looked at: what it says hangs on those before it."""

    def take(self, stored: Stored) -> None:
        """Look at the next notice."""
        record = stored.record
        try:
            notice = self._file.told(record, "notice")
        except JournalRefusedError:
            return  # of a record that no table wrote `again` tells
        if not isinstance(notice, dict):
            return
        type_, code = str(notice.get("type")), str(notice.get("code"))
        if code not in (*_DOUBTS, JOURNAL_OTHER, JOURNAL_UNSIGNED):
            return
        self.is_touched = True
        if type_ == "alert":
            noted = _Noted(record.n, record.start, str(notice.get("text")))
            self._noted.setdefault((code, noted.start, noted.text), noted)
        elif type_ == "alert.cleared":
            who = " ".join(str(notice[key]) for key in ("authority", "by") if key in notice) or "nobody by name"
            login = f" (login {notice['login']})" if "login" in notice else ""
            for (known, _, _), noted in self._noted.items():
                if known == code:
                    noted.cleared = (
                        f"Cleared by {who.replace('_', ' ')}{login} at {rfc3339(record.utc_ns)}, record {record.n}."
                    )

    def end(self) -> None:
        """There are no more records."""
        for (code, _, _), noted in self._noted.items():
            if code in _DOUBTS:
                self._report.doubt(f"record {noted.n}", f"{_DOUBTS[code](noted)} {noted.cleared} {TO_DO}")
            else:
                self._report.note(f"Record {noted.n}, by the sender's word alone: {noted.text} {noted.cleared}")
