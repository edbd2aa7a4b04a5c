"""`framed` as a driver: every role, over a serial line, TCP or a USB bulk endpoint."""

from drivers.protocols.base.driver import ROLES, SERIAL, USB, Driver, Role
from drivers.protocols.base.protocol import DeviceProtocol, LineSettings
from drivers.protocols.base.usb_shape import BULK
from drivers.protocols.consoles.keypad import Keys
from drivers.protocols.framed.host import Framed


def _build(*, role: Role, keys: Keys | None = None) -> DeviceProtocol:
    return Framed(role, keys=keys)


DRIVER = Driver("framed", frozenset(ROLES), LineSettings(), _build, transports=SERIAL | USB, usb=BULK, asks={})
