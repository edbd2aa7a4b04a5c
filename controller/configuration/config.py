"""One TOML file holds everything about a table; a wrong one is refused with file, line, key and what was expected.

    [house]      site and name of the table, as they are in every topic
    [table]      the table line of the contract: game, decks, chip, limits, readings
    [journal]    where the record and its two keys lie, where that is not the unit's folder
    [mqtt]       the broker or brokers, if there are any
    [console]    the socket for consoles on the table PC itself, and which login or group has which rank there
    [requests]   the keys that may ask for something over MQTT, each with its rank
    [web]        the pages of the table: where they are served, under which names, who may sign in
    [health]     the LED that is lit while the table is not open, the file that its metrics are written to
    [jackpot]    the file of the multiplier weights and the band in which the house edge must lie
    [[devices]]  each device: name, role, driver, port, line settings, the driver's options

Unknown keys are errors everywhere. Relative paths are relative to the file that names them. Secrets are never in the
file: it names files that hold them. `hash` is in the journal's start record.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from pathlib import Path
from typing import Any

from controller.configuration.checks import (
    check_broker_files,
    check_brokers,
    check_devices,
    check_room,
    check_table,
    check_web,
)
from controller.configuration.installed import CONSOLE, JOURNAL, PEOPLE, runtime_folder, state_folder
from controller.configuration.jackpot import band_of, check_jackpot
from controller.configuration.paths import Places, check_paths
from controller.configuration.request_keys import check_requests
from controller.configuration.sections import ConfigFile, Console, DeviceEntry, House, JournalFiles, Mqtt, Web
from controller.configuration.source import ConfigError, Source
from controller.core.dataclass import dataclass
from controller.core.outcomes import to_json_object
from controller.core.tables import Table
from controller.games.twenty_one.wagers.pandemonium import MULTIPLIERS
from controller.journal.start_record import Requested
from controller.mqtt.request_words import RequestKey
from controller.odds.draw import Weights

__all__ = ["Config", "ConfigError", "DeviceEntry", "load"]


@dataclass(frozen=True, slots=True)
class Config:
    """A configuration that holds: sections checked, table accepted by the rules, paths absolute, edge in its band."""

    file: Path
    house: House
    table: Table
    journal: Path
    journal_key: Path
    journal_seal: Path
    room: JournalFiles
    mqtt: Mqtt | None
    console: Console
    console_socket: Path | None
    web: Web | None
    people: Path
    fault_led: Path | None
    textfile: Path | None
    restarts_after_upgrade: bool
    devices: tuple[DeviceEntry, ...]
    weights: Weights | None
    weights_file: Path | None
    edge: Fraction | None
    hash: str
    settings: Mapping[str, Any]
    """The sections with their defaults, as JSON has them, and the tickets of the weights."""
    weights_hash: str | None
    request_keys: tuple[RequestKey, ...] = ()
    request_key_files: Mapping[str, Path] = field(default_factory=dict)
    edge_band: tuple[Fraction, Fraction] | None = None
    requested: Mapping[str, Requested] | None = None
    """What of table line and weights is by request, and not the file's (`requested`)."""

    def beside(self, name: str) -> Path:
        """A path as the configuration means it."""
        return self.file.parent / name


def load(file: Path) -> Config:
    """Read and check everything that can be checked without a device; raises ConfigError."""
    source = Source(file)
    found = source.validate(ConfigFile)
    table = check_table(source, found)
    weights, edge = check_jackpot(source, found, table)
    request_keys = check_requests(source, found)
    devices = check_devices(source, found)
    check_brokers(source, found)
    check_broker_files(source, found)
    check_room(source, found)
    check_web(source, found)
    places = _places(file, found)
    check_paths(source, found, places, devices)
    effective = found.model_dump(mode="json") | {"table": to_json_object(table)}
    if request_keys:
        effective |= {"request_keys": {key.name: key.public.hex() for key in request_keys}}
    return Config(
        file=file,
        house=found.house,
        table=table,
        journal=places.journal,
        journal_key=places.key,
        journal_seal=places.seal,
        room=found.journal,
        mqtt=found.mqtt,
        console=found.console or Console(),
        console_socket=places.socket,
        web=found.web,
        people=places.people or places.journal.with_name(PEOPLE),
        fault_led=_beside(file, found.health.fault_led if found.health else None),
        textfile=places.textfile,
        restarts_after_upgrade=found.health is None or found.health.restart_after_upgrade,
        devices=devices,
        weights=weights,
        weights_file=file.parent / found.jackpot.weights if found.jackpot else None,
        edge=edge,
        hash=_sha256(effective),
        settings=effective | _with_tickets(effective["jackpot"], weights),
        weights_hash=hash_of(weights) if weights else None,
        request_keys=request_keys,
        request_key_files={name: file.parent / one.file for name, one in found.requests.keys.items()}
        if found.requests
        else {},
        edge_band=band_of(found.jackpot) if found.jackpot else None,
    )


def _with_tickets(jackpot: Any, weights: Weights | None) -> dict[str, Any]:
    """The section with what is in the file that it names."""
    return {} if weights is None else {"jackpot": {**jackpot, "weights": [jackpot["weights"], list(weights.tickets)]}}


def hash_of(weights: Weights) -> str:
    """SHA-256, in hexadecimal, of the tickets by multiplier."""
    return _sha256(dict(zip(map(str, MULTIPLIERS), weights.tickets, strict=True)))


def _places(file: Path, found: ConfigFile) -> Places:
    folder, files, web, console = file.parent, found.journal, found.web, found.console
    journal = folder / files.path if files.path else state_folder(file) / JOURNAL
    people = journal.with_name(PEOPLE)
    socket = runtime_folder(file) / CONSOLE
    return Places(
        journal=journal,
        key=folder / files.key if files.key else journal.with_name(journal.name + ".key"),
        seal=folder / files.seal if files.seal else journal.with_name(journal.name + ".seal"),
        people=None if web is None else folder / web.people if web.people else people,
        socket=None if console is None else folder / console.socket if console.socket else socket,
        textfile=_beside(file, found.health.textfile if found.health else None),
    )


def _beside(file: Path, name: str | None) -> Path | None:
    return None if name is None else file.parent / name


def _sha256(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
