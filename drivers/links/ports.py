"""From the port's name in the configuration to the link that opens it.

| port                                        | link                                                     |
|---------------------------------------------|----------------------------------------------------------|
| `/dev/…`                                    | a serial line, or its modem lines                        |
| `socket://HOST:PORT`, `rfc2217://HOST:PORT` | a serial server's line: raw TCP, or with its settings    |
| `loop://`                                   | a line that comes back, for trials                       |
| `tty:0403:6001/SERIAL@1-1.2`                | the serial port of this USB adapter                      |
| `usb:05f3:0405/SERIAL@1-1.2`                | a USB device through libusb                              |
| `input:1234:5678/SERIAL@1-1.2`              | an input device of the kernel, grabbed                   |
| `gpio:/dev/gpiochip0:17`, `…:17:27`         | a GPIO line, with a lamp's                               |

Which of them a driver can use is in its record. Serial and port of a USB device may be left out, its numbers not.
"""

import posixpath
import re
from collections.abc import Collection
from functools import partial
from typing import Final

from drivers.links.gpio_link import GpioLink
from drivers.links.input_link import InputLink
from drivers.links.link import Link
from drivers.links.modem_link import ModemLink
from drivers.links.serial_link import SerialLink
from drivers.links.usb_identity import UsbIdentity, input_of, parse, tty_of
from drivers.protocols.base.driver import Driver, DriverError, Transport
from drivers.protocols.base.protocol import LineSettings
from drivers.protocols.base.usb_shape import BULK

_SERVER: Final = re.compile(r"(?:socket|rfc2217)://(?:[^\s:/?#@\[\]]+|\[[0-9A-Fa-f:.]+\]):([0-9]{1,5})(?:[/?]\S*)?")
"""A host by name, number or IPv6 in brackets, and its port; pyserial takes options behind them."""
MOST_PORT: Final = 65_535
SERIAL_FORMS: Final = (
    "an absolute path as in /dev/table/shoe, socket://HOST:PORT or rfc2217://HOST:PORT with a port from 1 to 65535,"
    " or tty:0403:6001/SERIAL@1-1.2"
)


def kind_of(port: str) -> Transport:
    """Which kind of port a name is; all that has no scheme of ours before it is a serial one."""
    scheme, found, _ = port.partition(":")
    kinds: dict[str, Transport] = {"usb": "usb", "input": "input", "gpio": "gpio"}
    return kinds.get(scheme, "serial") if found else "serial"


def check_port(driver: Driver, port: str) -> None:
    """Raises DriverError for a port that the driver cannot use, none or one too many."""
    if driver.transports == {"none"}:
        if port:
            raise DriverError("port", f"expected no port for {driver.name}, got {port!r}")
    elif not port:
        raise DriverError("port", f"expected {_wanted(driver)} for {driver.name}, got none")
    else:
        make_link(driver, port)
        if kind_of(port) == "serial":
            _check_serial(port, modem=driver.transports == {"modem"})


def _check_serial(port: str, *, modem: bool) -> None:
    """Raises DriverError for a serial port's name that could never be opened."""
    path = port.startswith("/") and port.strip() == port and not port.endswith("/")
    if modem:
        if not path:
            raise DriverError("port", f"expected an absolute path as in /dev/table/button, got {port!r}")
    elif not path and not port.startswith(("tty:", "loop://")):
        server = _SERVER.fullmatch(port)
        if server is None or not 1 <= int(server[1]) <= MOST_PORT:
            raise DriverError("port", f"expected {SERIAL_FORMS}, got {port!r}")


def same_port(one: str, other: str) -> bool:
    """Whether two names of the configuration mean one port: the same path, server or USB device."""
    return bool(one) and _plain(one) == _plain(other)


def _plain(port: str) -> str:
    return posixpath.normpath(port) if port.startswith("/") else port.casefold().rstrip("/")


def make_link(driver: Driver, port: str, line: LineSettings | None = None, *, others: Collection[str] = ()) -> Link:
    """The link for a driver on a port; opens nothing. Raises DriverError for a port that this driver cannot use.

    `others` are the ports of the table's other devices: a USB device bound to one of them is not this one astray.
    """
    kind = kind_of(port)
    if kind == "serial" and driver.transports == {"modem"}:
        kind = "modem"
    if kind not in driver.transports:
        raise DriverError("port", f"expected {_wanted(driver)} for {driver.name}, got {port!r}")
    try:
        return _link(driver, kind, port, line or driver.line, _identities(others))
    except ValueError as error:
        raise DriverError("port", str(error)) from None


def _link(driver: Driver, kind: Transport, port: str, line: LineSettings, others: Collection[UsbIdentity]) -> Link:
    match kind:
        case "usb":
            return _usb_link(driver, port, others)
        case "input":
            return InputLink(parse(port.removeprefix("input:")), find=partial(input_of, others=others))
        case "gpio":
            return GpioLink(port)
        case "modem":
            return ModemLink(port)
    if port.startswith("tty:"):
        return SerialLink(port, line, find=partial(tty_of, parse(port.removeprefix("tty:")), others=others))
    return SerialLink(port, line)


def _usb_link(driver: Driver, port: str, others: Collection[UsbIdentity]) -> Link:
    identity, shape = parse(port.removeprefix("usb:")), driver.usb or BULK
    if shape.ids and identity[:2] not in shape.ids:
        known = ", ".join(sorted(f"{vendor:04x}:{product:04x}" for vendor, product in shape.ids))
        raise ValueError(f"expected {known} for {driver.name}, got {port!r}")
    from drivers.links.usb_link import UsbLink  # noqa: PLC0415 - pyusb is loaded where a device is there for it

    return UsbLink(identity, shape, others=others)


def _identities(ports: Collection[str]) -> list[UsbIdentity]:
    """Those of the ports that are USB devices."""
    schemes = (port.partition(":") for port in ports)
    return [parse(rest) for scheme, _, rest in schemes if scheme in ("tty", "usb", "input")]


def _wanted(driver: Driver) -> str:
    return " or ".join(sorted(_WORDS[transport] for transport in driver.transports))


_WORDS: dict[Transport, str] = {
    "serial": "a serial port",
    "modem": "a serial port's path",
    "usb": "a USB device as in usb:0403:6001",
    "input": "an input device as in input:1234:5678",
    "gpio": "a GPIO line as in gpio:/dev/gpiochip0:17",
    "none": "no port",
}
