"""What no section's own bounds can hold: the table by the rules, devices by each other, files that have to exist."""

import ipaddress
import re
from pathlib import Path
from typing import Final

from controller.configuration.known_keys import keys_of_table, options_of, unknown_key
from controller.configuration.sections import ConfigFile, DeviceEntry
from controller.configuration.source import Source
from controller.core.complaints import UNKNOWN
from controller.core.outcomes import dumps
from controller.core.reader import MalformedLine
from controller.core.tables import Table, TableError
from controller.games import new_table
from controller.games.reading import read_table
from drivers.links.ports import check_port, same_port
from drivers.protocols.base.driver import DriverError
from drivers.registry import find, make_protocol

CREDENTIALS: Final = Path("/run/credentials")
"""Below it systemd shows the service its secrets, and nobody else anything; so a missing file there is no mistake."""


PORTS: Final = 65536
MONEY: Final = frozenset({"chip", "limits", "blinds", "stake", "cap"})
"""Keys of the table line, or in [table.rake], that are cents."""


def check_table(source: Source, found: ConfigFile) -> Table:
    """The table line, accepted by the reader and the rules."""
    text = dumps({"type": "table", **found.table})
    try:
        table = read_table(text)
        new_table(table)
    except MalformedLine as error:
        path = _keys(error.field)
        if path and error.expected == UNKNOWN:
            known = keys_of_table(found.table["game"], path[:-1])
            source.complain(("table", *path), unknown_key(path[-1], known))
        cents = (
            f" of cents ({float(error.actual):.2f} is {round(float(error.actual) * 100)})"
            if _is_euros(error, path)
            else ""
        )
        source.refuse(("table", *path), error.expected + cents, error.actual)
    except TableError as error:
        source.complain(("table", *_keys(error.field)), str(error))
    return table


def check_devices(source: Source, found: ConfigFile) -> tuple[DeviceEntry, ...]:
    """The devices, the paths among their options as the configuration means them."""
    names: set[str] = set()
    devices: list[DeviceEntry] = []
    for index, device in enumerate(found.devices):
        if device.name in names:
            source.refuse(("devices", index, "name"), "a name that no other device has", f"`{device.name}`")
        names.add(device.name)
        if device.rank is not None and device.role != "console":
            source.refuse(("devices", index, "rank"), "a rank at a console alone", f"one of a {device.role}")
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


def check_brokers(source: Source, found: ConfigFile) -> None:
    """One `host` or several `hosts`, each of them another one."""
    if (mqtt := found.mqtt) is None:
        return
    if mqtt.host is not None and mqtt.hosts is not None:
        source.complain(("mqtt", "hosts"), "`host` is one broker, `hosts` are several: leave out one of the two")
    if mqtt.host is None and mqtt.hosts is None:
        source.refuse(("mqtt", "host"), "`host` with the broker's name, or `hosts` with several", "neither")
    for index, (host, port) in enumerate(mqtt.places):
        if not 0 < port < PORTS:
            source.refuse(("mqtt", "hosts", index), f"a port from 1 to {PORTS - 1}", str(port))
        if (host, port) in mqtt.places[:index]:
            source.refuse(("mqtt", "hosts", index), "each broker once", f"{host}:{port} twice")


def check_broker_files(source: Source, found: ConfigFile) -> None:
    """Files that the broker's section names are there, but for those that only the running service is shown."""
    for key in ("password_file", "ca_file", "cert_file", "key_file"):
        name = getattr(found.mqtt, key, None)
        if name is None:
            continue
        file = source.file.parent / name
        if not file.is_relative_to(CREDENTIALS):
            source.check_file(("mqtt", key), file, "put it there, or leave the key out where the broker asks for none")


def check_room(source: Source, found: ConfigFile) -> None:
    """The thresholds of the disk are in their order."""
    if found.journal.low_mib < found.journal.short_mib:
        expected = f"at least short_mib, which is {found.journal.short_mib}"
        source.refuse(("journal", "low_mib"), expected, str(found.journal.low_mib))


def check_web(source: Source, found: ConfigFile) -> None:
    """An address that exists; PINs cross no network in the clear."""
    if found.web is None:
        return
    try:
        address = ipaddress.ip_address(found.web.host)
    except ValueError:
        source.refuse(("web", "listen"), "an address and a port, as 127.0.0.1:8470", f"`{found.web.listen}`")
    if not 0 < found.web.port < PORTS:
        source.refuse(("web", "listen"), f"a port from 1 to {PORTS - 1}", str(found.web.port))
    if (found.web.tls_cert is None) != (found.web.tls_key is None):
        source.complain(("web", "tls_cert"), "tls_cert and tls_key go together")
    if found.web.tls_cert is None and not address.is_loopback:
        source.complain(("web", "listen"), "PINs would cross the network in the clear: set tls_cert and tls_key")
    for key in ("tls_cert", "tls_key"):
        name = getattr(found.web, key)
        if name is not None and not (file := source.file.parent / name).is_relative_to(CREDENTIALS):
            source.check_file(("web", key), file, "put it there")


def _is_euros(error: MalformedLine, path: tuple[str, ...]) -> bool:
    """Whether money is written with a point."""
    return bool(MONEY.intersection(path[:2])) and re.fullmatch(r"-?\d+\.\d+", error.actual) is not None


def _keys(field: str) -> tuple[str, ...]:
    return tuple(field.split(".")) if field else ()
