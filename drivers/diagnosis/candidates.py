"""What may be at a serial port: every installed driver in every role, each ASCII description, each line setting.

A line of seven bits with parity takes as long for a character as one of eight without, so it is not listened to apart:
read as 8N1, its parity bit is the highest, and fits in every byte (`readings`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from drivers.protocols.base.driver import Driver, DriverError, Role
from drivers.protocols.base.protocol import DeviceProtocol, LineSettings
from drivers.registry import all_drivers, make_protocol

BAUDS: Final = (9600, 4800, 19200, 38400, 57600, 115200, 2400, 1200)
"""The drivers' own first, then what serial instruments are commonly set to."""
PARITIES: Final[tuple[Literal["N", "E", "O"], ...]] = ("N", "E", "O")
SETTINGS: Final = tuple(LineSettings(baudrate=baud, parity=parity) for parity in PARITIES for baud in BAUDS)
"""In the order of trying."""
SEVEN_BITS_FROM: Final = 8
"""So many bytes must all have fitting parity: by chance it is one in 256."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A driver in a role; `options` are those that the configuration needs for it, `asking` those for asking."""

    driver: Driver
    role: Role
    options: Mapping[str, Any] = field(default_factory=dict)
    asking: Mapping[str, Any] = field(default_factory=dict)

    def protocol(self, *, asks: bool) -> DeviceProtocol:
        """A new protocol, which asks for the device's name where it can and `asks`."""
        options = {**self.options, **(self.asking if asks else {})}
        return make_protocol(self.driver.name, self.role, options)

    def question(self) -> bytes:
        """What its protocol sends on opening to get the device's name; empty where it asks nothing."""
        if self.driver.asks is None:
            return b""
        protocol = self.protocol(asks=True)
        protocol.opened(0.0)
        return protocol.data_to_send()


def candidates(shapes: Iterable[Path]) -> list[Candidate]:
    """All that can be at a serial port; `shapes` are descriptions for drivers that need a file, bad ones left out."""
    return [one for driver in all_drivers() if "serial" in driver.transports for one in _of(driver, tuple(shapes))]


def _of(driver: Driver, shapes: tuple[Path, ...]) -> Iterator[Candidate]:
    choices: list[dict[str, Any]] = [{}]
    if driver.files:
        choices = [dict.fromkeys(driver.files, str(shape)) for shape in shapes]
    for role in sorted(driver.roles):
        for options in choices:
            candidate = Candidate(driver, role, options, driver.asks or {})
            try:
                candidate.protocol(asks=False)
            except DriverError:  # It needs an option that nobody can guess, or the file is for another role.
                continue
            yield candidate


class Reading(NamedTuple):
    """Bytes as a line of these settings would have given them; the times are those of their chunks."""

    line: LineSettings
    chunks: tuple[tuple[bytes, float], ...]


def readings(line: LineSettings, chunks: tuple[tuple[bytes, float], ...]) -> list[Reading]:
    """The bytes as they were read, and as seven bits where the eighth is the parity of all."""
    found = [Reading(line, chunks)]
    heard = b"".join(data for data, _ in chunks)
    if line.parity == "N" and len(heard) >= SEVEN_BITS_FROM and any(byte & 0x80 for byte in heard):
        odd = {byte.bit_count() & 1 for byte in heard}
        if len(odd) == 1:
            seven = tuple((bytes(byte & 0x7F for byte in data), at) for data, at in chunks)
            parity: Literal["E", "O"] = "O" if odd == {1} else "E"
            found.append(Reading(replace(line, bytesize=7, parity=parity), seven))
    return found
