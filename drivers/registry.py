"""Drivers by name: which protocol, for which roles at the table, with which line settings and options.

A vendor adds a driver from his own package through the entry point group `table_controller.drivers`: the name is the
driver's, the object a `Driver`. A built-in name cannot be replaced.

    [project.entry-points."table_controller.drivers"]
    acme_shoe = "acme_shoe.driver:DRIVER"
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import Any, Final

from pydantic import ConfigDict, ValidationError, validate_call

from drivers.protocols.alpha_sign import AlphaSign
from drivers.protocols.angel_eye_ii import COPY_WINDOW_S, AngelEyeII
from drivers.protocols.framed_host import Framed
from drivers.protocols.framed_messages import Role
from drivers.protocols.framing import INTER_BYTE_TIMEOUT_S
from drivers.protocols.protocol import DeviceProtocol, LineSettings

GROUP: Final = "table_controller.drivers"


@dataclass(frozen=True, slots=True)
class Driver:
    """`build` takes `role` and the driver's options as keywords; their annotations are the options' types."""

    name: str
    roles: frozenset[Role]
    line: LineSettings
    build: Callable[..., DeviceProtocol]


class DriverError(ValueError):
    """No such driver, role or option; `field` names the key of the configuration, the text what was expected."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


def _framed(*, role: Role) -> DeviceProtocol:
    return Framed(role)


def _angel_eye_ii(
    *,
    role: Role,
    commands: bool = False,
    stx_in_bcc: bool = True,
    copy_window_s: float = COPY_WINDOW_S,
    inter_byte_timeout_s: float = INTER_BYTE_TIMEOUT_S,
) -> DeviceProtocol:
    del role
    return AngelEyeII(
        commands=commands,
        stx_in_bcc=stx_in_bcc,
        copy_window_s=copy_window_s,
        inter_byte_timeout_s=inter_byte_timeout_s,
    )


def _alpha_sign(
    *,
    role: Role,
    kind: str = "Z",
    address: str = "00",
    configure: bool = True,
    acknowledged: bool = False,
    texts: dict[str, str] | None = None,
) -> DeviceProtocol:
    del role
    return AlphaSign(kind=kind, address=address, configure=configure, acknowledged=acknowledged, texts=texts)


BUILT_IN: Final = {
    driver.name: driver
    for driver in (
        Driver(
            "framed", frozenset(("shoe", "shuffler", "button", "meter", "console")), LineSettings(), _framed
        ),
        Driver("angel_eye_ii", frozenset(("shoe",)), LineSettings(baudrate=4800), _angel_eye_ii),
        Driver("alpha_sign", frozenset(("meter",)), LineSettings(bytesize=7, parity="E", dtr=False), _alpha_sign),
    )
}  # fmt: skip


def find(name: str) -> Driver:
    """The driver of this name, built in or from a vendor's package. Raises DriverError."""
    if name in BUILT_IN:
        return BUILT_IN[name]
    vendors = entry_points(group=GROUP)
    if name not in vendors.names:
        known = ", ".join(sorted({*BUILT_IN, *vendors.names}))
        raise DriverError("driver", f"expected one of {known}, got {name!r}")
    driver = vendors[name].load()
    if not isinstance(driver, Driver):
        raise DriverError("driver", f"expected the entry point {name!r} to be a Driver, got {type(driver).__name__}")
    return driver


def make_protocol(name: str, role: Role, options: Mapping[str, Any] | None = None) -> DeviceProtocol:
    """A new protocol of the driver `name` for a device of this role. Raises DriverError for what it does not take."""
    driver = find(name)
    if role not in driver.roles:
        raise DriverError("role", f"expected a role of {', '.join(sorted(driver.roles))} for {name}, got {role!r}")
    try:
        return validate_call(config=ConfigDict(strict=True))(driver.build)(role=role, **(options or {}))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise DriverError(where, f"{first['msg']}, got {first['input']!r}") from None
    except ValueError as error:
        raise DriverError("options", str(error)) from None
