"""`tablectl replay-wire`: a capture played into a port, so that a driver reads the same bytes again.

tablectl replay-wire shoe.capture pty:/tmp/shoe     makes the port, and waits until a program has opened it
tablectl replay-wire shoe.capture /dev/ttyUSB0      through a cable to the port where the driver listens
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from controller.audit.explain.wording import counted
from controller.cli import journals
from controller.cli.devices import bindings
from controller.cli.program import flag
from controller.configuration.config import ConfigError
from controller.core.reader import MalformedLine
from controller.terminal.console import PrintableConsole
from controller.terminal.inputs import input_lines
from controller.terminal.printable import complain, say
from drivers.diagnosis.capture_file import CaptureError, Chunk, Header, of_direction, read_capture
from drivers.diagnosis.pty_link import SCHEME, PtyLink
from drivers.diagnosis.wire_replay import play
from drivers.links.link import Link, LinkGone
from drivers.links.ports import make_link
from drivers.protocols.base.driver import DriverError
from drivers.protocols.base.spoken import read_spoken
from drivers.registry import BUILT_IN

Side = Literal["device", "host"]


class NothingToPlayError(Exception):
    """The capture holds no bytes that could be played; the text is a sentence that ends with what to do."""


def command(
    name: Annotated[str, typer.Argument(metavar="FILE", help="A capture; - is standard input.")],
    port: Annotated[
        str, typer.Argument(metavar="PORT", help="A serial port, or pty:PATH, which is made for a program to open.")
    ],
    *,
    fast: Annotated[bool, flag("--fast", help="Without the pauses (default: the original timing).")] = False,
    side: Annotated[Side, typer.Option(help="Whose bytes.")] = "device",
    skip_masked: Annotated[bool, flag("--skip-masked", help="Play the rest of a capture with masked chunks.")] = False,
    baud: Annotated[int | None, typer.Option(metavar="N", help="Another speed than that of the capture.")] = None,
    config: journals.ConfigOption = None,
) -> int:
    """Exit status: 0 played whole, 1 in part (masked chunks left out, or nobody read on), 2 not at all."""
    try:
        header, chunks, masked = _read(name, side, skip_masked=skip_masked)
        link = _link(port, header, baud, config)
    except (
        CaptureError, MalformedLine, NothingToPlayError, journals.NoJournalError, ConfigError, DriverError,
        bindings.PortHeldError, ValueError,
    ) as error:  # fmt: skip
        complain(f"tablectl: {error}")
        return journals.BAD
    except OSError as error:
        complain(f"tablectl: {name}: {error.strerror}: name a file of `tablectl capture`.")
        return journals.BAD
    return _play(port, link, chunks, masked, fast=fast)


def _read(name: str, side: Side, *, skip_masked: bool) -> tuple[Header, list[Chunk], int]:
    """Header, what is to be played, and how many chunks are masked."""
    header, all_chunks = read_capture(input_lines(name), file=name)
    chunks = list(of_direction(all_chunks, "<" if side == "device" else ">"))
    masked = [chunk for chunk in chunks if chunk.data is None]
    if masked and not skip_masked:
        raise NothingToPlayError(
            f"{name}, line {masked[0].line}: this was masked, so there are no bytes to play. Capture the"
            " device on a bench port, or play the rest with --skip-masked."
        )
    playable = [chunk for chunk in chunks if chunk.data is not None]
    if not playable:
        raise NothingToPlayError(f"{name} holds no bytes of the {side}: see --side, or capture again.")
    return header, playable, len(masked)


def _link(port: str, header: Header, baud: int | None, config: Path | None) -> Link:
    """Raises PortHeldError, DriverError, ConfigError."""
    if port.startswith(SCHEME):
        return PtyLink(port)
    bindings.refuse_held(port, bindings.tables(config))
    written = (header.line or "9600 8N1").split()
    line = read_spoken(f"{baud or written[0]} {written[1]}")
    return make_link(BUILT_IN["framed"], port, line)


def _play(port: str, link: Link, chunks: list[Chunk], masked: int, *, fast: bool) -> int:
    played = 0
    try:
        with _progress(len(chunks)) as progress:

            def count(chunk: Chunk) -> None:
                nonlocal played
                played += len(chunk.data or b"")
                progress(chunk)

            if port.startswith(SCHEME):
                path = port.removeprefix(SCHEME)
                complain(f"Waiting until a program opens {path} …")
            asyncio.run(play(link, chunks, fast=fast, on_played=count))
    except KeyboardInterrupt:
        complain("tablectl: ended by hand.")
        return 1
    except LinkGone as gone:
        complain(f"tablectl: {gone}: {bindings.to_do(gone, port)}.")
        return 1 if played else journals.BAD
    left_out = f", {counted(masked, 'masked chunk')} left out" if masked else ""
    say(f"{counted(len(chunks), 'chunk')}, {counted(played, 'byte')} played{left_out}")
    return 1 if masked else 0


@contextmanager
def _progress(total: int) -> Iterator[Callable[[Chunk], None]]:
    console = PrintableConsole(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[at]:.1f} s"))
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("playing", total=total, at=0.0)
        yield lambda chunk: progress.update(task, advance=1, at=chunk.t)
