"""`tablectl probe`: what is plugged in, and what is at a port: speed and protocol, by listening.

Every serial setting is tried with every protocol against the bytes that are received. Nothing is taken from the device,
and nothing sent unless `--ask` allows the questions of the protocols that have one. No card's face is shown.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from controller.cli import journals
from controller.cli.devices import bindings, probe_words
from controller.cli.devices.monitor import seconds
from controller.cli.program import flag
from controller.configuration.config import Config, ConfigError
from controller.configuration.examples import examples
from controller.configuration.installed import CONFIGURATIONS
from controller.core.outcomes import dumps
from controller.core.reader import MalformedLine
from controller.doctor.ports import adapter_of, node_of
from controller.terminal.console import PrintableConsole
from controller.terminal.inputs import MIB, read_text
from controller.terminal.printable import complain, say
from drivers.diagnosis.candidates import SETTINGS, candidates
from drivers.diagnosis.identity import all_identified, bound, identified
from drivers.diagnosis.probe import Heard, Probed, probe
from drivers.links.link import Link, LinkGone
from drivers.links.ports import SERIAL_FORMS, kind_of, make_link
from drivers.links.usb_identity import look_up, parse, plugged_in
from drivers.protocols.base.driver import DriverError
from drivers.protocols.base.protocol import LineSettings
from drivers.protocols.base.spoken import spoken
from drivers.protocols.line.shape import ShapeError, read_shape
from drivers.registry import BUILT_IN

LISTEN_S: Final = 90.0
"""Each of the twenty-four settings once, and a good part of them twice."""
SHAPES: Final = "shoes"
"""The folder of descriptions: beside a configuration, and among the examples."""


def command(
    port: Annotated[
        str | None,
        typer.Argument(metavar="PORT", help="A serial port as the configuration names it, usb:… or input:…"),
    ] = None,
    *,
    ask: Annotated[
        bool,
        flag(
            "--ask",
            help="Also send the questions of `framed` and `matrix_orbital`, which change nothing at their own devices;"
            " another one may print them.",
        ),
    ] = False,
    listen: Annotated[float, typer.Option(parser=seconds, metavar="SECONDS", help="At most so long.")] = LISTEN_S,
    shape: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="A description for the driver `line`; more than once.")
    ] = None,
    json: Annotated[bool, flag("--json", help="Print one JSON object.")] = False,
    config: journals.ConfigOption = None,
) -> int:
    """Draw cards or press the button while it listens: most devices send only then.

    Exit status: 0 found, 1 nothing that is at least likely, 2 the port cannot be opened or is not ours to open.
    """
    try:
        if port is None:
            return probe_words.tell_plugged_in(all_identified(), json=json)
        configs = bindings.tables(config)
        if kind_of(port) in {"usb", "input"}:
            device = look_up(parse(port.partition(":")[2]))
            return probe_words.tell_identity(identified(device), json=json)
        return _listen(port, configs, shape or [], for_s=listen, asks=ask, json=json)
    except (
        journals.NoJournalError, ConfigError, DriverError, ShapeError, bindings.PortHeldError, ValueError
    ) as error:  # fmt: skip
        complain(f"tablectl: {error}")
    except LinkGone as gone:
        complain(f"tablectl: {gone}: {bindings.to_do(gone, str(port))}.")
    return journals.BAD


def _listen(
    port: str, configs: Sequence[Config], given: Sequence[Path], *, for_s: float, asks: bool, json: bool
) -> int:
    if (node := _input_node(port)) is not None:
        return node(json)
    if kind_of(port) == "gpio" or ("/" not in port and ":" not in port):
        raise DriverError("port", f"expected {SERIAL_FORMS}, got {port!r}; `tablectl probe` shows what is plugged in")
    is_tables = bindings.refuse_held(port, configs) is not None
    shapes = _shapes(given, configs)
    measured = not port.startswith("socket://") and not bindings.is_pseudo_terminal(port)
    try:
        with _progress(port, for_s=for_s, measured=measured) as (on_slot, on_heard):
            probed = asyncio.run(
                probe(
                    partial(_link, port),
                    candidates(shapes),
                    settings=SETTINGS if measured else SETTINGS[:1],
                    for_s=for_s,
                    asks=asks,
                    on_slot=on_slot,
                    on_heard=on_heard,
                )
            )
    except KeyboardInterrupt:
        complain("tablectl: ended by hand before anything was certain.")
        return 1
    told = probe_words.Told(
        port=port, suggested=_suggested(port), measured=measured, asked=asks,
        folders=tuple(config.file.parent for config in configs), is_tables=is_tables,
    )  # fmt: skip
    if json:
        say(dumps(told.record(probed)))
    else:
        told.tell(probed)
    return _status(probed)


def _status(probed: Probed) -> int:
    return 0 if probed.best is not None and probed.best.certainty != "possible" else 1


def _link(port: str, line: LineSettings) -> Link:
    return make_link(BUILT_IN["framed"], port, line)


def _input_node(port: str) -> Callable[[bool], int] | None:
    """What prints the identity of an input node or another file of a USB device; None for a serial port."""
    if not port.startswith("/dev/input/"):
        return None
    real = Path(port).resolve()
    place = (Path("/sys/class/input") / real.name / "device").resolve()
    device = next((one for one in plugged_in() if one.folder.resolve() in place.parents), None)
    if device is None:
        raise DriverError("port", f"expected an input device on USB, got {port}: it cannot be bound")
    return lambda json: probe_words.tell_identity(identified(device), json=json)


def _shapes(given: Sequence[Path], configs: Sequence[Config]) -> list[Path]:
    """Descriptions of ASCII devices, each once. Raises ShapeError, OSError's sentence for a given one."""
    for file in given:
        try:
            read_shape(read_text(file, most=MIB), file=str(file))
        except (OSError, MalformedLine) as error:
            raise DriverError("shape", f"{file}: expected a description that can be read, got {error}") from None
    found = list(given)
    for config in configs:
        found += [Path(entry.options["file"]) for entry in config.devices if "file" in entry.options]
        found += sorted((config.file.parent / SHAPES).glob("*.toml"))
    for folder in (CONFIGURATIONS, examples()):
        found += sorted((folder / SHAPES).glob("*.toml"))
    return list({file.resolve(): file for file in found}.values())


def _suggested(port: str) -> str:
    """A name that stays the device's: by its adapter, where the kernel has counted the port."""
    if not Path(port).name.startswith(("ttyUSB", "ttyACM")) or not port.startswith("/dev/tty"):
        return port
    adapter = adapter_of(node_of(port))
    return port if adapter is None else f"tty:{bound(adapter)}"


OnSlot = Callable[[LineSettings], None]
OnHeard = Callable[[Heard], None]


@contextmanager
def _progress(port: str, *, for_s: float, measured: bool) -> Iterator[tuple[OnSlot, OnHeard]]:
    """How far it is: one moving line on a terminal, else a line for each setting, again only where something came.

    `measured` False: there is one setting, and it means nothing.
    """
    console, until = PrintableConsole(stderr=True), time.monotonic() + for_s
    said: set[LineSettings] = set()
    total = 0

    def at(line: LineSettings) -> str:
        return spoken(line) if measured else "any speed"

    def left() -> str:
        return f"{max(0.0, until - time.monotonic()):.0f} s left"

    def tell(heard: Heard) -> None:
        if heard.length or heard.line not in said:
            said.add(heard.line)
            complain(f"{at(heard.line)}: {probe_words.heard_words(heard)}, {left()}")

    if not console.is_terminal:
        yield (lambda _: None), tell
        return
    with console.status(f"{port}: opening") as status:

        def show(line: LineSettings) -> None:
            status.update(f"{port} at {at(line)}: {total} bytes so far, {left()}. {probe_words.MAKE_IT_SPEAK}")

        def count(heard: Heard) -> None:
            nonlocal total
            total += heard.length

        yield show, count
