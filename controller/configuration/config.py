"""One TOML file says everything about a table; a wrong one is refused with file, line, key and what was expected.

    [house]      site and name of the table, as they stand in every topic
    [table]      the table line of the contract: game, decks, chip, limits, readings
    [journal]    where the record lies, and its two keys
    [mqtt]       the broker, if there is one
    [console]    the socket for consoles on the table PC itself
    [health]     the LED that is lit while the table is not open
    [jackpot]    the file of the multiplier weights and the band in which the house's edge must lie
    [[devices]]  each device: name, role, driver, port, line settings, the driver's options

Unknown keys are errors everywhere. Relative paths are relative to the file that names them. Secrets are never in the
file: it names files that hold them. `hash` stands in the journal's start record.
"""

import codecs
import hashlib
import json
import re
import tomllib
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from controller.configuration.known_keys import keys_of, keys_of_table, options_of, unknown_key
from controller.core.outcomes import dumps, to_json_object
from controller.core.reader import UNKNOWN, MalformedLine, expected_and_actual
from controller.core.tables import Table, TableError
from controller.core.toml_lines import Path as KeyPath
from controller.core.toml_lines import line_of, lines_of_keys
from controller.games import new_table, registry
from controller.games.reading import read_table
from controller.games.twenty_one.wagers.pandemonium import MULTIPLIERS
from controller.odds.edge import pandemonium_edge, percent
from controller.odds.multiplier import Weights
from drivers.links.ports import check_port, same_port
from drivers.protocols.base.driver import DriverError, Role
from drivers.protocols.shoes.watch import LEAST_INTERVAL_S
from drivers.registry import find, make_protocol

Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
"""Part of a topic: no slash and no wildcard."""
CREDENTIALS: Final = Path("/run/credentials")
"""Below it systemd shows the service its secrets, and nobody else anything; so a missing file there is no mistake."""
ENCODINGS: Final = {
    codecs.BOM_UTF8: "UTF-8 with a byte order mark (BOM)",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
"""How a file begins that an editor on another system has saved."""

Percent = Annotated[str, StringConstraints(pattern=r"^-?\d{1,3}(\.\d{1,4})?$")]
"""A decimal in text, so that it is exact."""


class ConfigError(ValueError):
    """The configuration is wrong; the text is a sentence with file, line and key."""

    def __init__(self, *, file: Path, line: int, key: str, text: str) -> None:
        where = f"{file}, line {line}" + (f", key `{key}`" if key else "")
        super().__init__(f"{where}: {text.rstrip('.')}.")
        self.file = file
        self.line = line
        self.key = key


class _Section(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


SectionT = TypeVar("SectionT", bound=_Section)


class House(_Section):
    site: Name
    table: Name


class JournalFiles(_Section):
    """`key` signs the record's head, `seal` hides unseen cards; by default they lie beside the journal.

    `reserve_mib` of the disk are held for the end of a round on a full disk; with less than `low_mib` left the table
    warns, with less than `short_mib` it opens no round.
    """

    path: str
    key: str | None = None
    seal: str | None = None
    reserve_mib: Annotated[int, Field(ge=0, le=1024)] = 16
    low_mib: Annotated[int, Field(ge=0)] = 512
    short_mib: Annotated[int, Field(ge=0)] = 64


class Mqtt(_Section):
    """`version` 3.1.1 is for a broker that does not know 5: it cannot say why it refuses a message."""

    host: str
    port: Annotated[int, Field(ge=1, le=65535)] = 1883
    version: Literal["5", "3.1.1"] = "5"
    prefix: Name = "casino"
    username: str | None = None
    password_file: str | None = None
    tls: bool = False
    ca_file: str | None = None
    cert_file: str | None = None
    key_file: str | None = None


class Console(_Section):
    """`socket` is where `tablectl clear` finds the running table; its folder has to be there."""

    socket: str


class Health(_Section):
    """`fault_led` is the folder of a LED of the table PC, as `/sys/class/leds/fault`."""

    fault_led: str


class Jackpot(_Section):
    weights: str
    edge_percent: tuple[Percent, Percent]


class SerialLine(_Section):
    """As the driver says where a key is left out."""

    baudrate: Annotated[int, Field(ge=50, le=4_000_000)] | None = None
    bytesize: Literal[7, 8] | None = None
    parity: Literal["N", "E", "O"] | None = None
    stopbits: Literal[1, 2] | None = None
    rtscts: bool | None = None
    dtr: bool | None = None


class DeviceEntry(_Section):
    """`roll_s`, of a meter, is how long the multiplier rolls before it is shown, `show_s` how long it then stays.

    `card_interval_s`, of a shoe, is the least between two cards that a hand can draw; what is faster is alarmed.
    """

    name: Name
    role: Role
    driver: str
    port: str = ""
    line: SerialLine = SerialLine()
    options: dict[str, Any] = {}
    roll_s: Annotated[float, Field(ge=0, le=30)] = 0.0
    show_s: Annotated[float, Field(ge=0, le=30)] = 0.0
    card_interval_s: Annotated[float, Field(ge=0, le=10)] = LEAST_INTERVAL_S


class _File(_Section):
    house: House
    table: dict[str, Any]
    journal: JournalFiles
    mqtt: Mqtt | None = None
    console: Console | None = None
    health: Health | None = None
    jackpot: Jackpot | None = None
    devices: tuple[DeviceEntry, ...] = ()


class _WeightsFile(_Section):
    weights: dict[str, int]


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
    console_socket: Path | None
    fault_led: Path | None
    devices: tuple[DeviceEntry, ...]
    weights: Weights | None
    edge: Fraction | None
    hash: str
    weights_hash: str | None

    def beside(self, name: str) -> Path:
        """A path as the configuration means it."""
        return self.file.parent / name


def load(file: Path) -> Config:
    """Read and check everything that can be checked without a device; raises ConfigError."""
    source = _Source(file)
    found = source.validate(_File)
    table = _table(source, found)
    weights, edge, weights_hash = _jackpot(source, found, table)
    devices = _check_devices(source, found)
    _check_broker_files(source, found)
    if found.journal.low_mib < found.journal.short_mib:
        expected = f"at least short_mib, which is {found.journal.short_mib}"
        source.refuse(("journal", "low_mib"), expected, str(found.journal.low_mib))
    folder = file.parent
    journal = folder / found.journal.path
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
        console_socket=folder / found.console.socket if found.console else None,
        fault_led=folder / found.health.fault_led if found.health else None,
        devices=devices,
        weights=weights,
        edge=edge,
        hash=_sha256(effective),
        weights_hash=weights_hash,
    )


class _Source:
    """A TOML file with the lines of its keys."""

    def __init__(self, file: Path) -> None:
        self.file = file
        text = self._read()
        try:
            self.values = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            at = re.search(r"line (\d+)", str(error))
            line = int(at[1]) if at else len(text.splitlines())
            raise ConfigError(file=file, line=line, key="", text=f"expected TOML, got {error}") from error
        self._lines = lines_of_keys(text)

    def _read(self) -> str:
        try:
            data = self.file.read_bytes()
        except OSError as error:
            raise self._unreadable(f"expected a file that can be read, got: {error.strerror}") from error
        for mark, name in ENCODINGS.items():
            if data.startswith(mark):
                raise self._unreadable(f"expected plain UTF-8, got {name}: save the file as UTF-8 without a BOM")
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            text = f"expected UTF-8, got the byte 0x{data[error.start]:02x}: save the file as UTF-8"
            raise self._unreadable(text, line=data[: error.start].count(b"\n") + 1) from error

    def _unreadable(self, text: str, *, line: int = 1) -> ConfigError:
        return ConfigError(file=self.file, line=line, key="", text=text)

    def validate(self, section: type[SectionT]) -> SectionT:
        try:
            return section.model_validate_json(json.dumps(self.values, default=str))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            path = first["loc"]
            if first["type"] == "extra_forbidden":
                self.complain(path, unknown_key(str(path[-1]), keys_of(section, path[:-1])))
            expected, actual = expected_and_actual(first)
            self.refuse(path, expected, actual)

    def refuse(self, path: KeyPath, expected: str, actual: str) -> NoReturn:
        self.complain(path, f"expected {expected}, got {actual}")

    def complain(self, path: KeyPath, text: str) -> NoReturn:
        key = ".".join(str(part) for part in self._named(path))
        raise ConfigError(file=self.file, line=line_of(self._lines, path), key=key, text=text) from None

    def _named(self, path: KeyPath) -> KeyPath:
        """The path with a device's name in the place of its number."""
        match path:
            case ("devices", int() as index, *rest) if rest != ["name"]:
                try:
                    name = self.values["devices"][index]["name"]
                except (KeyError, IndexError, TypeError):
                    return path
                return ("devices", name, *rest) if isinstance(name, str) else path
        return path

    def check_file(self, path: KeyPath, file: Path, what_to_do: str) -> None:
        """Refuse a file that the key at `path` names and that is not there."""
        if not file.is_file():
            self.complain(path, f"expected a file, but there is no {file}: {what_to_do}")


def _table(source: _Source, found: _File) -> Table:
    text = dumps({"type": "table", **found.table})
    try:
        table = read_table(text)
        new_table(table)
    except MalformedLine as error:
        path = _keys(error.field)
        if path and error.expected == UNKNOWN:
            known = keys_of_table(found.table["game"], path[:-1])
            source.complain(("table", *path), unknown_key(path[-1], known))
        source.refuse(("table", *path), error.expected, error.actual)
    except TableError as error:
        source.complain(("table", *_keys(error.field)), str(error))
    return table


def _keys(field: str) -> tuple[str, ...]:
    return tuple(field.split(".")) if field else ()


def _jackpot(source: _Source, found: _File, table: Table) -> tuple[Weights | None, Fraction | None, str | None]:
    """The weights and the edge they give; refused outside the band."""
    if not registry.find(table.game).multipliers:
        if found.jackpot is not None:
            having = " and ".join(name for name, game in registry.GAMES.items() if game.multipliers)
            source.refuse(("jackpot",), f"no such section, which only {having} has", "one")
        return None, None, None
    if found.jackpot is None:
        source.refuse(("jackpot",), f"a section [jackpot], which {table.game} needs", "none")
    file = source.file.parent / found.jackpot.weights
    source.check_file(("jackpot", "weights"), file, "copy multipliers.toml from config/ there, or name another file")
    weights = _weights(_Source(file))
    edge = pandemonium_edge(weights.tickets, table.decks)
    least, most = (Fraction(bound) / 100 for bound in found.jackpot.edge_percent)
    if least > most:
        text = f"the band is reversed: expected the least first, got {percent(least)} before {percent(most)}"
        source.complain(("jackpot", "edge_percent"), text)
    if not least <= edge <= most:
        source.refuse(
            ("jackpot", "edge_percent"),
            f"weights in {file} that leave the house between {percent(least)} and {percent(most)}",
            f"{percent(edge)} on {table.decks} decks",
        )
    return weights, edge, _sha256(dict(zip(map(str, MULTIPLIERS), weights.tickets, strict=True)))


def _weights(source: _Source) -> Weights:
    given = source.validate(_WeightsFile).weights
    for name, tickets in given.items():
        if name not in map(str, MULTIPLIERS):
            source.refuse(("weights", name), f"one of {', '.join(map(str, MULTIPLIERS))}", f"`{name}`")
        if tickets < 1:
            source.refuse(("weights", name), "a whole number of at least 1", str(tickets))
    for multiplier in MULTIPLIERS:
        if str(multiplier) not in given:
            source.refuse(("weights",), f"a weight for the multiplier {multiplier}", "none")
    return Weights(tuple(given[str(multiplier)] for multiplier in MULTIPLIERS))


def _check_devices(source: _Source, found: _File) -> tuple[DeviceEntry, ...]:
    """The devices, the paths among their options as the configuration means them."""
    names: set[str] = set()
    devices: list[DeviceEntry] = []
    for index, device in enumerate(found.devices):
        if device.name in names:
            source.refuse(("devices", index, "name"), "a name that no other device has", f"`{device.name}`")
        names.add(device.name)
        for other in devices:
            if same_port(device.port, other.port):
                source.refuse(("devices", index, "port"), "a port of its own", f"that of {other.name}, `{device.port}`")
        try:
            driver = find(device.driver)
            options = {
                key: str(source.file.parent / value) if key in driver.files and isinstance(value, str) else value
                for key, value in device.options.items()
            }
            make_protocol(device.driver, device.role, options)
            check_port(driver, device.port)
        except DriverError as error:
            parts = _keys(error.field)
            path = parts if parts[:1] in {("driver",), ("role",), ("options",), ("port",)} else ("options", *parts)
            if path[:1] == ("options",) and "nexpected keyword" in str(error):
                source.complain(("devices", index, *path), unknown_key(path[-1], options_of(device.driver)))
            source.complain(("devices", index, *path), str(error))
        if driver.transports == {"none"} and found.mqtt is None:
            source.refuse(
                ("devices", index, "driver"), f"a section [mqtt], which the driver {driver.name} needs", "none"
            )
        devices.append(device.model_copy(update={"options": options}))
    return tuple(devices)


def _check_broker_files(source: _Source, found: _File) -> None:
    for key in ("password_file", "ca_file", "cert_file", "key_file"):
        name = getattr(found.mqtt, key, None)
        if name is None:
            continue
        file = source.file.parent / name
        if not file.is_relative_to(CREDENTIALS):
            source.check_file(("mqtt", key), file, "put it there, or leave the key out where the broker asks for none")


def _sha256(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
