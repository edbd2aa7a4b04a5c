"""The frames of a device of the configuration as they come: from its running table, or from the port where none runs.

Both give the same lines, the flight recorder's with its mask (`shell.frame_feed`). A running table is asked over its
console socket: one program has a port, and two readers would each get half of the bytes.
"""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import Any, Final

from controller.configuration.config import Config, DeviceEntry
from controller.daemon.consoles.client import follow
from controller.daemon.devices import is_published, line_of
from controller.doctor.ports import stop
from controller.journal.files.lock import holder
from controller.terminal.rights import shut_out
from drivers.diagnosis.conversation import Exchange
from drivers.diagnosis.watching import Watched
from drivers.links.ports import make_link
from drivers.registry import find, make_protocol

NOTHING_LOST: Final = frozenset(("button", "meter"))
"""Roles whose messages may be acknowledged by anybody: an old press is no press, and a meter only reports."""

Lines = AsyncGenerator[dict[str, Any], None]


class UnwatchableError(Exception):
    """The device cannot be watched; the text is a sentence that ends with what to do."""


def entry_of(config: Config, name: str) -> DeviceEntry:
    """The device of this name that has a port. Raises UnwatchableError."""
    entry = next((one for one in config.devices if one.name == name), None)
    if entry is None:
        known = ", ".join(one.name for one in config.devices) or "none"
        raise UnwatchableError(f"{config.file} names no device `{name}`; it has: {known}.")
    if is_published(entry):
        prefix = config.mqtt.prefix if config.mqtt is not None else ""
        topic = f"{prefix}/{config.house.site}/{config.house.table}/meter"
        raise UnwatchableError(f"`{name}` has no port, it is a topic: watch it with `mosquitto_sub -v -t {topic}`.")
    return entry


def runs(config: Config) -> int | None:
    """The process of the table, None where none runs."""
    return holder(config.journal)


async def from_table(config: Config, entry: DeviceEntry, *, last: int = 0) -> Lines:
    """From the running table. Raises UnwatchableError where it cannot be asked, or has stopped."""
    if config.console_socket is None:
        raise UnwatchableError(
            f"The table {config.house.table} runs (process {runs(config)}) and has the port, but {config.file} names no"
            f" socket at which to ask it: add a section [console] and restart it, or stop it: {stop(config.file)}"
        )
    try:
        async for line in follow(config.console_socket, entry.name, last=last):
            if line.get("type") == "rejected":
                raise UnwatchableError(f"The table does not show it: {line['reason']}")
            yield line
    except (OSError, ValueError) as error:
        reason = shut_out(config.console_socket, os.W_OK) or f"{getattr(error, 'strerror', None) or error}."
        raise UnwatchableError(f"The table cannot be reached at {config.console_socket}: {reason}") from None


async def from_port(
    entry: DeviceEntry, *, takes: bool = False, on_exchange: Callable[[Exchange], None] = lambda _: None
) -> Lines:
    """From the port itself, for as long as it is read; `takes` also what is lost to the table by it."""
    driver = find(entry.driver)
    watched = Watched(
        entry.name,
        role=entry.role,
        link=make_link(driver, entry.port, line_of(entry)),
        protocol=make_protocol(entry.driver, entry.role, entry.options),
        takes=takes or entry.role in NOTHING_LOST,
        on_exchange=on_exchange,
    )
    running = asyncio.create_task(watched.run(), name=f"watch {entry.name}")
    try:
        async for line in watched.lines():
            yield line
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
