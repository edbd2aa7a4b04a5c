"""`tablectl status`: how a table is, on one screen, from its journal; `--metrics` writes it for a monitoring system."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Final

import typer

from controller.alerts.wording import named
from controller.audit.explain.recall import tell
from controller.audit.explain.wording import counted
from controller.audit.journal_file import JournalFile
from controller.cli import journals
from controller.configuration.config import Config, ConfigError, load
from controller.doctor.devices import NEVER_SEEN, DeviceNow, devices_now, explained_by, text_of
from controller.doctor.remedies import remedy, to_run_installed
from controller.doctor.status import LaneStatus, Status, status
from controller.mqtt.messages import BROKER
from controller.release import release
from controller.terminal.instants import span, when
from controller.terminal.lines import Line, show
from controller.terminal.printable import complain, say

OF_THE_DISK: Final = {"disk_low", "disk_short"}
HASH_DIGITS: Final = 16
"""Shown of a hash; `about` at the broker and the record of the start have all."""


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
    """Exit status: 0 all is well.

    1 an active alert, parked rows, a last outcome not shown or a table never started, 2 it cannot be read.
    """
    asked = journals.Asked(config, journal, key, seal, public_key)
    table: Config | None = None
    if journal is None:
        try:
            table = load(journals.configuration(config))
        except (journals.NoJournalError, ConfigError) as error:
            complain(f"tablectl: {error}")
            return journals.BAD
        if metrics is None and journals.never_started(table.journal):
            show(before_the_first_start(table))
            return 1
        asked = asked._replace(
            config=None, journal=table.journal, key=key or table.journal_key, seal=seal or table.journal_seal
        )

    def act(file: JournalFile) -> int:
        found = status(file)
        file.let_go()
        if metrics is not None:
            return _write(found, metrics)
        show(screen(found, table))
        wrong = found.last_round is not None and found.last_round.refused is not None
        return 1 if wrong or found.active_alerts or any(lane.parked for lane in found.lanes) else 0

    return journals.look(asked, act)


def _write(found: Status, name: str) -> int:
    """Whole or not at all: the collector may look at any moment."""
    from prometheus_client import generate_latest, write_to_textfile  # noqa: PLC0415 - of use to nobody else

    from controller.doctor.metrics import metrics  # noqa: PLC0415 - the same

    if name == "-":
        say(*generate_latest(metrics(found)).decode().splitlines())
        return 0
    try:
        write_to_textfile(name, metrics(found))
    except OSError as error:
        complain(f"tablectl: {name}: {error.strerror}")
        return journals.BAD
    return 0


def before_the_first_start(table: Config) -> Iterator[Line]:
    """What there is to show of a table without a journal."""
    yield Line(f"Table {table.house.table}   {table.table.game}   never started", style="bold")
    yield Line()
    yield Line(journals.NEVER_STARTED)
    yield from (line._replace(head=f"  {line.head}") for line in listing(devices_now([], [], config=table, runs=False)))


def screen(found: Status, table: Config | None) -> Iterator[Line]:
    """The lines of the screen; `table` where the configuration is known."""
    start, now = found.start, found.view
    runs = f"running (process {found.pid})" if found.pid is not None else "stopped"
    if found.pid is None and found.last.kind != "stop":
        runs = "not running, and it was not stopped in order"
    yield Line(f"Table {found.table_name}   {start.table.game}   {runs}", style="bold")
    yield Line(f"{when(found.started.utc_ns)}, release {start.version}, rules {start.rules_version}", "  started    ")
    if found.pid is not None and start.version != release():
        to_do = to_run_installed((alert for _, alert in found.active_alerts), table, table=found.table_name)
        yield Line(f"{release()} is installed: {to_do}", " " * 13)
    if now is not None:
        cards = f"{counted(now.cards_out, 'card')} out of {counted(now.decks, 'deck')}"
        yield Line(f"{now.round}, {now.phase}, {cards}", "  round      ")
    else:
        state = "open" if found.is_open else "over" if found.last.round else "none yet"
        yield Line(f"{found.last.round}, {state}; the state is not shown: {found.no_view}", "  round      ")
    if start.requested:
        asked = ", ".join(
            f"{what} by {one.by} (transaction {one.transaction})" for what, one in start.requested.items()
        )
        yield Line(f"{asked}; the file has others", "  by request ")
    yield Line(_broker(found), "  broker     ")
    yield Line()
    yield from _alerts(found, table)
    yield Line()
    past = "" if found.pid is not None else ", as they were when the table last ran"
    yield Line(f"Devices{past}", style="bold")
    alerts = [alert for _, alert in found.active_alerts]
    devices = devices_now(found.devices, alerts, config=table, runs=found.pid is not None)
    yield from (line._replace(head=f"  {line.head}") for line in listing(devices, under_alerts=True))
    if not devices:
        yield Line("  none was ever seen")
    yield Line()
    yield Line("Last outcome", style="bold")
    if found.last_round is None:
        yield Line("  none yet")
    else:
        yield from (Line(line, "  ") for line in tell(found.last_round))
    yield Line()
    late = [lane for lane in found.lanes if lane.waiting or lane.parked]
    yield Line("Outbox" if late else "Outbox   everything is delivered", style="bold" if late else "")
    width = max((16, *(len(lane.name) + 1 for lane in late)))
    yield from (Line(_lane(lane), f"  {lane.name:{width}}") for lane in late)
    head = "no head file" if found.head_n is None else f"head file at {found.head_n}"
    yield Line(
        f"{found.journal}, {_bytes(found.journal_bytes)}, {_bytes(found.free_bytes)} left on the disk", "Journal  "
    )
    yield Line(f"{counted(found.last.n, 'record')}, the last {when(found.last.utc_ns)}; {head}", " " * 9)
    yield Line(found.start.public_key, "Public key  ")
    hashes = {"code": start.code_hash, "rules": start.rules_hash, "configuration": start.config_hash}
    yield Line(", ".join(f"{name} {value[:HASH_DIGITS]}" for name, value in hashes.items() if value), "Hashes      ")


def _broker(found: Status) -> str:
    if not found.start.has_broker:
        return "none configured"
    down = {alert.device: since_ns for since_ns, alert in found.active_alerts if alert.code == "broker_unreachable"}
    several = [lane for lane in found.lanes if lane.lane == BROKER != lane.name]
    if len(several) < 2:
        only = several or [lane for lane in found.lanes if lane.name == BROKER]
        return _reach(next(iter(down.values()), None), only[0].waiting if only else 0)
    found_at = {lane.name.removeprefix(f"{BROKER} at "): lane.waiting for lane in several}
    return "; ".join(f"{at} {_reach(down.get(at), waiting)}" for at, waiting in found_at.items())


def _reach(down_ns: int | None, waiting: int) -> str:
    if down_ns is not None:
        return f"UNREACHABLE since {when(down_ns)}"
    return f"{counted(waiting, 'message')} to be delivered" if waiting else "has everything"


def _alerts(found: Status, table: Config | None) -> Iterator[Line]:
    yield Line("Active alerts", style="bold")
    alerts = [alert for _, alert in found.active_alerts]
    for since_ns, alert in found.active_alerts:
        head, style = f"  {alert.severity:10}", "bold red" if alert.severity == "critical" else "yellow"
        if (other := explained_by(alert, alerts)) is not None:
            yield Line(f"{named(alert)}: see {other}", head, style)
            continue
        yield Line(f"{named(alert)}: {text_of(alert)}", head, style)
        now = f"; now {_bytes(found.free_bytes)} are left" if alert.code in OF_THE_DISK else ""
        yield Line(f"since {when(since_ns)}{now}", " " * 12)
        yield Line(remedy(alert, table, table=found.table_name), f"{'':12}to do: ")
    if not alerts:
        yield Line("  none")


def listing(devices: Iterable[DeviceNow], *, under_alerts: bool = False) -> Iterator[Line]:
    """Some lines for each device; `under_alerts`: what to do about its active alert is shown there."""
    found = list(devices)
    indent = max((len(device.name) for device in found), default=0) + 2
    for device in found:
        state = device.state if device.well else device.state.upper()
        action = "" if under_alerts and device.alert else device.to_do
        if device.state == NEVER_SEEN:
            state, action = f"{state}: {action}", ""
        place = " on ".join(word for word in (device.driver, device.port) if word)
        words = ", ".join(word for word in (place, device.firmware) if word)
        yield Line(f"{state}; {words}", f"{device.name:{indent}}", "green" if device.well else "bold red")
        facts = [] if device.last_ns is None else [f"last frame {when(device.last_ns)}"]
        if device.errors:
            facts.append(f"since the table's start: {device.counts}")
        if facts:
            yield Line("; ".join(facts), " " * indent)
        if action:
            yield Line(action, f"{'':{indent}}to do: ")


def _lane(lane: LaneStatus) -> str:
    waiting = (
        "nothing waits"
        if not lane.waiting
        else f"{lane.waiting} {'waits' if lane.waiting == 1 else 'wait'}, the oldest for {span(lane.oldest_s or 0)}"
    )
    if lane.waiting:
        waiting += f"; {_reached(lane)}"
    parked = f"; {lane.parked} PARKED, refused for good" if lane.parked else ""
    kept = f"; {counted(lane.rows, 'row')} kept ({_bytes(lane.bytes_)})" if lane.rows else ""
    return f"{waiting}{parked}{kept}"


def _reached(lane: LaneStatus) -> str:
    """Whether the other end of the lane was ever reached; shown where something waits for it."""
    who = "the broker" if lane.lane == BROKER else "the device"
    if lane.done == 0:
        return f"{who} has acknowledged nothing yet"
    if lane.taken_utc_ns is None:
        return f"{who} has acknowledged {lane.done}"
    return f"the last that {who} acknowledged is of {when(lane.taken_utc_ns)}"


def _bytes(count: float) -> str:
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.0f} {unit}"
        count /= 1024
    return f"{count:.1f} GiB"
