"""Whose a port is, before a tool opens it: a table's of this machine that runs, another program's, or nobody's.

A port belongs to a table when its configuration names it, by whatever name: path, link, adapter. Every table in
/etc/tabled is looked at, and the one that `--config` names. Nothing is opened here.
"""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from controller.cli import journals
from controller.configuration.config import Config, ConfigError, DeviceEntry, load
from controller.doctor.ports import how_to_stop, node_of, stop, users_of
from controller.doctor.records import program
from controller.journal.files.lock import holder
from controller.terminal.rights import shut_out
from drivers.links.link import LinkGone
from drivers.links.ports import same_port

TABLE_STOPPED: Final = "the table has stopped"


class PortHeldError(Exception):
    """Somebody has the port; the text is a sentence that ends with what to do."""


class Bound(NamedTuple):
    """The device whose port it is; `pid` is the process of its table, None where that does not run."""

    config: Config
    entry: DeviceEntry
    pid: int | None


def tables(named: Path | None) -> list[Config]:
    """The configuration that was named, and all that hold of this machine.

    Raises ConfigError for the named one, NoJournalError where whoever asks may not look at one: a port could be its.
    """
    found = [] if named is None else [load(named)]
    for file in journals.installed_files():
        if (shut := shut_out(file)) is not None:
            raise journals.NoJournalError(str(shut))
        with suppress(ConfigError):  # A table that cannot start holds no port.
            found.append(load(file))
    return [visible(config) for config in found]


def load_one(named: Path | None) -> Config:
    """The one configuration meant. Raises NoJournalError, ConfigError."""
    return visible(load(journals.configuration(named)))


def visible(config: Config) -> Config:
    """The same, where whoever asks can tell whether its table runs; raises NoJournalError where he cannot."""
    if (shut := shut_out(config.journal.parent, os.X_OK)) is not None:
        raise journals.NoJournalError(f"Whether the table runs cannot be told: {shut}")
    return config


def whose(port: str, configs: Iterable[Config]) -> Bound | None:
    """The device of a table whose port this is."""
    for config in configs:
        for entry in config.devices:
            if entry.port and (same_port(entry.port, port) or _node(entry.port) == _node(port)):
                return Bound(config, entry, holder(config.journal))
    return None


def refuse_held(port: str, configs: Sequence[Config]) -> Bound | None:
    """Whose the port is, where it can be opened now. Raises PortHeldError where somebody has it open."""
    bound = whose(port, configs)
    if bound is not None and bound.pid is not None:
        raise PortHeldError(
            f"{port} is the port of `{bound.entry.name}` at the table {bound.config.house.table}, which runs"
            f" (process {bound.pid}). Watch it there with `tablectl monitor {bound.entry.name} --config"
            f" {bound.config.file}`, or stop the table first: {stop(bound.config.file)}"
        )
    others = [pid for pid in users_of(_node(port)) if pid != os.getpid()] if _node(port).startswith("/") else []
    if others:
        who = ", ".join(f"{pid} ({program(pid)})" for pid in others)
        raise PortHeldError(f"{port} is in use by {who}. Stop that program first: {how_to_stop(others[0])}")
    return bound


def to_do(gone: LinkGone, port: str) -> str:
    """What a technician does about a port that did not open, or went."""
    text = str(gone)
    if text == TABLE_STOPPED:
        return "see `tablectl status`"
    if port.startswith("pty:"):
        return "start the program that reads there, and do it again"
    if "No such file" in text or "not plugged in" in text or "found none" in text:
        return "plug it in, and look for its name with `tablectl probe` or `ls -l /dev/serial/by-path`"
    if "ermission" in text:
        shut = shut_out(Path(_node(port)), os.R_OK | os.W_OK)
        return shut.to_do if shut is not None else "run this as root or as the table's user"
    if "has it open" in text or "exclusive" in text:
        return f"end the program that has it: `fuser -v {port}` names it"
    if "another one" in text or text.startswith("expected"):
        return "check which cable is where, or write the device that is there as `port`"
    if port.startswith(("socket://", "rfc2217://")):
        return "check power, cable and address of the serial server; most take one client only"
    return "check plug, cable and power, then try again"


def _node(port: str) -> str:
    if "://" in port:
        return port.casefold().rstrip("/")
    try:
        return os.path.realpath(node_of(port))
    except (LinkGone, ValueError, OSError):
        return port


def is_pseudo_terminal(port: str) -> bool:
    """Whether the port is a program's end of a pty, on which no speed means anything."""
    return Path(_node(port)).parent == Path("/dev/pts")
