"""`tablectl doctor`: everything that a table needs, each with a verdict. Read only."""

from collections.abc import Iterator
from typing import Final

from controller.cli import journals
from controller.configuration.config import Config, ConfigError, load
from controller.configuration.unusual import unusual
from controller.doctor.checked import Checked, Verdict
from controller.doctor.machine import look_at_machine
from controller.doctor.package import look_at_package
from controller.doctor.places import look_at_exposure, look_at_places
from controller.doctor.ports import look_at_ports
from controller.doctor.records import look_at_records
from controller.doctor.rules import look_at_rules
from controller.doctor.surroundings import look_at_surroundings
from controller.odds.edge import percent
from controller.terminal.lines import Line, columns, show
from controller.terminal.printable import complain
from controller.terminal.rights import shut_out

COLOURS: Final[dict[Verdict, str]] = {"ok": "green", "warning": "yellow", "wrong": "bold red"}


def command(
    *,
    config: journals.ConfigOption = None,
) -> int:
    """Exit status: 0 all ok or warnings only, 1 something is wrong, 2 the configuration cannot be read."""
    try:
        table = load(journals.configuration(config))
    except journals.NoJournalError as error:
        complain(f"wrong    configuration: {error}")
        return journals.BAD
    except ConfigError as error:
        to_do = "" if shut_out(error.file) else " -> correct it, then `tabled --config FILE --check`"
        complain(f"wrong    configuration: {error}{to_do}")
        return journals.BAD
    lines = list(look(table))
    whole = columns() is None
    show(line for found in lines for line in shown(found, whole=whole))
    return 1 if any(line.verdict == "wrong" for line in lines) else 0


def look(config: Config) -> Iterator[Checked]:
    """All that is looked at, in the order in which it is printed."""
    yield Checked("ok", "configuration", f"{config.file}, {config.hash[:16]}")
    for sentence in unusual(config):
        yield Checked("warning", "configuration", sentence.rstrip("."), "check whether that is meant")
    if config.edge is not None and config.weights is not None:
        text = f"{config.weights.total} tickets, house edge {percent(config.edge)}, inside the band"
        yield Checked("ok", "multiplier", text)
    yield from look_at_exposure(config)
    yield from look_at_places(config)
    yield from look_at_records(config)
    yield from look_at_ports(config)
    yield from look_at_surroundings(config)
    yield from look_at_machine(config)
    yield from look_at_package()
    yield from look_at_rules()


def shown(found: Checked, *, whole: bool) -> Iterator[Line]:
    """What was found and, below it or `whole` in one line, what to do."""
    head, colour = f"{found.verdict:9}", COLOURS[found.verdict]
    if whole or not found.to_do:
        yield Line(f"{found.what}: {found.text}" + (f" -> {found.to_do}" if found.to_do else ""), head, colour)
    else:
        yield Line(f"{found.what}: {found.text}", head, colour)
        yield Line(found.to_do, f"{'':9}-> ")
