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

from drivers.protocols.base.driver import Driver, DriverError, Role
from drivers.protocols.base.protocol import DeviceProtocol
from drivers.protocols.buttons import delcom, gpio, modem_line, ultimarc_usbbutton
from drivers.protocols.framed import driver as framed
from drivers.protocols.keyboards import evdev, xkeys
from drivers.protocols.line import driver as line
from drivers.protocols.meters import alpha_sign, cd5220, matrix_orbital, mqtt
from drivers.protocols.shoes import angel_eye_ii, hid_barcode

GROUP: Final = "table_controller.drivers"

BUILT_IN: Final = {
    driver.name: driver
    for driver in (
        framed.DRIVER,
        angel_eye_ii.DRIVER,
        line.DRIVER,
        hid_barcode.DRIVER,
        alpha_sign.DRIVER,
        cd5220.DRIVER,
        matrix_orbital.DRIVER,
        evdev.DRIVER,
        xkeys.DRIVER,
        delcom.DRIVER,
        ultimarc_usbbutton.DRIVER,
        gpio.DRIVER,
        modem_line.DRIVER,
        mqtt.DRIVER,
    )
}


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
