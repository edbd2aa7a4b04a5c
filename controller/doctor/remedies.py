"""What to do about an active alert at this table: the catalogue's action and, where `port` may be wrong, where it is.

A port that nothing is plugged into is looked for in two places: at the table, and in the configuration. So its line is
named, and what is plugged in and no device of the file uses.
"""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from controller.alerts.catalogue.devices import VIRTUAL
from controller.alerts.wording import case_of, to_do_about
from controller.configuration.config import Config, ConfigError, DeviceEntry
from controller.configuration.installed import unit_of
from controller.configuration.source import Source
from controller.core.alerts import ActiveAlert
from drivers.diagnosis.identity import Identified, all_identified
from drivers.links.ports import kind_of
from drivers.links.usb_identity import DEV, SYS, parse
from drivers.registry import find

OF_THE_PORT: Final = ("device_lost", "wrong_device")
"""Alerts whose cases are that another adapter or none is where `port` says."""

RESTART_PENDING: Final = "restart_pending"


def remedy(alert: ActiveAlert, config: Config | None, *, table: str) -> str:
    """What to do about it; `table` is the name where no configuration is known."""
    action = to_do_about(alert, table=table if config is None else config.file.stem)
    if config is None or alert.code not in OF_THE_PORT:
        return action
    entry = next((entry for entry in config.devices if entry.name == alert.device), None)
    if entry is None or not entry.port:
        return action
    if is_virtual(entry) and alert.code == "device_lost":
        return VIRTUAL
    return action if case_of(alert) is None else f"{action}: {whereabouts(config, entry)}"


def to_run_installed(alerts: Iterable[ActiveAlert], config: Config | None, *, table: str) -> str:
    """What to do where another release is installed than runs: what its alert says, else as the table is configured.

    A table raises the alert within seconds; one that does not is of a release that has none, or of no package.
    """
    told = next((alert for alert in alerts if alert.code == RESTART_PENDING), None)
    if told is not None:
        return remedy(told, config, table=table)
    by_hand = f"between rounds: systemctl restart {f'tabled@{table}' if config is None else unit_of(config.file)}"
    if config is None or not config.restarts_after_upgrade:
        return by_hand
    return f"wait for {RESTART_PENDING}, with which the table starts again by itself; does it not come, {by_hand}"


def is_virtual(entry: DeviceEntry) -> bool:
    """Whether a program makes the port, as `tablectl virtual` does: what is plugged in has its node in /dev."""
    path = Path(entry.port)
    return path.is_absolute() and not path.is_relative_to(DEV)


def whereabouts(config: Config, entry: DeviceEntry, *, sys: Path = SYS) -> str:
    """Where the configuration has the device's port, and what is plugged in that could be meant."""
    if is_virtual(entry):
        return VIRTUAL
    found = ", ".join(one.port for one in unused(config, entry, sys=sys)) or "nothing of its kind"
    return f"`{entry.name}` has it in {config.file}{_line(config, entry)}; plugged in and used by no device: {found}"


def unused(config: Config, entry: DeviceEntry, *, sys: Path = SYS) -> Iterator[Identified]:
    """What is plugged in, of a kind that the device's driver can use, and is no other device's."""
    transports = find(entry.driver).transports
    others = [other.port for other in config.devices if other.name != entry.name]
    for one in all_identified(sys=sys):
        if kind_of(one.port) in transports and not any(_is(one, port) for port in others):
            yield one


def _is(one: Identified, port: str) -> bool:
    scheme, _, rest = port.partition(":")
    if scheme in {"tty", "usb", "input"}:
        return parse(rest).fits(one.device)
    return one.node is not None and port.startswith("/") and os.path.realpath(port) == os.path.realpath(one.node)


def _line(config: Config, entry: DeviceEntry) -> str:
    try:
        return f", line {Source(config.file).line(('devices', config.devices.index(entry), 'port'))}"
    except ConfigError:  # it was changed meanwhile
        return ""
