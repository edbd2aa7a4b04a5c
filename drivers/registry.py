"""Drivers by name: which protocol, for which roles at the table, with which line settings and options.

A vendor adds a driver from his own package through the entry point group `table_controller.drivers`: the name is the
driver's, the object a `Driver`. A built-in name cannot be replaced.

    [project.entry-points."table_controller.drivers"]
    acme_shoe = "acme_shoe.driver:DRIVER"
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

from pydantic import ConfigDict, ValidationError, validate_call

from drivers.protocols.alpha_sign import AlphaSign
from drivers.protocols.angel_eye_ii import COPY_WINDOW_S, AngelEyeII
from drivers.protocols.cd5220 import Cd5220
from drivers.protocols.delcom import SHAPE as DELCOM_SHAPE
from drivers.protocols.delcom import Delcom
from drivers.protocols.evdev_button import EvdevButton
from drivers.protocols.evdev_keypad import EvdevKeypad
from drivers.protocols.framed_host import Framed
from drivers.protocols.framed_messages import ROLES, Role
from drivers.protocols.framing import INTER_BYTE_TIMEOUT_S
from drivers.protocols.gpio import Gpio
from drivers.protocols.hid_barcode import HidBarcode
from drivers.protocols.line import Line
from drivers.protocols.line_shape import read_shape
from drivers.protocols.matrix_orbital import MatrixOrbital
from drivers.protocols.modem_line import Input, ModemLine, Output
from drivers.protocols.protocol import DeviceProtocol, LineSettings
from drivers.protocols.published import Published
from drivers.protocols.ultimarc_usbbutton import SHAPE as ULTIMARC_SHAPE
from drivers.protocols.ultimarc_usbbutton import WHITE, UltimarcUsbButton
from drivers.protocols.usb_shape import BULK, UsbShape
from drivers.protocols.xkeys import SHAPE as XKEYS_SHAPE
from drivers.protocols.xkeys import XkeysButton, XkeysKeypad

GROUP: Final = "table_controller.drivers"

Transport = Literal["serial", "modem", "usb", "input", "gpio", "none"]
"""What a driver's port can be; `drivers.links.ports` makes the link. `none`: the driver needs no port."""
SERIAL: Final[frozenset[Transport]] = frozenset(("serial",))


@dataclass(frozen=True, slots=True)
class Driver:
    """`build` takes `role` and the driver's options as keywords; their annotations are the options' types.

    `usb` says how a device is talked to through libusb; `files` names options that are paths of files. `asks` names the
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


Keys = dict[str, dict[str, Any]]
"""Keys of a keypad with what they mean (`keypad`)."""


def _framed(*, role: Role, keys: Keys | None = None) -> DeviceProtocol:
    return Framed(role, keys=keys)


def _line(*, role: Role, file: str) -> DeviceProtocol:
    try:
        shape = read_shape(Path(file).read_text(encoding="utf-8"), file=file)
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"expected a file that can be read, got {error}") from None
    if shape.role != role:
        raise ValueError(f"expected the description of a {role} in {file}, got that of a {shape.role}")
    return Line(shape)


def _cd5220(*, role: Role, texts: dict[str, str] | None = None, brightness: int = 4) -> DeviceProtocol:
    del role
    return Cd5220(texts=texts, level=brightness)


def _matrix_orbital(
    *, role: Role, texts: dict[str, str] | None = None, columns: int = 20, lines: int = 2, answers: bool = False
) -> DeviceProtocol:
    del role
    return MatrixOrbital(texts=texts, columns=columns, lines=lines, answers=answers)


def _modem_line(*, role: Role, line: Input = "cts", power: Output = "rts", inverted: bool = False) -> DeviceProtocol:
    del role
    return ModemLine(line=line, power=power, inverted=inverted)


def _gpio(*, role: Role, active_high: bool = False, lamp_active_low: bool = False) -> DeviceProtocol:
    del role
    return Gpio(active_high=active_high, lamp_active_low=lamp_active_low)


def _evdev(*, role: Role, key: str | None = None, keys: Keys | None = None) -> DeviceProtocol:
    if role == "console":
        return EvdevKeypad(keys=_needed("keys", keys, key))
    return EvdevButton(key=_needed("key", key, keys))


def _xkeys(*, role: Role, key: str | None = None, keys: Keys | None = None) -> DeviceProtocol:
    if role == "console":
        return XkeysKeypad(keys=_needed("keys", keys, key))
    return XkeysButton(key=_needed("key", key, keys))


def _hid_barcode(*, role: Role, codes: dict[str, str] | None = None) -> DeviceProtocol:
    del role
    return HidBarcode(codes=codes)


def _delcom(*, role: Role, lamp_pins: int = 1) -> DeviceProtocol:
    del role
    return Delcom(lamp_pins=lamp_pins)


def _ultimarc_usbbutton(*, role: Role, key: str = "KEY_1", colour: list[int] | None = None) -> DeviceProtocol:
    del role
    return UltimarcUsbButton(key=key, colour=WHITE if colour is None else tuple(colour))


def _mqtt(*, role: Role) -> DeviceProtocol:
    del role
    return Published()


OptionT = TypeVar("OptionT")


def _needed(name: str, wanted: OptionT | None, other: object) -> OptionT:
    """An option that this role needs, and that the other one has in its place."""
    if wanted is None or other is not None:
        raise ValueError(f"expected the option `{name}` for this role, and only that")
    return wanted


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


_SHOE: Final[frozenset[Role]] = frozenset(("shoe",))
_METER: Final[frozenset[Role]] = frozenset(("meter",))
_BUTTON: Final[frozenset[Role]] = frozenset(("button",))
_BUTTON_OR_CONSOLE: Final[frozenset[Role]] = frozenset(("button", "console"))
_USB: Final[frozenset[Transport]] = frozenset(("usb",))
_INPUT: Final[frozenset[Transport]] = frozenset(("input",))

BUILT_IN: Final = {
    driver.name: driver
    for driver in (
        Driver("framed", frozenset(ROLES), LineSettings(), _framed, transports=SERIAL | _USB, usb=BULK, asks={}),
        Driver("angel_eye_ii", _SHOE, LineSettings(baudrate=4800), _angel_eye_ii),
        Driver("line", frozenset(("shoe", "shuffler")), LineSettings(), _line, files=frozenset(("file",))),
        Driver("hid_barcode", _SHOE, LineSettings(), _hid_barcode, transports=_INPUT),
        Driver("alpha_sign", _METER, LineSettings(bytesize=7, parity="E", dtr=False), _alpha_sign),
        Driver("cd5220", _METER, LineSettings(), _cd5220),
        Driver("matrix_orbital", _METER, LineSettings(baudrate=19200), _matrix_orbital, asks={"answers": True}),
        Driver("evdev", _BUTTON_OR_CONSOLE, LineSettings(), _evdev, transports=_INPUT),
        Driver("xkeys", _BUTTON_OR_CONSOLE, LineSettings(), _xkeys, transports=_USB, usb=XKEYS_SHAPE),
        Driver("delcom", _BUTTON, LineSettings(), _delcom, transports=_USB, usb=DELCOM_SHAPE),
        Driver("ultimarc_usbbutton", _BUTTON, LineSettings(), _ultimarc_usbbutton, transports=_USB, usb=ULTIMARC_SHAPE),
        Driver("gpio", _BUTTON, LineSettings(), _gpio, transports=frozenset(("gpio",))),
        Driver("modem_line", _BUTTON, LineSettings(), _modem_line, transports=frozenset(("modem",))),
        Driver("mqtt", _METER, LineSettings(), _mqtt, transports=frozenset(("none",))),
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
