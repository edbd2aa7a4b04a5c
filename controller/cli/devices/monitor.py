"""`tablectl monitor`: the frames of a device, decoded, as they cross the line, faces of unseen cards masked."""

import asyncio
import sys
from collections.abc import Callable
from contextlib import aclosing
from typing import Annotated, Any, Final

import typer
from rich.text import Text

from controller.audit.explain.wording import counted
from controller.cli import journals
from controller.cli.devices import bindings, watched
from controller.cli.program import flag
from controller.configuration.config import ConfigError
from controller.core.outcomes import dumps
from controller.terminal.console import PrintableConsole
from controller.terminal.printable import complain, say, say_row
from drivers.protocols.framed.driver import DRIVER as FRAMED
from drivers.protocols.framed.frames import purpose

LAST: Final = 10
"""Earlier frames that are shown first: enough to see that something arrives at all."""
CLOCK: Final = slice(11, 23)
"""Hours to milliseconds of RFC 3339."""


def seconds(text: str | float) -> float:
    """A length of time, as it was typed or by default."""
    value = float(text)
    if not 0 < value <= 86_400:
        raise typer.BadParameter(f"expected seconds from 0 to 86400, got {text}")
    return value


ForOption = Annotated[float | None, typer.Option("--for", parser=seconds, metavar="SECONDS", help="End after so long.")]


def command(
    device: Annotated[str, typer.Argument(metavar="DEVICE", help="Its name in the configuration.")],
    *,
    for_s: ForOption = None,
    last: Annotated[int, typer.Option(metavar="N", help="First the last N frames.")] = LAST,
    take: Annotated[
        bool,
        flag(
            "--take",
            help="Acknowledge what the device sends, so that it goes on to the next; only where no table runs. What is"
            " taken so never reaches the table: it will report a gap.",
        ),
    ] = False,
    json: Annotated[bool, flag("--json", help="Print JSON Lines.")] = False,
    config: journals.ConfigOption = None,
) -> int:
    """A running table is asked and not disturbed.

    Where no table runs the port itself is opened, and nothing is acknowledged: the device keeps what it sent for the
    table. Faces of cards are masked unless the table has shown them.

    Exit status: 0 ended by hand or by --for, 1 the device was not connected at the end or the table stopped, 2 it
    cannot be watched.
    """
    try:
        table = bindings.load_one(config)
        entry = watched.entry_of(table, device)
        pid = watched.runs(table)
        if pid is not None and take:
            raise watched.UnwatchableError(  # noqa: TRY301 - one place prints them all
                f"The table runs (process {pid}) and acknowledges what {entry.name} sends: leave --take out."
            )
        if pid is None:
            bindings.refuse_held(entry.port, [table])
            source = watched.from_port(entry, takes=take)
            _note(f"No table runs: {entry.name} is watched on {entry.port} itself. Ctrl-C ends it.")
            if not take and entry.role not in watched.NOTHING_LOST:
                _note("Nothing is acknowledged: the device may repeat one message; --take lets it go on.")
        else:
            source = watched.from_table(table, entry, last=max(0, last))
            _note(f"The table runs (process {pid}): {entry.name} is watched there. Ctrl-C ends it.")
        return asyncio.run(_show(source, _printing(entry.driver, json=json), for_s, from_table=pid is not None))
    except (journals.NoJournalError, ConfigError, bindings.PortHeldError, watched.UnwatchableError) as error:
        complain(f"tablectl: {error}")
        return journals.BAD
    except KeyboardInterrupt:
        return 0


async def _show(
    source: watched.Lines, show: Callable[[dict[str, Any]], None], for_s: float | None, *, from_table: bool
) -> int:
    connected = False
    try:
        async with asyncio.timeout(for_s), aclosing(source):
            async for line in source:
                connected = line.get("connected", connected)
                show(line)
                sys.stdout.flush()
    except TimeoutError:
        return 0 if connected else 1
    if from_table:
        complain("tablectl: the table has stopped: see `tablectl status`.")
    return 1


def _note(text: str) -> None:
    complain(text)


def _printing(driver: str, *, json: bool) -> Callable[[dict[str, Any]], None]:
    if json:
        return lambda line: say(dumps(line))
    return Folded(PrintableConsole(), purpose if driver == FRAMED.name else lambda _: "").show


class Folded:
    """Lines for people; a repeated one is printed once, and how often it came when another comes.

    `purpose` says of a printed frame without events what it is for.
    """

    def __init__(self, console: PrintableConsole, purpose: Callable[[str], str]) -> None:
        self._console = console
        self._purpose = purpose
        self._last: tuple[str, ...] = ()
        self._again = 0

    def show(self, line: dict[str, Any]) -> None:
        """Print a line, or count it."""
        shown = cells(line)
        if line["type"] == "frame" and not shown[-1]:
            shown = *shown[:-1], self._purpose(line["raw"])
        if shown[1:] == self._last:
            self._again += 1
            return
        if self._again:
            again = f"{'':15}the same {counted(self._again, 'time')} more"
            if self._console.is_terminal:
                self._console.print(Text(again, "dim"), soft_wrap=True)
            else:
                say(again)
        self._last, self._again = shown[1:], 0
        if self._console.is_terminal:
            self._console.print(_coloured(line, shown), soft_wrap=True)
        else:
            say_row(*shown)


def cells(line: dict[str, Any]) -> tuple[str, ...]:
    """Time, direction, what was on the line, what it means."""
    match line["type"]:
        case "frame":
            meaning = "; ".join(map(worded, line["events"]))
            return line["at"][CLOCK], line["direction"], line["raw"], meaning
        case "missed":
            return "", "", "", f"{line['frames']} frames went by faster than they could be shown"
    state = "connected" if line["connected"] else "NOT CONNECTED"
    return "", "", "", f"{line['device']}: {state}, {line['firmware'] or 'firmware unknown'}, {line['port']}"


def worded(event: dict[str, Any]) -> str:
    """An event or a report in few words."""
    if "report" in event:
        return f"{event['report']}: {event['text']}" if event["text"] else str(event["report"])
    return f"card {event['card']}" if event["type"] == "card" else str(event["type"])


def _coloured(line: dict[str, Any], shown: tuple[str, ...]) -> Text:
    at, direction, raw, meaning = shown
    bad = line.get("connected") is False or any(
        event.get("report") in _BAD for event in line.get("events", ()) if isinstance(event, dict)
    )
    plain = "dim" if line["type"] == "frame" and not line["events"] else "bold green"
    arrow = Text(f"{direction:2}", "cyan" if direction == "<" else "magenta")
    return Text.assemble((f"{at:13}", "dim"), arrow, Text(f"{raw}  "), (meaning, "bold red" if bad else plain))


_BAD: Final = frozenset(
    (
        "frame_rejected",
        "sequence_gap",
        "copies_differ",
        "wrong_device",
        "device_lost",
        "device_silent",
        "device_unreadable",
    )
)
