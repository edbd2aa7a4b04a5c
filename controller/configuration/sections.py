"""The sections of the configuration and their keys, each with its bounds and what it is when it is left out."""

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    StringConstraints,
    model_serializer,
    model_validator,
)
from pydantic_core import PydanticCustomError

from controller.core.events import Authority
from drivers.protocols.base.driver import Role
from drivers.protocols.base.spoken import read_spoken
from drivers.protocols.shoes.watch import LEAST_INTERVAL_S

Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
"""Part of a topic: no slash and no wildcard."""
Percent = Annotated[str, StringConstraints(pattern=r"^-?[0-9]{1,3}(\.[0-9]{1,4})?$")]
"""A decimal in text, so that it is exact."""


Place = Annotated[str, StringConstraints(pattern=r"^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?$")]
"""A machine's name or address, with or without a port; IPv6 in brackets."""


class Section(BaseModel):
    """Strict: an unknown key is an error, and no value is bent to fit."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)


class House(Section):
    site: Name
    table: Name


class JournalFiles(Section):
    """`path` lies in the unit's folder when it is left out (`installed`), both keys beside it.

    `key` signs the record's head, `seal` hides unseen cards.
    `reserve_mib` of the disk are held for the end of a round on a full disk; with less than `low_mib` left the table
    warns, with less than `short_mib` it opens no round.
    """

    path: str | None = None
    key: str | None = None
    seal: str | None = None
    reserve_mib: Annotated[int, Field(ge=0, le=1024)] = 16
    low_mib: Annotated[int, Field(ge=0)] = 512
    short_mib: Annotated[int, Field(ge=0)] = 64


class Mqtt(Section):
    """One broker is `host`, two to four are `hosts`, each with a port of its own behind it or `port`.

    Each of `hosts` gets every message, in order; one that was away catches up. What else is here is the same for all.

    `version` 3.1.1 is for a broker that does not know 5: it gives no reason where it refuses a message.
    """

    host: str | None = None
    hosts: Annotated[tuple[Place, ...], Field(min_length=2, max_length=4)] | None = None
    port: Annotated[int, Field(ge=1, le=65535)] = 1883
    version: Literal["5", "3.1.1"] = "5"
    prefix: Name = "casino"
    username: str | None = None
    password_file: str | None = None
    tls: bool = False
    ca_file: str | None = None
    cert_file: str | None = None
    key_file: str | None = None

    @property
    def places(self) -> tuple[tuple[str, int], ...]:
        """Host and port of each broker."""
        return tuple(host_and_port(place, self.port) for place in self.hosts or ()) or ((self.host or "", self.port),)

    @model_serializer(mode="wrap")
    def _without_none(self, whole: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """A file with `host` has the hash that it had before there were `hosts`."""
        found: dict[str, Any] = whole(self)
        return {key: value for key, value in found.items() if key not in ("host", "hosts") or value is not None}


def host_and_port(place: str, port: int) -> tuple[str, int]:
    """The two of HOST[:PORT] or [IPV6][:PORT], `port` where it names none."""
    host, colon, named = place.rpartition(":")
    return (host.strip("[]"), int(named)) if colon and named.isdecimal() else (place.strip("[]"), port)


class Console(Section):
    """`socket` is where `tablectl` finds the running table, in the unit's folder when it is left out (`installed`).

    `logins` and `groups` of the table PC have these ranks there; whoever is in neither is a technician.
    """

    socket: str | None = None
    logins: dict[str, Authority] = {}
    groups: dict[str, Authority] = {}


class RequestKeyEntry(Section):
    """`file` holds the public key, `rank` is what whoever signs with it may ask for."""

    file: str
    rank: Authority


class Requests(Section):
    """`keys` by name: those of the house's own system, whose requests the table takes over MQTT."""

    keys: dict[Name, RequestKeyEntry]


class Web(Section):
    """`listen` is address and port; anything but the loopback needs `tls_cert` and `tls_key`.

    `hosts` are further names, each with its port, under which browsers find it. `signage` are the addresses of screens
    that show the sign without anybody signed in, `metrics` those that Prometheus asks from. `people` is the register of
    who may sign in, beside the journal when it is left out.
    """

    listen: Annotated[str, StringConstraints(pattern=r"^([0-9]{1,3}(\.[0-9]{1,3}){3}|\[[0-9a-f:]+\]):[0-9]{1,5}$")] = (
        "127.0.0.1:8470"
    )
    hosts: tuple[Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?$")], ...] = ()
    signage: tuple[str, ...] = ("127.0.0.1", "::1")
    metrics: tuple[str, ...] = ("127.0.0.1", "::1")
    tls_cert: str | None = None
    tls_key: str | None = None
    people: str | None = None

    @property
    def host(self) -> str:
        """The address alone."""
        return self.listen.rpartition(":")[0].strip("[]")

    @property
    def port(self) -> int:
        return int(self.listen.rpartition(":")[2])


class Health(Section):
    """`fault_led` is the folder of a LED of the table PC, as `/sys/class/leds/fault`.

    `textfile` is written every 15 s with the table's metrics, for the node exporter's collector.
    `restart_after_upgrade`: another release that has been installed is started between two rounds, by the table itself.
    """

    fault_led: str | None = None
    textfile: str | None = None
    restart_after_upgrade: bool = True


class Jackpot(Section):
    weights: str
    edge_percent: tuple[Percent, Percent]


class SerialLine(Section):
    """A key that is left out is as the driver has it. "4800 8N1", as `tablectl probe` prints it, is four of them."""

    baudrate: Annotated[int, Field(ge=50, le=4_000_000)] | None = None
    bytesize: Literal[7, 8] | None = None
    parity: Literal["N", "E", "O"] | None = None
    stopbits: Literal[1, 2] | None = None
    rtscts: bool | None = None
    dtr: bool | None = None

    @model_validator(mode="before")
    @classmethod
    def _of_text(cls, given: Any) -> Any:
        if not isinstance(given, str):
            return given
        try:
            return {key: getattr(read_spoken(given), key) for key in ("baudrate", "bytesize", "parity", "stopbits")}
        except ValueError:
            raise PydanticCustomError("line", 'Input should be { baudrate = 4800 } or "4800 8N1"') from None


class DeviceEntry(Section):
    """`roll_s`, of a meter, is how long the multiplier rolls before it is shown, `show_s` how long it then stays.

    `card_interval_s`, of a shoe, is the least between two cards that a hand can draw; what is faster is alarmed.
    `rank`, of a console, is the highest authority that an event from there may claim; left out it is a dealer's.
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
    rank: Authority | None = None

    @property
    def rank_here(self) -> Authority | None:
        """The rank that a console has; None at any other device."""
        return (self.rank or "dealer") if self.role == "console" else None


class ConfigFile(Section):
    """The whole file."""

    house: House
    table: dict[str, Any]
    journal: JournalFiles = JournalFiles()
    mqtt: Mqtt | None = None
    console: Console | None = None
    web: Web | None = None
    requests: Requests | None = None
    health: Health | None = None
    jackpot: Jackpot | None = None
    devices: tuple[DeviceEntry, ...] = ()


class WeightsFile(Section):
    """The file of the multiplier weights: tickets by multiplier."""

    weights: dict[str, int]
