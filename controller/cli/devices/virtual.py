"""`tablectl virtual`: a script played at an installed table, through virtual devices plugged in at its ports.

The table takes their bytes as those of real ones, so that unit, rights, broker and readers can be tried before a shoe
is there. Whose pty it is may open it: it is run as the table's user.
"""

import asyncio
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from controller.cli import journals
from controller.cli.devices import bindings, watched
from controller.cli.program import flag
from controller.cli.rules.play import replay
from controller.configuration.config import Config, ConfigError
from controller.configuration.installed import SERVICE
from controller.core.events import AnyEvent, ButtonPressed, CardDrawn, CutCard, MultiplierDrawn, ShoeNew
from controller.core.outcomes import dumps
from controller.core.reader import MalformedLine
from controller.doctor.ports import makers_of
from controller.doctor.records import program
from controller.games.registry import find
from controller.terminal.inputs import input_lines
from controller.terminal.printable import complain, say
from drivers.virtual.framed.button import VirtualButton
from drivers.virtual.framed.console import VirtualConsole
from drivers.virtual.framed.meter import VirtualMeter
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.framed.twin import FramedTwin
from drivers.virtual.pty_port import PtyPort

TWINS: Final[dict[str, type[FramedTwin]]] = {
    twin.role: twin for twin in (VirtualShoe, VirtualButton, VirtualMeter, VirtualConsole)
}
ANSWER_S: Final = 60.0
"""The table looks for a port that was missing within half a minute."""


class UnplayableError(Exception):
    """The script cannot be played here; the text is a sentence."""


def command(
    script: Annotated[str, typer.Argument(metavar="FILE", help="As for `tablectl play`; - is standard input.")],
    *,
    hold: Annotated[bool, flag("--hold", help="Keep the devices plugged in afterwards, until Ctrl-C.")] = False,
    config: journals.ConfigOption = None,
) -> int:
    """The table has to run, with devices of `framed` at ports that nothing else makes: `tablectl new --virtual`.

    Exit status: 0 played, 1 the table refused something, 2 it cannot be played.
    """
    try:
        table = bindings.load_one(config)
        events = _read(script, table)
        return asyncio.run(_play(table, events, hold=hold))
    except (
        journals.NoJournalError, ConfigError, watched.UnwatchableError, UnplayableError, MalformedLine
    ) as error:  # fmt: skip
        complain(f"tablectl: {error}")
    except OSError as error:
        complain(f"tablectl: {error.filename or script}: {error.strerror}: run it as the user {SERVICE}.")
    except KeyboardInterrupt:
        complain("tablectl: ended by hand.")
    return journals.BAD


def _read(script: str, config: Config) -> list[AnyEvent]:
    """What happens at the table; raises MalformedLine, UnplayableError, OSError."""
    if watched.runs(config) is None:
        raise UnplayableError(f"The table {config.house.table} does not run: start it first.")
    played = list(replay(script, input_lines(script)))
    if played and (game := played[0][1].game) != config.table.game:
        raise UnplayableError(f"{script} is of {game}, the table plays {config.table.game}.")
    return [event for _, _, _, event in played if not isinstance(event, MultiplierDrawn)]  # the table draws


async def _play(config: Config, events: Sequence[AnyEvent], *, hold: bool = False) -> int:
    """Raises UnplayableError, and OSError where a port cannot be made."""
    ports = _ports(config)
    for path in ports.values():
        if others := [pid for pid in makers_of(path) if pid != os.getpid()]:
            who = f"{others[0]} ({program(others[0])})"
            raise UnplayableError(f"{path} was made by {who}, which runs: end it first, by Ctrl-C or kill {others[0]}.")
    twins = {role: TWINS[role](PtyPort(path)) for role, path in ports.items()}
    refused, failed = 0, None
    try:
        async with asyncio.TaskGroup() as group:
            running = [group.create_task(twin.run(), name=f"virtual {role}") for role, twin in twins.items()]
            for event in events:
                refused += await _answered(event, twins)
            if hold:
                await _until_ended()
            for task in running:
                task.cancel()
    except* (UnplayableError, OSError) as errors:
        failed = errors.exceptions[0]
    if failed is not None:
        raise failed
    return 1 if refused else 0


async def _until_ended() -> None:
    say("The devices stay plugged in; Ctrl-C ends it.", flush=True)
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    await ended.wait()


def _ports(config: Config) -> dict[str, Path]:
    """Where each device is plugged in; raises UnplayableError."""
    found: dict[str, Path] = {}
    needed = {"shoe", "console"} | ({"button", "meter"} if find(config.table.game).multipliers else set())
    for entry in config.devices:
        if entry.role not in needed:
            continue
        path = Path(entry.port)
        if entry.driver != "framed" or not path.is_absolute() or path.is_relative_to("/dev"):
            raise UnplayableError(
                f"Device {entry.name} of {config.file} is by {entry.driver} on {entry.port}: virtual ones have the"
                " driver framed and a port outside of /dev, as `tablectl new TABLE --virtual` writes them."
            )
        found[entry.role] = path
    if missing := needed - set(found):
        raise UnplayableError(f"{config.file} has no {' and no '.join(sorted(missing))}.")
    return found


async def _answered(event: AnyEvent, twins: dict[str, Any]) -> bool:
    try:
        async with asyncio.timeout(ANSWER_S):
            return await _happens(event, twins)
    except TimeoutError:
        raise UnplayableError(f"No answer to `{event.type}` in {ANSWER_S:g} s: see `tablectl status`.") from None


async def _happens(event: AnyEvent, twins: dict[str, Any]) -> bool:
    """The event at the device that it comes from; whether the table refused it. Prints what is seen."""
    shoe, button, console = twins["shoe"], twins.get("button"), twins["console"]
    match event:
        case CardDrawn():
            shoe.deal(event.card, face_down=event.face_down)
        case CutCard():
            shoe.cut_card()
        case ShoeNew():
            shoe.new_shoe(event.decks)
        case ButtonPressed() if button is not None:
            while not button.lit:
                button.lamp_changed.clear()
                await button.lamp_changed.wait()
            await button.push()
            await button.drained()
            meter = twins["meter"]
            while meter.state != "showing":
                meter.changed.clear()
                await meter.changed.wait()
            say(f"the button was lit and pressed; the meter shows {meter.multiplier}")
            return False
        case _:
            console.send(event)
            while (answer := await console.answers.get())["type"] not in {"accepted", "rejected"}:
                say(dumps(answer))
            say(f"{event.type}: {answer['type']}" + (f", {answer['reason']}" if "reason" in answer else ""))
            return bool(answer["type"] == "rejected")
    await shoe.drained()
    say(f"{event.type}: taken by the table")
    return False
