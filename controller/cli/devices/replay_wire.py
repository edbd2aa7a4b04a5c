"""`tablectl replay-wire`: a capture played into a port, so that a driver reads the same bytes again.

tablectl replay-wire shoe.capture pty:/tmp/shoe     makes the port, and waits until a program has opened it
tablectl replay-wire shoe.capture /dev/ttyUSB0      through a cable to the port where the driver listens
"""

import argparse
import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from controller.audit.explain.wording import counted
from controller.cli import journals
from controller.cli.devices import bindings
from controller.configuration.config import ConfigError
from drivers.diagnosis.capture_file import CaptureError, Chunk, Header, of_direction, read_capture
from drivers.diagnosis.configured import read_spoken
from drivers.diagnosis.pty_link import SCHEME, PtyLink
from drivers.diagnosis.wire_replay import play
from drivers.links.link import Link, LinkGone
from drivers.links.ports import make_link
from drivers.protocols.base.driver import DriverError
from drivers.registry import BUILT_IN


class NothingToPlayError(Exception):
    """The capture holds no bytes that could be played; the text is a sentence that ends with what to do."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the subcommand."""
    parser = commands.add_parser(
        "replay-wire",
        help="play a capture into a port, so that a driver reads the same bytes again",
        epilog="Exit status: 0 played whole, 1 in part (masked chunks left out, or nobody read on), 2 not at all.",
    )
    parser.add_argument("file", metavar="FILE", help="a capture; - is standard input")
    parser.add_argument("port", metavar="PORT", help="a serial port, or pty:PATH, which is made for a program to open")
    parser.add_argument("--fast", action="store_true", help="without the pauses (default: the original timing)")
    parser.add_argument(
        "--side", choices=("device", "host"), default="device", help="whose bytes (default: the device's)"
    )
    parser.add_argument("--skip-masked", action="store_true", help="play the rest of a capture with masked chunks")
    parser.add_argument("--baud", type=int, metavar="N", help="another speed than that of the capture")
    journals.add_configuration(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0 played whole, 1 in part, 2 not at all."""
    try:
        header, chunks, masked = _read(arguments)
        link = _link(arguments, header)
    except (CaptureError, NothingToPlayError, ConfigError, DriverError, bindings.PortHeldError, ValueError) as error:
        print(f"tablectl: {error}", file=sys.stderr)
        return journals.BAD
    except OSError as error:
        print(f"tablectl: {arguments.file}: {error.strerror}: name a file of `tablectl capture`.", file=sys.stderr)
        return journals.BAD
    return _play(arguments, link, chunks, masked)


def _read(arguments: argparse.Namespace) -> tuple[Header, list[Chunk], int]:
    """Header, what is to be played, and how many chunks are masked."""
    if arguments.file == "-":
        header, all_chunks = read_capture(sys.stdin.buffer, file="-")
    else:
        with Path(arguments.file).open("rb") as file:
            header, all_chunks = read_capture(file, file=arguments.file)
    chunks = list(of_direction(all_chunks, "<" if arguments.side == "device" else ">"))
    masked = [chunk for chunk in chunks if chunk.data is None]
    if masked and not arguments.skip_masked:
        raise NothingToPlayError(
            f"{arguments.file}, line {masked[0].line}: this was masked, so there are no bytes to play. Capture the"
            " device on a bench port, or play the rest with --skip-masked."
        )
    playable = [chunk for chunk in chunks if chunk.data is not None]
    if not playable:
        raise NothingToPlayError(
            f"{arguments.file} holds no bytes of the {arguments.side}: see --side, or capture again."
        )
    return header, playable, len(masked)


def _link(arguments: argparse.Namespace, header: Header) -> Link:
    """Raises PortHeldError, DriverError, ConfigError."""
    if arguments.port.startswith(SCHEME):
        return PtyLink(arguments.port)
    bindings.refuse_held(arguments.port, bindings.tables(arguments))
    written = (header.line or "9600 8N1").split()
    line = read_spoken(f"{arguments.baud or written[0]} {written[1]}")
    return make_link(BUILT_IN["framed"], arguments.port, line)


def _play(arguments: argparse.Namespace, link: Link, chunks: list[Chunk], masked: int) -> int:
    played = 0
    try:
        with _progress(len(chunks)) as progress:

            def count(chunk: Chunk) -> None:
                nonlocal played
                played += len(chunk.data or b"")
                progress(chunk)

            if arguments.port.startswith(SCHEME):
                path = arguments.port.removeprefix(SCHEME)
                print(f"Waiting until a program opens {path} …", file=sys.stderr, flush=True)
            asyncio.run(play(link, chunks, fast=arguments.fast, on_played=count))
    except KeyboardInterrupt:
        print("tablectl: ended by hand.", file=sys.stderr)
        return 1
    except LinkGone as gone:
        print(f"tablectl: {gone}: {bindings.to_do(gone, arguments.port)}.", file=sys.stderr)
        return 1 if played else journals.BAD
    left_out = f", {counted(masked, 'masked chunk')} left out" if masked else ""
    print(f"{counted(len(chunks), 'chunk')}, {counted(played, 'byte')} played{left_out}")
    return 1 if masked else 0


@contextmanager
def _progress(total: int) -> Iterator[Callable[[Chunk], None]]:
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[at]:.1f} s"))
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("playing", total=total, at=0.0)
        yield lambda chunk: progress.update(task, advance=1, at=chunk.t)
