"""`tablectl top`: a running table, live on one screen: round, times, outbox, devices, alerts."""

import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any, Final

import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from controller.alerts.wording import to_do_about
from controller.cli import journals
from controller.cli.program import flag
from controller.cli.table.asked import Unanswered, answer_of, socket_of
from controller.core.alerts import ActiveAlert
from controller.journal.clock import utc_ns_of
from controller.terminal.console import PrintableConsole
from controller.terminal.instants import span
from controller.terminal.printable import complain

EVERY_S: Final = 1.0
LINE: Final = {"type": "table.look"}
MIB: Final = 1024 * 1024
COLOURS: Final = {"critical": "bold red", "warning": "yellow"}


def command(
    *,
    once: Annotated[bool, flag("--once", help="Print it once, as also in a pipe.")] = False,
    every: Annotated[float, typer.Option(metavar="SECONDS", min=0.2, max=60, help="Between two looks.")] = EVERY_S,
    config: journals.ConfigOption = None,
) -> int:
    """The table is asked at its socket and not disturbed; Ctrl-C ends it.

    Exit status: 0 ended by hand, or no alert is active with --once, 1 one is, 2 the table cannot be reached.
    """
    try:
        socket = socket_of(config)
        seen = answer_of(socket, LINE)["seen"]
    except Unanswered as error:
        complain(f"tablectl: {error}")
        return error.status
    console = PrintableConsole()
    if once or not sys.stdout.isatty():
        console.print(screen(seen, None, 0.0))
        return 1 if seen["alerts"] else 0
    with suppress(KeyboardInterrupt), Live(console=console, screen=True, auto_refresh=False) as live:
        live.update(screen(seen, None, 0.0), refresh=True)
        while True:
            before, at = seen, time.monotonic()
            time.sleep(every)
            try:
                seen = answer_of(socket, LINE)["seen"]
            except Unanswered as error:
                live.update(Text(f"{error}\nIt is asked again.", style="bold red"), refresh=True)
            else:
                live.update(screen(seen, before, time.monotonic() - at), refresh=True)
    return 0


def screen(seen: dict[str, Any], before: dict[str, Any] | None, since_s: float) -> RenderableType:
    """All of it; `before` is the look so long ago, for what there is of it in a second."""
    facts = Table(box=None, show_header=False, pad_edge=False)
    facts.add_column(style="bold")
    for what, text in _facts(seen, before, since_s):
        facts.add_row(what, text)
    devices = Table(box=None, pad_edge=False)
    for name in ("device", "state", "driver", "port", "last frame", "errors"):
        devices.add_column(name)
    for device in seen["devices"]:
        devices.add_row(*_device(device), style="" if device["connected"] else "bold red")
    alerts = Table(box=None, show_header=False, pad_edge=False)
    for alert in seen["alerts"]:
        active = ActiveAlert(alert["code"], alert["device"], alert["severity"], alert["text"], None)
        what = f"{alert['code']} {alert['device']}".strip()
        text = f"{alert['text']}\nto do: {to_do_about(active, table=seen['name'])}"
        alerts.add_row(Text(what, style=COLOURS.get(alert["severity"], "")), text)
    heads = Text("Devices", "bold"), Text(f"Alerts: {len(seen['alerts']) or 'none'}", "bold")
    return Group(facts, Text(), heads[0], devices, Text(), heads[1], alerts)


def _facts(seen: dict[str, Any], before: dict[str, Any] | None, since_s: float) -> Iterator[tuple[str, str | Text]]:
    yield "table", f"{seen['name']}   {seen['game']}   release {seen['about']['release']}"
    yield "round", f"{seen['round']}, {seen['phase']}"
    if seen["closed"]:
        yield "closed", Text(seen["closed"], style="yellow")
    rate = "" if before is None or not since_s else f", {(seen['n'] - before['n']) / since_s:.1f} a second"
    yield "record", f"{seen['n']}{rate}, {seen['inbox']} in the inbox"
    if (commit := seen["commit"]) is not None:
        yield "commit", f"{commit['p50_ms']} ms, one in a hundred {commit['p99_ms']} ms"
    if seen["stuck_s"] > 1:
        yield "commit", Text(f"has been under way for {span(seen['stuck_s'])}", style="bold red")
    said = {True: "connected", False: "NOT CONNECTED"}
    broker = ", ".join(f"{at} {said[connected]}" for at, connected in seen["brokers"].items()) or "none"
    waiting = ", ".join(f"{count} for {lane}" for lane, count in seen["outbox"].items() if count) or "nothing"
    yield "broker", f"{broker}; outbox: {waiting} waits"
    yield "disk", f"{seen['free_bytes'] / MIB:,.0f} MiB left, journal {seen['journal_bytes'] / MIB:,.1f} MiB"
    warm = "" if seen["temperature_c"] is None else f", {seen['temperature_c']:.0f} °C"
    yield "PC", f"clock {'' if seen['clock_synchronised'] else 'NOT '}synchronised{warm}"
    yield "memory", f"{seen['memory_bytes'] / MIB:,.0f} MiB"


def _device(device: dict[str, Any]) -> tuple[str, ...]:
    last = "none yet"
    if device["last_frame"] is not None:
        last = f"{span((time.time_ns() - utc_ns_of(device['last_frame'])) / 1e9)} ago"
    errors = ", ".join(f"{count} {kind}" for kind, count in device["errors"].items() if count)
    state = "connected" if device["connected"] else "NOT CONNECTED"
    return device["name"], state, device["driver"], device["port"], last, errors
