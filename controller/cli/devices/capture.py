"""`tablectl capture`: what crosses a line, with its times, into a file that people read and `replay-wire` plays back.

What the file holds depends on whose port it is:

    a bench port, which no table's configuration names     every byte, both ways
    a table's button or meter, no table running            every byte, both ways
    a table's shoe, shuffler or console, none running      its frames, faces of cards masked
    any device of a running table                          the frames as the table has them, masked as in its recordings

So nothing that comes from a live table holds a card that the players have not seen. To have a shoe's bytes whole, take
it to a bench port.
"""

import asyncio
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, TextIO

import typer

from controller.audit.explain.wording import counted
from controller.cli import journals
from controller.cli.devices import bindings, monitor, watched
from controller.configuration.config import Config, ConfigError, DeviceEntry
from controller.daemon.devices import line_of
from controller.terminal.console import PrintableConsole
from controller.terminal.printable import complain
from drivers.diagnosis.candidates import BAUDS
from drivers.diagnosis.capture_file import CaptureWriter, Chunk, Header
from drivers.diagnosis.conversation import Exchange, Listener, converse
from drivers.links.link import LinkGone
from drivers.links.ports import make_link
from drivers.protocols.base.driver import DriverError, Role
from drivers.protocols.base.protocol import DeviceProtocol, LineSettings
from drivers.protocols.base.spoken import read_spoken, spoken
from drivers.registry import BUILT_IN, find, make_protocol

NO_CARDS: Final = frozenset(("button", "meter"))
"""Roles in whose bytes no card can be."""
MODE: Final = 0o640
PANEL: Final = "A bench port; without a driver it is only listened to"


class Bench(NamedTuple):
    """The options of a bench port."""

    baud: int | None = None
    form: str | None = None
    driver: str | None = None
    role: Role | None = None
    shape: str | None = None


NOT_SAID: Final = Bench()


def command(
    what: Annotated[
        str, typer.Argument(metavar="PORT|DEVICE", help="A serial port, or a device's name in the configuration.")
    ],
    *,
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="A new file; - is standard output.")],
    for_s: monitor.ForOption = None,
    baud: Annotated[
        int | None,
        typer.Option(
            metavar="N", help=f"As in {', '.join(map(str, BAUDS[:4]))} (default: 9600).", rich_help_panel=PANEL
        ),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="8N1", help="Bits, parity and stop bits (default: 8N1).", rich_help_panel=PANEL
        ),
    ] = None,
    driver: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Act as this driver does: greet, ask, acknowledge.", rich_help_panel=PANEL),
    ] = None,
    role: Annotated[
        Role | None,
        typer.Option(help="Of the driver's device (default: its only one).", rich_help_panel=PANEL),
    ] = None,
    shape: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The description that the driver `line` needs.", rich_help_panel=PANEL),
    ] = None,
    config: journals.ConfigOption = None,
) -> int:
    """Every byte of a port that no table names; of a table's device the faces of cards are masked.

    Exit status: 0 ended by hand or by --for, 1 nothing was received or the port went, 2 it cannot be captured.
    """
    bench = Bench(baud, form, driver, role, shape)
    try:
        found = _device(what, config)
        if found is None:
            return _bench(what, output, for_s, bench)
        table, entry = found
        if bench != NOT_SAID:
            raise watched.UnwatchableError(  # noqa: TRY301 - one place prints them all
                f"{what} is `{entry.name}` of {table.file}, which has its driver and its line settings: leave"
                " the options of a bench port out."
            )
        return _table(what, output, for_s, table, entry)
    except (
        journals.NoJournalError, ConfigError, DriverError, bindings.PortHeldError, watched.UnwatchableError, ValueError
    ) as error:  # fmt: skip
        complain(f"tablectl: {error}")
    except LinkGone as gone:
        complain(f"tablectl: {gone}: {bindings.to_do(gone, what)}.")
    except OSError as error:
        complain(f"tablectl: {output}: {error.strerror}: name a file in a folder that is yours.")
    return journals.BAD


def _device(what: str, config: Path | None) -> tuple[Config, DeviceEntry] | None:
    """The device meant, by name or by its port; None for a bench port. Raises PortHeldError for another program's."""
    if "/" not in what and ":" not in what:
        table = bindings.load_one(config)
        return table, watched.entry_of(table, what)
    configs = bindings.tables(config)
    bound = bindings.whose(what, configs)
    if bound is None:
        bindings.refuse_held(what, configs)
        return None
    return bound.config, bound.entry


# --- a bench port -------------------------------------------------------------------------------------------------


def _bench(port: str, output: str, for_s: float | None, bench: Bench) -> int:
    protocol, line, role = _protocol(bench)
    driver = BUILT_IN["framed"] if bench.driver is None else find(bench.driver)
    link = make_link(driver, port, line)
    header = Header(
        capture=1,
        port=port,
        line=spoken(line),
        started=_now(),
        driver=bench.driver,
        role=role,
        masked=False,
    )

    async def listen(write: Callable[[Chunk], None]) -> None:
        start = asyncio.get_running_loop().time()
        try:
            await link.open()
            await converse(link, protocol, _chunks(write, start), sends=bench.driver is not None, takes=True)
        finally:
            await link.close()

    return _record(port, output, for_s, header, listen)


def _protocol(bench: Bench) -> tuple[DeviceProtocol, LineSettings, Role | None]:
    """Raises DriverError, ValueError."""
    driver = None if bench.driver is None else find(bench.driver)
    usual = LineSettings() if driver is None else driver.line
    written = spoken(usual).split()
    line = read_spoken(f"{bench.baud or written[0]} {bench.form or written[1]}")
    if driver is None:
        return Listener(), line, None
    role = bench.role
    if role is None:
        if len(driver.roles) > 1:
            raise DriverError(
                "role", f"expected --role {' or '.join(sorted(driver.roles))} for {driver.name}, got none"
            )
        (role,) = driver.roles
    options = {} if bench.shape is None else dict.fromkeys(driver.files, bench.shape)
    return make_protocol(driver.name, role, options), line, role


def _chunks(write: Callable[[Chunk], None], start: float) -> Callable[[Exchange], None]:
    def exchanged(exchange: Exchange) -> None:
        if exchange.data:
            write(Chunk(max(0.0, exchange.at - start), exchange.direction, exchange.data))

    return exchanged


# --- a table's device ---------------------------------------------------------------------------------------------


def _table(what: str, output: str, for_s: float | None, config: Config, entry: DeviceEntry) -> int:
    pid = watched.runs(config)
    whole = pid is None and entry.role in NO_CARDS
    if pid is None:
        bindings.refuse_held(entry.port, [config])
    started = datetime.now(UTC)
    header = Header(
        capture=1, port=entry.port, line=spoken(line_of(entry)), started=started.isoformat(), masked=not whole,
        device=entry.name, driver=entry.driver, role=entry.role,
    )  # fmt: skip
    if not whole:
        why = "the table runs" if pid is not None else f"a {entry.role} names cards"
        complain(f"Faces of cards are masked, as {why}: a bench port gives every byte.")

    async def listen(write: Callable[[Chunk], None]) -> None:
        start = asyncio.get_running_loop().time()
        source = (
            watched.from_table(config, entry)
            if pid is not None
            else watched.from_port(entry, on_exchange=_chunks(write, start) if whole else lambda _: None)
        )
        async with aclosing(source):
            async for line in source:
                if line["type"] == "frame" and not whole:
                    write(_masked(line, started))
        raise LinkGone(bindings.TABLE_STOPPED)

    return _record(what, output, for_s, header, listen)


def _masked(line: dict[str, Any], started: datetime) -> Chunk:
    t = (datetime.fromisoformat(line["at"]) - started).total_seconds()
    means = "; ".join(map(monitor.worded, line["events"]))
    return Chunk(max(0.0, t), line["direction"], None, line["raw"], means)


# --- the file -----------------------------------------------------------------------------------------------------


def _record(
    what: str, output: str, for_s: float | None, header: Header, listen: Callable[[Callable[[Chunk], None]], Any]
) -> int:
    """Run it for as long as it is wanted, and print what came of it."""
    with _opened(output) as out:
        writer = CaptureWriter(out, header)
        gone: LinkGone | None = None
        try:
            with _status(header, output) as show:

                def write(chunk: Chunk) -> None:
                    writer.write(chunk)
                    show(writer)

                asyncio.run(_for(listen(write), for_s))
        except (KeyboardInterrupt, TimeoutError):
            pass
        except LinkGone as error:
            gone = error
    if gone is not None:
        complain(f"tablectl: {gone}: {bindings.to_do(gone, what)}.")
    amount = f"{counted(writer.chunks, 'chunk')}, {counted(writer.bytes, 'byte')}"
    complain(f"{output}: {amount}{' (faces masked)' if header.masked else ''}")
    if not writer.chunks and gone is None:
        complain("Nothing was received: make the device send, or find its speed with `tablectl probe`.")
    return 0 if writer.chunks and gone is None else 1


async def _for(listening: Any, for_s: float | None) -> None:
    async with asyncio.timeout(for_s):
        await listening


@contextmanager
def _opened(name: str) -> Iterator[TextIO]:
    """A new file, never an old one. Raises OSError."""
    if name == "-":
        yield sys.stdout
        return
    descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE)
    with open(descriptor, "w", encoding="ascii") as file:  # noqa: PTH123 - a descriptor has no path
        yield file


@contextmanager
def _status(header: Header, output: str) -> Iterator[Callable[[CaptureWriter], None]]:
    console = PrintableConsole(stderr=True)
    complain(f"Recording {header.device or header.port} to {output}. Ctrl-C ends it.")
    if not console.is_terminal:
        yield lambda _: None
        return
    with console.status("nothing yet") as status:
        yield lambda writer: status.update(f"{counted(writer.chunks, 'chunk')}, {counted(writer.bytes, 'byte')}")


def _now() -> str:
    return datetime.now(UTC).isoformat()
