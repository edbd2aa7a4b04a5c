"""What was raised and cleared, when and by whom, as the journal tells it.

Read from the notices of the table and its devices and from what the rules answered, by the same entries of the
catalogue by which the table itself ends alerts. What was raised before the records that are read is known by its end
alone. An alert of a moment that comes again and again is one with the number of its times.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from controller.alerts.catalogue import CATALOGUE, ENDED_BY, LASTING, ROUND_LONG
from controller.audit.journal_file import JournalFile
from controller.journal.archive import stored_record
from controller.journal.chain import Record

RECORDS_READ: Final = 100_000
"""How far back is read: about a week of play."""
PARKED: Final = "message_parked"
THE_ROUND_ENDED: Final = "the round ended"
AGAIN_NS: Final = 60_000_000_000
"""An alert of a moment that comes again within this is the same one."""


@dataclass(slots=True)
class Past:
    """One alert. `raised_ns` None where that lies before what was read.

    `times` is how often it was raised, `last_ns` when it last was.

    `lasts`: it is active until it is cleared; `ended_ns` when it was, `ended_by` by whom or by what.
    """

    code: str
    device: str
    severity: str
    text: str
    raised_ns: int | None
    lasts: bool
    times: int = 1
    last_ns: int = 0
    ended_ns: int | None = None
    ended_by: str = ""

    @property
    def is_active(self) -> bool:
        """Whether it still is."""
        return self.lasts and self.ended_ns is None


def alert_history(file: JournalFile, *, since_ns: int | None = None) -> list[Past]:
    """Every alert of about the last week, or of all the time since then; the newest last.

    Raises JournalRefusedError, sqlite3.Error.
    """
    (last,) = next(file.rows("SELECT max(n) FROM records"))
    first = max(0, (last or 0) - RECORDS_READ)
    if since_ns is not None:
        first = min(first, _last_before(file, since_ns, last or 0))
    reader = _Reader(file)
    reader.active_since_before(first)
    statement = """SELECT * FROM records WHERE n > ?
        AND (kind = 'notice' OR ended = 1 OR sealed = 1 OR body LIKE '%"type":"alert"%') ORDER BY n"""
    for row in file.rows(statement, first):
        reader.take(stored_record(row).record)
    wanted = since_ns or 0
    found = [past for past in reader.past if max(past.last_ns, past.raised_ns or 0, past.ended_ns or 0) >= wanted]
    return sorted(found, key=lambda past: past.raised_ns or 0)


def _last_before(file: JournalFile, utc_ns: int, last: int) -> int:
    """The number of the last record before an instant, by halving: times grow with the numbers."""
    low, high = 0, last
    while low < high:
        middle = (low + high + 1) // 2
        found = next(file.rows("SELECT utc_ns FROM records WHERE n = ?", middle), None)
        if found is not None and found[0] < utc_ns:
            low = middle
        else:
            high = middle - 1
    return low


class _Reader:
    """Takes records in order; `past` is what they tell."""

    def __init__(self, file: JournalFile) -> None:
        self.past: list[Past] = []
        self._file = file
        self._active: dict[tuple[str, str], Past] = {}
        self._moments: dict[tuple[str, str], Past] = {}

    def active_since_before(self, n: int) -> None:
        """What is active now and was raised up to this record."""
        statement = """SELECT s.code, s.device, s.severity, s.text, r.utc_ns
            FROM standing s LEFT JOIN records r ON r.n = s.n WHERE s.n <= ? ORDER BY s.n"""
        for code, device, severity, text, utc_ns in self._file.rows(statement, n):
            self._active[code, device] = Past(code, device, severity, text, utc_ns, lasts=True)
            self.past.append(self._active[code, device])

    def take(self, record: Record) -> None:
        """One record."""
        if record.kind == "notice":
            self._notice(record, self._file.told(record, "notice"))
        elif record.kind == "event" and not (record.sealed and not self._file.has_vault):
            for effect in self._file.told(record, "effects"):
                if effect["type"] == "alert":
                    self._raise(record, effect, lasts=False)
        if record.ended:
            for code, device in [key for key in self._active if key[0] in ROUND_LONG]:
                self._end(record, code, device, THE_ROUND_ENDED)

    def _notice(self, record: Record, notice: Mapping[str, Any]) -> None:
        match notice["type"]:
            case "alert":
                self._raise(record, notice, lasts=notice["stands"])
            case "alert.cleared":
                key = notice["code"], notice.get("device") or ""
                if key not in self._active:  # raised before what is read
                    severity = CATALOGUE[key[0]].severity if key[0] in CATALOGUE else "warning"
                    self._active[key] = Past(*key, severity, "", None, lasts=True)
                    self.past.append(self._active[key])
                self._end(record, *key, _by(notice))
            case "message.parked":
                text = f"message {notice['seq']} on `{notice['topic']}`: {notice['reason']}"
                severity = CATALOGUE[PARKED].severity
                self._raise(record, {"code": PARKED, "severity": severity, "text": text}, lasts=True)
            case "report":
                if notice["severity"] != "info":
                    self._raise(record, notice, lasts=notice["code"] in LASTING)
                for ended in ENDED_BY.get(notice["code"], ()):
                    self._end(record, ended, notice.get("device") or "", _itself(ended))

    def _raise(self, record: Record, alert: Mapping[str, Any], *, lasts: bool) -> None:
        key = alert["code"], alert.get("device") or ""
        before = (self._active if lasts else self._moments).get(key)
        if before is None or not (lasts or record.utc_ns - before.last_ns <= AGAIN_NS):
            before = Past(*key, alert["severity"], alert["text"], record.utc_ns, lasts, times=0)
            self.past.append(before)
            (self._active if lasts else self._moments)[key] = before
        before.times += 1
        before.text, before.last_ns = alert["text"], record.utc_ns

    def _end(self, record: Record, code: str, device: str, by: str) -> None:
        if (past := self._active.pop((code, device), None)) is not None:
            past.ended_ns, past.ended_by = record.utc_ns, by


def _by(notice: Mapping[str, Any]) -> str:
    """Who cleared it; nobody where what raised it has found that it is over."""
    if notice.get("by") is None and notice.get("login") is None:
        return _itself(notice["code"])
    who = notice.get("by") or notice["login"]
    rank = str(notice.get("authority") or "").replace("_", " ")
    login = f", login {notice['login']}" if notice.get("by") and notice.get("login") else ""
    return f"cleared by {who}" + (f" ({rank}{login})" if rank else "")


def _itself(code: str) -> str:
    until = LASTING[code].until if code in LASTING else ""
    return until or "by itself"
