"""The journal, quickly: it opens, it is this table's, its last records hold together, the head file knows the last one.

`tablectl verify` checks the whole of it; this looks at the newest records, which a cut or a bad disk hits first.
"""

import sqlite3
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from controller.alerts.wording import named, to_do
from controller.audit.explain.wording import counted
from controller.audit.journal_file import (
    JournalFile,
    NewerJournalError,
    OlderJournalError,
    Places,
    opened,
)
from controller.audit.legible import UnreadableError
from controller.audit.signed import is_signed
from controller.configuration.config import Config
from controller.configuration.installed import unit_of
from controller.configuration.requested import held_back, in_force
from controller.doctor.checked import Checked
from controller.doctor.devices import explained_by, text_of, unheard
from controller.doctor.edited import look_at_edited
from controller.doctor.remedies import remedy, to_run_installed
from controller.doctor.status import lanes_of
from controller.games.reading import table_from_record
from controller.journal.archive import JournalRefusedError, Stored
from controller.journal.files.lock import holder, second_name
from controller.journal.start_record import StartRecordError, read_start
from controller.release import release
from controller.table.recovery import OtherRulesError, last_start, recover
from controller.table.remembered import remembered
from controller.terminal.instants import instant
from controller.terminal.rights import shut_out

LAST_RECORDS: Final = 1000
"""Some twenty rounds; read in a moment."""
AHEAD_NS: Final = 60_000_000_000
"""A clock that a time server steps back a little is no wrong one."""
OLDER: Final = "start the release before again until the round has ended: systemd/README.md, `Upgrade`"
KEEP: Final = "keep the files as they are, run `tablectl verify`, restore the last verified backup"


def look_at_records(config: Config) -> Iterator[Checked]:
    """The process that has the journal, its records, its head file, active alerts and what waits."""
    if (shut := shut_out(config.journal)) is not None:
        yield Checked("warning", "journal", *shut)
        return
    refused = look_at_start(config)
    yield _process(config, starts=refused is None)
    if refused is not None:
        yield refused
        return
    if not config.journal.exists():
        yield Checked("warning", "journal", f"there is no {config.journal} yet", "the first start makes it")
        return
    try:
        with opened(Places(config.journal, config.journal_key, config.journal_seal)) as file:
            yield from _file(config, file)
    except OlderJournalError as error:
        yield Checked("warning", "journal", str(error).rstrip("."), "keep a backup of it until then")
    except (UnreadableError, OSError, StartRecordError, JournalRefusedError, sqlite3.Error) as error:
        yield Checked("wrong", "journal", str(error).rstrip("."), KEEP)


def look_at_start(config: Config) -> Checked | None:
    """What keeps this release from going on with the journal, in its own sentence.

    None where it goes on, and where whoever asks may not look. A table that runs has gone on, whatever is installed
    since.
    """
    if shut_out(config.journal) is not None or not config.journal.exists():
        return None
    if (second := second_name(config.journal, config.journal.stat())) is not None:
        what, _, action = second.rstrip(".").partition(": ")
        return Checked("wrong", "journal", what, action)
    try:
        with opened(Places(config.journal, config.journal_key, config.journal_seal)) as file:
            if file.has_vault and [name for _, name, _ in file.identities] == [config.house.table]:
                last = last_start(file.archive)
                (n,) = next(file.rows("SELECT coalesce(max(n), 0) FROM records"))
                config, _ = held_back(in_force(config, last), last, remembered(file.archive, n).waiting)
                recover(file.archive, config.table)
    except OlderJournalError:
        return None
    except NewerJournalError as error:
        return Checked("wrong", "journal", str(error).rstrip("."), "start that release again, or a later one")
    except OtherRulesError as error:
        return Checked("wrong", "rules", str(error).rstrip("."), OLDER)
    except (UnreadableError, OSError, JournalRefusedError, sqlite3.Error) as error:
        return Checked("wrong", "journal", str(error).rstrip("."), KEEP)
    return None


def _process(config: Config, *, starts: bool) -> Checked:
    pid = holder(config.journal)
    if pid is None:
        to_do = f"start it: systemctl start {unit_of(config.file)}" if starts else "see the next line before a start"
        return Checked("warning", "process", "no process has the journal open: the table does not run", to_do)
    if not pid:
        return Checked("warning", "process", "a process outside this container has the journal open", "look there")
    return Checked("ok", "process", f"{pid} ({program(pid)}) has the journal open")


def _file(config: Config, file: JournalFile) -> Iterator[Checked]:
    names = [name for _, name, _ in file.identities]
    if names != [config.house.table]:
        text = f"{file.path} is the journal of {', '.join(names)}, not of {config.house.table}"
        yield Checked("wrong", "journal", text, "name this table's own journal in [journal], key `path`")
        return
    last = next(file.rows("SELECT max(n) FROM records"))[0] or 0
    found: dict[int, Stored] = {}
    for stored in file.archive.records(max(0, last - LAST_RECORDS)):
        found[stored.record.n] = stored
    yield _chain(file, found, last)
    yield _head(file, found, last)
    yield from _clock(found.values())
    yield from _release(config, file)
    yield from look_at_edited(config, file)
    active = file.archive.active_alerts()
    for alert in active:
        other = explained_by(alert, active)
        action = remedy(alert, config, table=config.file.stem) if other is None else f"see {other}"
        yield Checked("warning", f"alert {named(alert)}", text_of(alert).rstrip("."), action)
    if not active:
        yield Checked("ok", "alerts", "none is active")
    if holder(config.journal) is not None:
        yield from unheard(config, file)
    for lane in lanes_of(file):
        if lane.parked:
            text = f"{counted(lane.parked, 'message')} refused for good"
            yield Checked("warning", f"lane {lane.name}", text, to_do("message_parked"))
        elif lane.waiting:
            text = f"{counted(lane.waiting, 'message')} waiting, the oldest for {lane.oldest_s or 0:.0f} s"
            yield Checked("warning", f"lane {lane.name}", text, "see the broker's or the device's line below")


def _release(config: Config, file: JournalFile) -> Iterator[Checked]:
    """Which release runs, or ran last, beside the one that is installed, which is this program's."""
    started = file.archive.last_start()
    if started is None:
        return
    then = read_start(file.archive.clear_body(started), table_from_record).version
    if then == release() or holder(config.journal) is None:
        yield Checked("ok", "release", release() + (f"; the table last ran with {then}" if then != release() else ""))
    else:
        to_do = to_run_installed(file.archive.active_alerts(), config, table=config.file.stem)
        yield Checked("warning", "release", f"the table runs with {then}, but {release()} is installed", to_do)


def _chain(file: JournalFile, found: dict[int, Stored], last: int) -> Checked:
    """The links were checked as the records were read; the last one needs this table's seal."""
    if not last:
        return Checked("warning", "journal", f"{file.path} holds no record", "the first start writes one")
    stored = found[last]
    if not is_signed(file.archive, stored):
        return Checked("wrong", "journal", f"the last record, {last}, does not bear this table's seal", KEEP)
    text = f"{last} records; the last {len(found)} hold together (`tablectl verify` looks at all)"
    if file.trust == "journal":
        return Checked(
            "warning",
            "journal",
            f"{text}, by the key that the journal names itself",
            "root holds it against the table's own key",
        )
    return Checked("ok", "journal", text)


def _clock(found: Iterable[Stored]) -> Iterator[Checked]:
    """A record that is from the future: the clock is behind now, or was ahead then."""
    newest = max((stored.record for stored in found), key=lambda record: record.utc_ns, default=None)
    if newest is not None and newest.utc_ns - time.time_ns() > AHEAD_NS:
        text = f"record {newest.n} is of {instant(newest.utc_ns)}, but here it is {instant(time.time_ns())}"
        to_do = "see which of the two is right, and set the clock by `timedatectl`; records keep their order by number"
        yield Checked("wrong", "clock", text, to_do)


def _head(file: JournalFile, found: dict[int, Stored], last: int) -> Checked:
    head = file.head
    if head is None:
        to_do = "the next start raises head_file_missing and writes a new one; run `tablectl verify` before"
        return Checked("warning", "head file", f"there is no {Path(f'{file.path}.head')}", to_do)
    if isinstance(head, str):
        return Checked("wrong", "head file", head.rstrip("."), KEEP)
    if head.journal_id != file.journal_id or not head.signed_by(file.archive.public):
        return Checked("wrong", "head file", "it is not this table's over this journal", KEEP)
    if head.n > last:
        text = f"it knows record {head.n}, the journal ends at {last}: records were cut off or an old copy put back"
        return Checked("wrong", "head file", text, KEEP)
    if head.n in found and found[head.n].link != head.link:
        return Checked("wrong", "head file", f"record {head.n} is another one than the head file knows", KEEP)
    return Checked("ok", "head file", f"at record {head.n} of {last}")


def program(pid: int) -> str:
    """The name of a process; "gone" where there is none."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return "gone"
