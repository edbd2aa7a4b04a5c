"""How a table is, from its journal alone, whether the daemon runs or not: for a technician and for monitoring."""

import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from controller.audit.explain.recall import Recalled, last_rounds
from controller.audit.journal_file import JournalFile
from controller.audit.signed import signed_record
from controller.core.alerts import ActiveAlert
from controller.doctor.alert_history import RECORDS_READ, alert_history
from controller.doctor.found import found_in
from controller.games import view
from controller.games.reading import table_from_record
from controller.games.view import TableView
from controller.journal.archive import JournalRefusedError, lane_and_reader, stored_record
from controller.journal.chain import Record
from controller.journal.clock import utc_ns_of
from controller.journal.files.lock import holder
from controller.journal.start_record import Start, read_start
from controller.table.recovery import IDLE, recover

FIRST_RECORDS: Final = 1000
"""After a start, in which every device's status is told."""


RAISED_AGAIN: Final = ("broker_unreachable", "device_lost", "restart_pending")
"""Alerts that are raised with another text while they are active."""
OPENED: Final = {"device_connected": True, "device_lost": False}
"""Reports by which it is known whether a device's port is open."""


@dataclass(frozen=True, slots=True)
class LaneStatus:
    """Rows of `lane` that are `waiting` for `name`, the lane itself or one of several readers; how old the oldest is.

    `parked` were refused for good; `bytes_` of all rows kept.

    `taken_utc_ns` is when the last row that was acknowledged had been written; None where none was, or it is pruned.
    """

    name: str
    lane: str
    waiting: int
    oldest_s: float | None
    parked: int
    rows: int
    bytes_: int
    done: int
    taken_utc_ns: int | None


@dataclass(frozen=True, slots=True)
class DeviceSeen:
    """A device in the journal: `status` as in `device/{name}`.

    `last_ns` is when something last came from it; `port_open` whether this run of the table has opened its port.
    """

    name: str
    last_ns: int | None
    status: dict[str, Any]
    port_open: bool


@dataclass(frozen=True, slots=True)
class Status:
    """`view` None where the state cannot be had, for the reason `no_view`; `pid` of the daemon that has the journal.

    `is_open` is whether a round is, which the records tell where the state does not.
    """

    table_name: str
    journal: Path
    start: Start
    last: Record
    started: Record
    view: TableView | None
    no_view: str
    is_open: bool
    last_round: Recalled | None
    active_alerts: tuple[tuple[int, ActiveAlert], ...]
    lanes: tuple[LaneStatus, ...]
    devices: tuple[DeviceSeen, ...]
    head_n: int | None
    pid: int | None
    journal_bytes: int
    free_bytes: int


def status(file: JournalFile) -> Status:
    """Raises JournalRefusedError where there is no start to tell of, or not as it was signed; StartRecordError."""
    archive = file.archive
    started = archive.last_start()
    if started is None:
        raise JournalRefusedError(f"The journal {file.path} holds no start: the table has never opened.")
    (last,) = file.rows("SELECT * FROM records ORDER BY n DESC LIMIT 1")
    start = read_start(archive.clear_body(signed_record(archive, started.n).record), table_from_record)
    folder = file.path.parent
    head = file.head
    newest = stored_record(last).record
    now, no_view = _view(file, start)
    return Status(
        table_name=file.identities[0][1],
        journal=file.path,
        start=start,
        last=newest,
        started=started,
        view=now,
        no_view=no_view,
        is_open=_is_unended(file, newest) if now is None else now.phase != IDLE,
        last_round=next(iter(last_rounds(file, 1)), None),
        active_alerts=tuple(_active_alerts(file)),
        lanes=tuple(lanes_of(file)),
        devices=tuple(devices_of(file)),
        head_n=None if head is None or isinstance(head, str) else head.n,
        pid=holder(file.path),
        journal_bytes=sum(
            found.st_size for path, found in found_in(folder, f"{file.path.name}*") if path.suffix != ".reserve"
        ),
        free_bytes=shutil.disk_usage(folder).free,
    )


def _view(file: JournalFile, start: Start) -> tuple[TableView | None, str]:
    """The state, or why it cannot be had."""
    if not file.has_vault:
        return None, "cards that nobody may see are in it: only root and the table itself have the key"
    try:
        return view(recover(file.archive, start.table).state), ""
    except JournalRefusedError as error:
        return None, str(error).rstrip(".")


def _is_unended(file: JournalFile, last: Record) -> bool:
    ended = next(file.rows("SELECT 1 FROM records WHERE ended = 1 AND round = ?", last.round), None)
    return last.round > 0 and ended is None


def _active_alerts(file: JournalFile) -> Iterator[tuple[int, ActiveAlert]]:
    """Each with since when it is active, in nanoseconds of UTC: before it was raised again for another reason."""
    statement = """SELECT coalesce(r.utc_ns, 0), s.code, s.device, s.severity, s.text, s.rule
        FROM standing s LEFT JOIN records r ON r.n = s.n ORDER BY s.n"""
    found = [(utc_ns, ActiveAlert(*alert)) for utc_ns, *alert in file.rows(statement)]
    again = any(alert.code in RAISED_AGAIN for _, alert in found)
    began = (
        {(past.code, past.device): past.raised_ns for past in alert_history(file) if past.is_active} if again else {}
    )
    for utc_ns, alert in found:
        yield began.get((alert.code, alert.device)) or utc_ns, alert


_KEPT: Final = (
    "SELECT count(*), coalesce(sum(length(payload)), 0), coalesce(sum(parked), 0) FROM main.outbox WHERE lane = ?"
)
_WAITING: Final = "SELECT count(*), min(utc_ns) FROM outbox WHERE lane = ? AND seq > ? AND parked = 0"


def lanes_of(file: JournalFile) -> Iterator[LaneStatus]:
    """The outbox, lane by lane; what waits in one with several readers waits for them."""
    now_ns = time.time_ns()
    found = list(file.rows("SELECT lane, done FROM lanes ORDER BY lane"))
    for name, done in found:
        lane, reader = lane_and_reader(name)
        if any(lane_and_reader(other)[0] == name != other for other, _ in found):
            rows, bytes_, parked = next(file.rows(_KEPT, name))
            yield LaneStatus(name, name, 0, None, parked, rows, bytes_, done, None)
            continue
        rows, bytes_, parked = next(file.rows(_KEPT, lane)) if reader is None else (0, 0, 0)
        waiting, since_ns = next(file.rows(_WAITING, lane, done))
        age_s = None if since_ns is None else max(0.0, (now_ns - since_ns) / 1e9)
        taken = next(file.rows("SELECT utc_ns FROM outbox WHERE lane = ? AND seq = ? AND parked = 0", lane, done), None)
        yield LaneStatus(name, lane, waiting, age_s, parked, rows, bytes_, done, None if taken is None else taken[0])


def devices_of(file: JournalFile) -> Iterator[DeviceSeen]:
    """Every device of the last start, told soon after it and when it changes; until then those before."""
    told: dict[str, dict[str, Any]] = {}
    opened: dict[str, bool] = {}
    since: dict[str, dict[str, Any]] = {}
    started = file.archive.last_start()
    begun = 0 if started is None else started.n
    statement = """SELECT * FROM records WHERE kind = 'notice' AND sealed = 0
        AND (n > (SELECT max(n) FROM records) - ? OR n BETWEEN ? AND ?) ORDER BY n DESC"""
    for row in file.rows(statement, RECORDS_READ, begun, begun + FIRST_RECORDS):
        record = stored_record(row).record
        notice = file.told(record, "notice")
        name = notice.get("device")
        if notice["type"] == "device":
            told.setdefault(name, {key: value for key, value in notice.items() if key not in {"type", "device"}})
            if record.n > begun:
                since.setdefault(name, told[name])
        elif notice["type"] == "report" and record.n > begun and notice["code"] in OPENED:
            opened.setdefault(name, OPENED[notice["code"]])
    last = dict(_last_frames(file))
    for name, status in sorted((since or told).items()):
        at = status.get("last_frame")
        frames = [ns for ns in (last.get(name), None if at is None else utc_ns_of(at)) if ns is not None]
        yield DeviceSeen(name, max(frames, default=None), status, opened.get(name, False))


def _last_frames(file: JournalFile) -> Iterator[tuple[str, int]]:
    """Each device that has sent something, with when, in nanoseconds of UTC."""
    statement = """SELECT device, max(utc_ns) FROM (
        SELECT s.device, r.utc_ns FROM sequences s JOIN records r ON r.n = s.n UNION ALL
        SELECT device, utc_ns FROM records WHERE (kind = 'event' OR sequence IS NOT NULL) AND device IS NOT NULL
            AND n > (SELECT max(n) FROM records) - ?
        ) GROUP BY device"""
    yield from file.rows(statement, RECORDS_READ)
