"""A driver as it is announced: its name, the roles it serves at the table, its line, its options, and how it is built.

Each driver's file ends with its `DRIVER`; `drivers.registry` collects those of this project, and those of other
packages through their entry points.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, get_args

from controller.core.dataclass import dataclass
from drivers.protocols.base.protocol import DeviceProtocol, LineSettings
from drivers.protocols.base.usb_shape import UsbShape

Role = Literal["shoe", "shuffler", "button", "meter", "console"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)

Transport = Literal["serial", "modem", "usb", "input", "gpio", "none"]
"""What a driver's port can be; `drivers.links.ports` makes the link. `none`: the driver needs no port."""
SERIAL: Final[frozenset[Transport]] = frozenset(("serial",))
USB: Final[frozenset[Transport]] = frozenset(("usb",))
INPUT: Final[frozenset[Transport]] = frozenset(("input",))

SHOE: Final[frozenset[Role]] = frozenset(("shoe",))
BUTTON: Final[frozenset[Role]] = frozenset(("button",))
METER: Final[frozenset[Role]] = frozenset(("meter",))
BUTTON_OR_CONSOLE: Final[frozenset[Role]] = frozenset(("button", "console"))


@dataclass(frozen=True, slots=True)
class Driver:
    """`build` takes `role` and the driver's options as keywords; their annotations are the options' types.

    `usb` is how a device is reached through libusb; `files` names options that are paths of files. `asks` names the
    options with which the protocol asks a device that keeps silent for its name, None where it does not: the question
    changes nothing at a device that understands it, and `tablectl probe --ask` puts it.
    """

    name: str
    roles: frozenset[Role]
    line: LineSettings
    build: Callable[..., DeviceProtocol]
    transports: frozenset[Transport] = SERIAL
    usb: UsbShape | None = None
    files: frozenset[str] = frozenset()
    asks: Mapping[str, Any] | None = None


class DriverError(ValueError):
    """No such driver, role or option; `field` names the key of the configuration, the text what was expected."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field
