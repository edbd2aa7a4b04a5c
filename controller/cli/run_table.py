"""`tabled --config FILE`: one table from its configuration, until it is told to stop or cannot go on.

Exit status: 0 stopped on request, or the file is good; 1 a fault of ours; 2 the configuration or the command line is
wrong; 3 the journal cannot be opened or trusted, or would not be; 4 the journal could not be written and the table has
stopped.
"""

import asyncio
import codecs
import gc
import signal
import sys
import traceback
from pathlib import Path
from typing import Final

import structlog

from controller.audit.explain.wording import counted
from controller.configuration.broker import brokers_of
from controller.configuration.config import Config, ConfigError, DeviceEntry, load
from controller.configuration.unusual import unusual
from controller.core import reader
from controller.daemon import logs
from controller.daemon.app import serve
from controller.daemon.devices import line_of
from controller.daemon.failures import Failures, wait, wait_after
from controller.daemon.fault_led import FaultLed
from controller.daemon.systemd import Notifier
from controller.journal.archive import JournalRefusedError
from controller.journal.store import JournalFailedError
from controller.odds.edge import percent
from controller.private_memory import keep_memory_private
from controller.table.secrecy import mask_errors
from controller.terminal.printable import complain, say
from drivers.links.arrival import ArrivalLoop
from drivers.protocols.base.spoken import spoken
from drivers.registry import find

STOPPED: Final = 0
FAULT: Final = 1
CONFIGURATION: Final = 2
JOURNAL_REFUSED: Final = 3
JOURNAL_FAILED: Final = 4

_log = structlog.get_logger()


def run(file: Path, *, check: bool) -> int:
    """The daemon of the table that this file configures, or its check alone; returns the exit status."""
    failures = Failures()
    if not check:
        logs.guard_errors()
    try:
        config = load(file)
    except ConfigError as error:
        if check:
            complain(f"tabled: {error}")
            return CONFIGURATION
        with logs.opened(table=file.stem):
            return _stopped(CONFIGURATION, str(error), file, failures, Notifier())
    if check:
        return _check(config)
    keep_memory_private()
    mask_errors()
    reader.make_ready()
    for encoding in ("ascii", "idna"):
        codecs.lookup(
            encoding
        )  # else the first word to a broker would load it, from files that may be replaced by then
    gc.collect()
    gc.freeze()  # what was imported lives as long as we do: a full collection would go through it for 20 to 60 ms
    with logs.opened(table=config.house.table):
        return _serve(config, failures)


def _check(config: Config) -> int:
    """Says what would run, and what a start would meet."""
    # Imported here: a daemon does not carry what looks at everything.
    from controller.doctor.beforehand import look_beforehand  # noqa: PLC0415
    from controller.doctor.records import look_at_start  # noqa: PLC0415

    say(*_summary(config))
    for found in look_beforehand(config):
        say(f"warning: {found.what}: {found.text}" + (f" -> {found.to_do}" if found.to_do else ""))
    refused = look_at_start(config)
    if refused is not None:
        complain(f"tabled: The table would not start: {refused.text} -> {refused.to_do}")
        return JOURNAL_REFUSED
    return STOPPED


def _serve(config: Config, failures: Failures) -> int:
    notifier = Notifier()
    led = FaultLed(config.fault_led)
    status, sentence, fault = FAULT, "", ""
    led.light()
    try:
        with asyncio.Runner(loop_factory=ArrivalLoop) as runner:
            runner.run(_run(config, notifier, led, failures))
        status = STOPPED
    except* JournalRefusedError as group:
        status, sentence = JOURNAL_REFUSED, str(_first(group))
    except* JournalFailedError as group:
        status, sentence = JOURNAL_FAILED, str(_first(group))
    except* Exception as group:  # noqa: BLE001 - whatever it is, it is said and systemd starts the table again
        # Its kind and place, not its text, which may hold a card; the traceback follows, masked.
        error = _first(group)
        place = traceback.extract_tb(error.__traceback__)[-1]
        status = FAULT
        sentence = (
            f"A fault of the program: {type(error).__name__} in {Path(place.filename).name}, line {place.lineno}."
        )
        fault = "".join(traceback.format_exception(group))
    finally:
        led.darken() if status == STOPPED else led.light()
    if status != STOPPED:
        return _stopped(status, sentence, config.file, failures, notifier, fault)
    notifier.close()
    return STOPPED


def _stopped(status: int, sentence: str, file: Path, failures: Failures, notifier: Notifier, fault: str = "") -> int:
    """Says why the table has ended, once to each reader; for the same reason again and again it waits a while.

    `fault` is a traceback, which is written the first time.
    """
    times = failures.count(sentence)
    wait_s = wait_after(times)
    _log.critical("table_stopped", reason=sentence, exit_status=status, times=times, wait_s=wait_s)
    if not logs.go_to_one_place(sys.__stdout__, sys.__stderr__):
        complain(f"tabled: {sentence}")
    if times == 1:
        complain(*fault.splitlines())
    again = f" {times} times for one reason, waits {wait_s:.0f} s" if wait_s else ""
    notifier.status(f"ended{again}: {sentence}")
    if wait_s:
        wait(wait_s, unless_changed=file, meanwhile=notifier.watchdog)
    notifier.close()
    return status


async def _run(config: Config, notifier: Notifier, led: FaultLed, failures: Failures) -> None:
    stop, hangup = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    loop.add_signal_handler(signal.SIGHUP, hangup.set)
    await serve(config, stop=stop, hangup=hangup, notifier=notifier, led=led, failures=failures)


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _settings(entry: DeviceEntry) -> str:
    """Its line settings, where the port has some of its own."""
    path = entry.port.startswith(("/", "tty:", "rfc2217://")) and "serial" in find(entry.driver).transports
    return f", {spoken(line_of(entry))}" if path else ""


def _summary(config: Config) -> list[str]:
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
    lines += [
        f"Device {entry.name}: {entry.role} by {entry.driver} on {entry.port}{_settings(entry)}."
        for entry in config.devices
    ]
    brokers = brokers_of(config)
    where = " and ".join(map(str, brokers)) or "none"
    lines.append(f"{'Brokers' if len(brokers) > 1 else 'Broker'}: {where}.")
    lines += [f"warning: {sentence}" for sentence in unusual(config)]
    return lines
