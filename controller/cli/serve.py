"""`tabled --config FILE`: one table from its configuration, until it is told to stop or cannot go on.

Exit status: 0 stopped on request, or the file is good; 1 a fault of ours; 2 the configuration or the command line is
wrong; 3 the journal cannot be opened or trusted, or would not be; 4 the journal could not be written and the table has
stopped.
"""

import asyncio
import contextlib
import gc
import signal
import sys
from pathlib import Path
from typing import Final

import structlog

from controller.audit.explain.wording import counted
from controller.configuration.config import Config, ConfigError, load
from controller.configuration.unusual import unusual
from controller.daemon import logs
from controller.daemon.app import serve
from controller.daemon.fault_led import FaultLed
from controller.daemon.systemd import Notifier
from controller.journal.archive import JournalRefusedError
from controller.journal.store import JournalFailedError
from controller.odds.edge import percent
from controller.table.secrecy import keep_memory_private, mask_errors
from drivers.links.arrival import ArrivalLoop

STOPPED: Final = 0
FAULT: Final = 1
CONFIGURATION: Final = 2
JOURNAL_REFUSED: Final = 3
JOURNAL_FAILED: Final = 4

_log = structlog.get_logger()


def run(file: Path, *, check: bool) -> int:
    """The daemon of the table that this file configures, or its check alone; returns the exit status."""
    try:
        config = load(file)
    except ConfigError as error:
        print(f"tabled: {error}", file=sys.stderr)
        return CONFIGURATION
    if check:
        return _check(config)
    keep_memory_private()
    mask_errors()
    gc.collect()
    gc.freeze()  # what was imported lives as long as we do: a full collection would go through it for 20 to 60 ms
    with contextlib.redirect_stdout(sys.__stdout__):  # log lines are no command's output
        logs.configure(table=config.house.table)
        return _serve(config)


def _check(config: Config) -> int:
    """Says what would run, and what a start would meet."""
    # Imported here: a daemon does not carry what looks at everything.
    from controller.doctor.beforehand import look_beforehand  # noqa: PLC0415
    from controller.doctor.records import look_at_start  # noqa: PLC0415

    print(_summary(config))
    for found in look_beforehand(config):
        print(f"warning: {found.what}: {found.text}" + (f" -> {found.to_do}" if found.to_do else ""))
    refused = look_at_start(config)
    if refused is not None:
        print(f"tabled: The table would not start: {refused.text} -> {refused.to_do}", file=sys.stderr)
        return JOURNAL_REFUSED
    return STOPPED


def _serve(config: Config) -> int:
    notifier = Notifier()
    led = FaultLed(config.fault_led)
    status, sentence = FAULT, ""
    led.light()
    try:
        with asyncio.Runner(loop_factory=ArrivalLoop) as runner:
            runner.run(_run(config, notifier, led))
        status = STOPPED
    except* JournalRefusedError as group:
        status, sentence = JOURNAL_REFUSED, _sentence(group)
    except* JournalFailedError as group:
        status, sentence = JOURNAL_FAILED, _sentence(group)
    finally:
        notifier.close()
        led.darken() if status == STOPPED else led.light()
    if status != STOPPED:
        _log.critical("table_stopped", reason=sentence, exit_status=status)
        print(f"tabled: {sentence}", file=sys.stderr)
    return status


async def _run(config: Config, notifier: Notifier, led: FaultLed) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    await serve(config, stop=stop, notifier=notifier, led=led)


def _sentence(group: BaseExceptionGroup[BaseException]) -> str:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error)


def _summary(config: Config) -> str:
    decks = counted(config.table.decks, "deck")
    lines = [
        f"{config.file}: good.",
        f"Table {config.house.table} of {config.house.site}: {config.table.game}, {decks}.",
        f"Journal: {config.journal}. Configuration {config.hash[:16]}.",
    ]
    if config.edge is not None and config.weights is not None:
        lines.append(
            f"Multiplier weights: {counted(config.weights.total, 'ticket')},"
            f" house edge {percent(config.edge)} of the wager."
        )
    lines += [f"Device {entry.name}: {entry.role} by {entry.driver} on {entry.port}." for entry in config.devices]
    lines.append(f"Broker: {config.mqtt.host}:{config.mqtt.port}." if config.mqtt else "Broker: none.")
    lines += [f"warning: {sentence}" for sentence in unusual(config)]
    return "\n".join(lines)
