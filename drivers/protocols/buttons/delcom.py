"""`delcom`: Delcom's USB switch and lamp of the second generation (0FC5:B080) as the jackpot button.

Feature report 100 (64h) holds the input port: byte 0 is FEh while the switch is pressed and FFh while it is not (bit 0,
active low). It is polled; the first reading is the level. The lamp is written with feature report 101 (65h), eight
bytes: 65h, minor command 12 (set and reset pins of port 1), pins to pull low, pins to let go, zeros.

Source: filinvadim/delcom-switch-go for the switch. That minor 12 drives the lamp's pins is from memory: look at the
lamp of the first device. Report 100 of some libraries begins with its own number; that is passed over.
"""

from typing import Final

from drivers.protocols.base.driver import BUTTON, USB, Driver, Role
from drivers.protocols.base.protocol import DeviceProtocol, LineSettings, Received
from drivers.protocols.base.reports import FrameRejected
from drivers.protocols.base.usb_shape import FEATURE_REPORT, HID, UsbShape
from drivers.protocols.buttons.protocol import ButtonProtocol

READ: Final = 0x64
WRITE: Final = 0x65
SET_PINS: Final = 12
SHAPE: Final = UsbShape(
    interface_class=HID, reads=None, report_length=8, polled_report=FEATURE_REPORT | READ,
    writes=FEATURE_REPORT | WRITE, ids=frozenset(((0x0FC5, 0xB080),)),
)  # fmt: skip


class Delcom(ButtonProtocol):
    """The switch, and the lamp on pins `lamp_pins` of port 1 (a bit each)."""

    def __init__(self, *, lamp_pins: int = 0x01) -> None:
        super().__init__()
        if not 1 <= lamp_pins <= 0xFF:
            raise ValueError(f"expected pins of port 1 as bits from 1 to 255, got {lamp_pins}")
        self._pins = lamp_pins

    def feed(self, data: bytes, at: float) -> list[Received]:
        port = data[1:2] if data[:1] == b"%c" % READ else data[:1]
        if not port:
            self.counters.rejected += 1
            return [Received(FrameRejected("expected the report of a switch, got an empty one", ""))]
        self.counters.frames += 1
        taken = [Received(event) for event in self._latch.sample(not port[0] & 1, at)]
        if taken:  # It is polled fifty times a second: only what changed is worth keeping.
            self.trace(data, taken)
        return taken

    def lamp(self, *, lit: bool) -> list[bytes]:
        low, high = (self._pins, 0) if lit else (0, self._pins)
        return [bytes((WRITE, SET_PINS, low, high, 0, 0, 0, 0))]


def _build(*, role: Role, lamp_pins: int = 1) -> DeviceProtocol:
    del role
    return Delcom(lamp_pins=lamp_pins)


DRIVER = Driver("delcom", BUTTON, LineSettings(), _build, transports=USB, usb=SHAPE)
