"""One TOML file holds everything about a table; a wrong one is refused with file, line, key and what was expected.

    [house]      site and name of the table, as they are in every topic
    [table]      the table line of the contract: game, decks, chip, limits, readings
    [journal]    where the record and its two keys lie, where that is not the unit's folder
    [mqtt]       the broker, if there is one
    [console]    the socket for consoles on the table PC itself, and which login or group has which rank there
    [web]        the pages of the table: where they are served, under which names, who may sign in
    [health]     the LED that is lit while the table is not open
    [jackpot]    the file of the multiplier weights and the band in which the house edge must lie
    [[devices]]  each device: name, role, driver, port, line settings, the driver's options

Unknown keys are errors everywhere. Relative paths are relative to the file that names them. Secrets are never in the
file: it names files that hold them. `hash` is in the journal's start record.
"""

import hashlib
import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from controller.configuration.checks import check_broker_files, check_devices, check_room, check_table, check_web
from controller.configuration.installed import CONSOLE, JOURNAL, runtime_folder, state_folder
from controller.configuration.jackpot import check_jackpot
from controller.configuration.sections import ConfigFile, Console, DeviceEntry, House, JournalFiles, Mqtt, Web
from controller.configuration.source import ConfigError, Source
from controller.core.outcomes import to_json_object
from controller.core.tables import Table
from controller.games.twenty_one.wagers.pandemonium import MULTIPLIERS
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
    devices: tuple[DeviceEntry, ...]
    weights: Weights | None
    weights_file: Path | None
    edge: Fraction | None
    hash: str
    weights_hash: str | None

    def beside(self, name: str) -> Path:
        """A path as the configuration means it."""
        return self.file.parent / name


def load(file: Path) -> Config:
    """Read and check everything that can be checked without a device; raises ConfigError."""
    source = Source(file)
    found = source.validate(ConfigFile)
    table = check_table(source, found)
    weights, edge = check_jackpot(source, found, table)
    devices = check_devices(source, found)
    check_broker_files(source, found)
    check_room(source, found)
    check_web(source, found)
    folder = file.parent
    journal = folder / found.journal.path if found.journal.path else state_folder(file) / JOURNAL
    socket = folder / found.console.socket if found.console and found.console.socket else runtime_folder(file) / CONSOLE
    tickets = dict(zip(map(str, MULTIPLIERS), weights.tickets, strict=True)) if weights else None
    effective = found.model_dump(mode="json") | {"table": to_json_object(table)}
    return Config(
        file=file,
        house=found.house,
        table=table,
        journal=journal,
        journal_key=folder / found.journal.key if found.journal.key else journal.with_name(journal.name + ".key"),
        journal_seal=folder / found.journal.seal if found.journal.seal else journal.with_name(journal.name + ".seal"),
        room=found.journal,
        mqtt=found.mqtt,
        console=found.console or Console(),
        console_socket=socket if found.console else None,
        web=found.web,
        people=folder / found.web.people if found.web and found.web.people else journal.with_name("people.json"),
        fault_led=folder / found.health.fault_led if found.health else None,
        devices=devices,
        weights=weights,
        weights_file=folder / found.jackpot.weights if found.jackpot else None,
        edge=edge,
        hash=_sha256(effective),
        weights_hash=_sha256(tickets) if tickets else None,
    )


def _sha256(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
