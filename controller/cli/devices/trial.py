"""`tablectl test`: the button, the meter or the shoe of a table tried out by whoever is there, the table stopped.

It prints what to do and asks what is seen; each step has passed or not, and with what failed comes what to do next.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Annotated, Any, Final, Literal

import structlog
import typer
from rich.text import Text

from controller.audit.explain.wording import counted
from controller.audit.journal_file import Places, opened
from controller.audit.legible import UnreadableError
from controller.cli import journals
from controller.cli.devices import bindings, monitor, watched
from controller.cli.devices.person import AtTerminal
from controller.cli.program import flag
from controller.configuration.config import Config, ConfigError, DeviceEntry
from controller.core.effects import SetButton
from controller.core.outcomes import dumps
from controller.daemon.devices import line_of
from controller.doctor.status import status
from controller.games.twenty_one.wagers.pandemonium import MULTIPLIERS
from controller.journal.archive import JournalRefusedError
from controller.journal.start_record import StartRecordError
from controller.terminal.console import PrintableConsole
from controller.terminal.printable import complain, say
from controller.terminal.rights import shut_out
from drivers.devices.device import Device
from drivers.diagnosis.button_trial import try_button
from drivers.diagnosis.meter_trial import try_meter
from drivers.diagnosis.shoe_trial import try_shoe
from drivers.diagnosis.trial import NoAnswer, Person, Step, Tried, running
from drivers.registry import make_protocol

WAIT_S: Final = 30.0
CARDS: Final = 3
VERDICTS: Final = {True: ("passed", "green"), False: ("FAILED", "bold red"), None: ("skipped", "dim")}


class UntestableError(Exception):
    """The device cannot be tried now; the text is a sentence that ends with what to do."""


def command(
    what: Annotated[Literal["button", "meter", "shoe"], typer.Argument(metavar="ROLE", help="The role of the device.")],
    *,
    device: Annotated[
        str | None, typer.Option(metavar="NAME", help="Its name, where the table has more than one.")
    ] = None,
    wait: Annotated[
        float, typer.Option(parser=monitor.seconds, metavar="SECONDS", help="For a press or a card.")
    ] = WAIT_S,
    cards: Annotated[int, typer.Option(min=1, max=52, metavar="N", help="To draw.")] = CARDS,
    json: Annotated[bool, flag("--json", help="Print a JSON line for each step, and ask on standard error.")] = False,
    config: journals.ConfigOption = None,
) -> int:
    """It asks to press, to look, to draw: answer y or n.

    Cards drawn from a shoe here are in no record: begin a new shoe afterwards.

    Exit status: 0 all passed, 1 something failed or was not answered, 2 it cannot be tested now.
    """
    try:
        table = bindings.load_one(config)
        entry = _entry(table, what, device)
        bindings.refuse_held(entry.port, [table])
        if entry.role == "shoe" and (phase := _open_round(table)) is not None:
            raise UntestableError(  # noqa: TRY301 - one place prints them all
                f"A round is open ({phase}), and cards drawn now would be missing in it: start the table and finish the"
                " round, or have it declared void, and test then."
            )
    except (
        journals.NoJournalError, ConfigError, bindings.PortHeldError, watched.UnwatchableError, UntestableError
    ) as error:  # fmt: skip
        complain(f"tablectl: {error}")
        return journals.BAD
    steps: list[Step] = []
    show = _showing(json=json)
    try:
        tell = complain if json else partial(say, flush=True)
        asyncio.run(_try(entry, steps, show, tell, wait_s=wait, cards=cards))
    except NoAnswer as error:
        complain(f"tablectl: no answer: {error}. Run it at a terminal, or give the answers on standard input.")
        steps.append(Step("answers", False, str(error)))
    except KeyboardInterrupt:
        complain("tablectl: ended by hand.")
        steps.append(Step("answers", False, "ended by hand"))
    return _end(table, entry, steps, json=json)


def _entry(config: Config, role: str, name: str | None) -> DeviceEntry:
    """The device of this role. Raises UntestableError, UnwatchableError."""
    if name is not None:
        entry = watched.entry_of(config, name)
        if entry.role != role:
            raise UntestableError(f"`{name}` is a {entry.role}, no {role}: `tablectl test {entry.role}`.")
        return entry
    found = [entry for entry in config.devices if entry.role == role]
    if len(found) != 1:
        names = " or ".join(f"--device {entry.name}" for entry in found)
        raise UntestableError(
            f"{config.file} names {counted(len(found), role)}: say which, {names}." if found
            else f"{config.file} names no {role}: add one under [[devices]]; `tablectl probe` finds what to write."
        )  # fmt: skip
    return watched.entry_of(config, found[0].name)


def _open_round(config: Config) -> str | None:
    """The phase of a round that is not over, by the journal; None where none is, or there is nothing to be read.

    Raises UntestableError where whoever asks may not read it.
    """
    if (shut := shut_out(config.journal)) is not None:
        raise UntestableError(f"Whether a round is open cannot be told: {shut}")
    try:
        with opened(Places(config.journal, config.journal_key, config.journal_seal)) as file:
            found = status(file)
    except (UnreadableError, JournalRefusedError, StartRecordError, sqlite3.Error):
        return None
    return f"round {found.last.round}" if found.is_open else None


async def _try(
    entry: DeviceEntry,
    steps: list[Step],
    show: Callable[[Step], None],
    tell: Callable[[str], None],
    *,
    wait_s: float,
    cards: int,
) -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))  # the steps say it all
    make = partial(
        Device.on_port, entry.name, driver=entry.driver, role=entry.role, port=entry.port, line=line_of(entry),
        options=entry.options, least_card_interval_s=entry.card_interval_s,
    )  # fmt: skip
    tried = Tried(lambda heard: make(on_events=heard))
    async with running(tried):
        async for step in _trial(entry, tried, AtTerminal(tell), wait_s=wait_s, cards=cards):
            steps.append(step)
            show(step)


def _trial(entry: DeviceEntry, tried: Tried, person: Person, *, wait_s: float, cards: int) -> AsyncIterator[Step]:
    protocol = make_protocol(entry.driver, entry.role, entry.options)
    if entry.role == "button":
        return try_button(tried, person, wait_s=wait_s, has_lamp=bool(protocol.encode(SetButton(lit=False))))
    if entry.role == "meter":
        return try_meter(tried, person, figures=MULTIPLIERS)
    return try_shoe(tried, person, cards=cards, wait_s=wait_s, numbered=protocol.numbered)


def _showing(*, json: bool) -> Callable[[Step], None]:
    if json:
        return lambda step: say(dumps({"type": "step", **step._asdict()}), flush=True)
    console = PrintableConsole()

    def show(step: Step) -> None:
        word, colour = VERDICTS[step.passed]
        to_do = f" -> {step.to_do}" if step.to_do else ""
        line = f"{step.name}: {step.text}{to_do}"
        if console.is_terminal:
            console.print(Text.assemble((f"{word:9}", colour), line), soft_wrap=True)
        else:
            say(f"{word:9}{line}", flush=True)

    return show


def _end(config: Config, entry: DeviceEntry, steps: list[Step], *, json: bool) -> int:
    failed = [step.name for step in steps if step.passed is False]
    if json:
        record: dict[str, Any] = {"type": "test", "role": entry.role, "device": entry.name, "port": entry.port}
        say(dumps(record | {"passed": not failed, "failed": failed}))
        return 1 if failed else 0
    if failed:
        say(f"{entry.name}: {len(failed)} of {counted(len(steps), 'step')} failed: {', '.join(failed)}.")
    else:
        say(f"{entry.name}: passed.")
    if entry.role == "shoe" and any(step.name == "card 1" and step.passed is not None for step in steps):
        say("The cards drawn here are in no record: take a new shoe; the table reports a gap at its next card.")
    say(f"Start the table again: `systemctl start tabled@{config.file.stem}`.")
    return 1 if failed else 0
