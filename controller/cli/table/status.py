"""`tablectl status`: how a table is, on one screen, from its journal; `--metrics` writes it for a monitoring system."""

import sys
import time
from collections.abc import Iterator
from typing import Annotated, Final

import typer

from controller.alerts.wording import named, to_do
from controller.audit.explain.recall import tell
from controller.audit.explain.wording import counted
from controller.audit.journal_file import JournalFile
from controller.cli import journals
from controller.doctor.status import DeviceSeen, LaneStatus, Status, status
from controller.journal.archive import JournalRefusedError
from controller.journal.start_record import StartRecordError
from controller.mqtt.messages import BROKER
from controller.release import release

_DAY_S: Final = 86_400
_HOUR_S: Final = 3600
_MINUTE_S: Final = 60


def command(
    *,
    metrics: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write it for the node exporter's textfile collector instead; - prints it."),
    ] = None,
    config: journals.ConfigOption = None,
    journal: journals.JournalOption = None,
    key: journals.KeyOption = None,
    seal: journals.SealOption = None,
    public_key: journals.PublicKeyOption = None,
) -> int:
    """Exit status: 0 all is well, 1 an active alert, parked rows or a last outcome not shown, 2 it cannot be read."""

    def act(file: JournalFile) -> int:
        try:
            found = status(file)
        except (JournalRefusedError, StartRecordError) as error:
            print(f"tablectl: {error}", file=sys.stderr)
            return journals.BAD
        if metrics is not None:
            return _write(found, metrics)
        print("\n".join(screen(found)))
        wrong = found.last_round is not None and found.last_round.refused is not None
        return 1 if wrong or found.active_alerts or any(lane.parked for lane in found.lanes) else 0

    return journals.look(journals.Asked(config, journal, key, seal, public_key), act)


def _write(found: Status, name: str) -> int:
    """Whole or not at all: the collector may look at any moment."""
    from prometheus_client import generate_latest, write_to_textfile  # noqa: PLC0415 - of use to nobody else

    from controller.doctor.metrics import metrics  # noqa: PLC0415 - the same

    if name == "-":
        print(generate_latest(metrics(found)).decode(), end="")
        return 0
    try:
        write_to_textfile(name, metrics(found))
    except OSError as error:
        print(f"tablectl: {name}: {error.strerror}", file=sys.stderr)
        return journals.BAD
    return 0


def screen(found: Status) -> Iterator[str]:
    """The lines of the screen."""
    start, now = found.start, found.view
    runs = f"running (process {found.pid})" if found.pid is not None else "stopped"
    if found.pid is None and found.last.kind != "stop":
        runs = "not running, and it was not stopped in order"
    yield f"Table {found.table_name}   {start.table.game}   {runs}"
    yield f"  started    {when(found.started.utc_ns)}, release {start.version}, rules {start.rules_version}"
    if found.pid is not None and start.version != release():
        yield f"             {release()} is installed: restart the table between rounds"
    if now is not None:
        cards = f"{counted(now.cards_out, 'card')} out of {counted(now.decks, 'deck')}"
        yield f"  round      {now.round}, {now.phase}, {cards}"
    else:
        state = "open" if found.is_open else "over" if found.last.round else "none yet"
        yield f"  round      {found.last.round}, {state}; the state is not shown:"
        yield f"             {found.no_view}"
    yield ""
    yield "Last outcome"
    if found.last_round is None:
        yield "  none yet"
    else:
        yield from (f"  {line}" for line in tell(found.last_round))
    yield ""
    yield "Active alerts"
    for utc_ns, alert in found.active_alerts:
        yield f"  {alert.severity:9}{named(alert)}  since {when(utc_ns)}"
        yield f"           {alert.text}"
        yield f"           to do: {to_do(alert.code)}"
    if not found.active_alerts:
        yield "  none"
    yield ""
    yield "Outbox"
    yield from (f"  {_lane(lane)}" for lane in found.lanes)
    yield ""
    yield "Devices"
    yield from (f"  {_device(device)}" for device in found.devices)
    if not found.devices:
        yield "  none was ever seen"
    yield ""
    head = "no head file" if found.head_n is None else f"head file at {found.head_n}"
    yield f"Journal  {found.journal}"
    yield f"  {counted(found.last.n, 'record')}, the last {when(found.last.utc_ns)}; {head}"
    yield f"  {_bytes(found.journal_bytes)}, {_bytes(found.free_bytes)} left on the disk"


def _device(device: DeviceSeen) -> str:
    told = device.status or {}
    state = "" if "connected" not in told else "connected" if told["connected"] else "not connected"
    words = " ".join(str(told[key]) for key in ("driver", "port", "firmware") if told.get(key))
    return f"{device.name:12}{state:15}last seen {when(device.utc_ns)}  {words}".rstrip()


def _lane(lane: LaneStatus) -> str:
    waiting = (
        "nothing waits"
        if not lane.waiting
        else f"{lane.waiting} {'waits' if lane.waiting == 1 else 'wait'}, the oldest for {_span(lane.oldest_s or 0)}"
    )
    if lane.waiting:
        waiting += f"; {_reached(lane)}"
    parked = f"; {lane.parked} PARKED, refused for good" if lane.parked else ""
    return f"{lane.name:16}{waiting}{parked}; {counted(lane.rows, 'row')} kept ({_bytes(lane.bytes_)})"


def _reached(lane: LaneStatus) -> str:
    """Whether the other end of the lane was ever reached; shown where something waits for it."""
    who = "the broker" if lane.name == BROKER else "the device"
    if lane.done == 0:
        return f"{who} has acknowledged nothing yet"
    if lane.taken_utc_ns is None:
        return f"{who} has acknowledged {lane.done}"
    return f"the last that {who} acknowledged is of {when(lane.taken_utc_ns)}"


def when(utc_ns: int) -> str:
    """An instant for people, and how long ago it was."""
    at = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(utc_ns // 1_000_000_000))
    return f"{at} UTC ({_span(max(0.0, (time.time_ns() - utc_ns) / 1e9))} ago)"


def _span(seconds: float) -> str:
    for unit_s, unit in ((_DAY_S, "d"), (_HOUR_S, "h"), (_MINUTE_S, "min")):
        if seconds >= 2 * unit_s:
            return f"{seconds / unit_s:.0f} {unit}"
    return f"{seconds:.0f} s"


def _bytes(count: float) -> str:
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.0f} {unit}"
        count /= 1024
    return f"{count:.1f} GiB"
