"""Drivers by name: those of this project, and those of other packages.

A driver of this project is its module's `DRIVER` and a line here. A vendor adds one from his own package through the
entry point group `table_controller.drivers`: the name is the driver's, the object a `Driver`. A built-in name cannot
be replaced.

    [project.entry-points."table_controller.drivers"]
    acme_shoe = "acme_shoe.driver:DRIVER"
"""

from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any, Final

from pydantic import ConfigDict, ValidationError, validate_call

from controller.core.offered import Offered
from drivers.protocols.base.driver import Driver, DriverError, Role
from drivers.protocols.base.protocol import DeviceProtocol

GROUP: Final = "table_controller.drivers"

BUILT_IN: Final[Mapping[str, Driver]] = Offered(
    "DRIVER",
    {
        "framed": "drivers.protocols.framed.driver",
        "angel_eye_ii": "drivers.protocols.shoes.angel_eye_ii",
        "line": "drivers.protocols.line.driver",
        "hid_barcode": "drivers.protocols.shoes.hid_barcode",
        "alpha_sign": "drivers.protocols.meters.alpha_sign",
        "cd5220": "drivers.protocols.meters.cd5220",
        "matrix_orbital": "drivers.protocols.meters.matrix_orbital",
        "evdev": "drivers.protocols.keyboards.evdev",
        "xkeys": "drivers.protocols.keyboards.xkeys",
        "delcom": "drivers.protocols.buttons.delcom",
        "ultimarc_usbbutton": "drivers.protocols.buttons.ultimarc_usbbutton",
        "gpio": "drivers.protocols.buttons.gpio",
        "modem_line": "drivers.protocols.buttons.modem_line",
        "mqtt": "drivers.protocols.meters.mqtt",
    },
)


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


def all_drivers() -> list[Driver]:
    """Every driver that is installed, built in first. Raises DriverError for an entry point that is no Driver."""
    return [*BUILT_IN.values(), *(find(name) for name in sorted(entry_points(group=GROUP).names - BUILT_IN.keys()))]


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
