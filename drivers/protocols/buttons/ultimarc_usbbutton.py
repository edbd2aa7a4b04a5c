"""`ultimarc_usbbutton`: Ultimarc's lit push button (D209:1200) as the jackpot button.

The press comes as a key of a boot keyboard: eight bytes, of which byte 0 holds the shift keys and bytes 2 to 7 the
usages that are down (HID 1.11, appendix B). Which key it sends is programmed into the button (`key`). The keyboard is
taken from the kernel, so nothing is typed anywhere. The lamp is SET_REPORT 0200h with four bytes: 01 red green blue.

Source: katie-snow/Ultimarc-linux (20b8c56), `usbbutton.*`. The state at opening is asked for with GET_REPORT; a button
that does not answer that is known from its first release on.
"""

from typing import Final

from drivers.protocols.base.driver import BUTTON, USB, Driver, Role
from drivers.protocols.base.keys import HID_USAGES
from drivers.protocols.base.protocol import DeviceProtocol, LineSettings, Received
from drivers.protocols.base.reports import FrameRejected
from drivers.protocols.base.usb_shape import HID, INPUT_REPORT, KEYBOARD, OUTPUT_REPORT, UsbShape
from drivers.protocols.buttons.protocol import ButtonProtocol

SHAPE: Final = UsbShape(
    interface_class=HID, interface_protocol=KEYBOARD, report_length=8, state_report=INPUT_REPORT,
    writes=OUTPUT_REPORT, ids=frozenset(((0xD209, 0x1200),)),
)  # fmt: skip
REPORT: Final = 8
WHITE: Final = (255, 255, 255)
ROLLOVER: Final = 1
"""In all places: more keys are down than the report can hold."""


class UltimarcUsbButton(ButtonProtocol):
    """The button; `colour` is what it shows when lit: red, green and blue from 0 to 255."""

    def __init__(self, *, key: str = "KEY_1", colour: tuple[int, ...] = WHITE) -> None:
        super().__init__()
        if key not in HID_USAGES:
            raise ValueError(f"expected the name of a key as in KEY_1 or KEY_ENTER, got {key!r}")
        if len(colour) != 3 or not all(0 <= part <= 255 for part in colour):
            raise ValueError(f"expected red, green and blue from 0 to 255, got {colour}")
        self._usage = HID_USAGES[key]
        self._colour = bytes(colour)

    def feed(self, data: bytes, at: float) -> list[Received]:
        if len(data) != REPORT:
            self.counters.rejected += 1
            shown = data[:16].hex().upper()
            return [Received(FrameRejected(f"expected a keyboard's report of {REPORT} bytes, got {len(data)}", shown))]
        self.counters.frames += 1
        if data[2] == ROLLOVER:
            return []
        taken = [Received(event) for event in self._latch.sample(self._usage in data[2:], at)]
        self.trace(data, taken)
        return taken

    def lamp(self, *, lit: bool) -> list[bytes]:
        return [b"\x01" + (self._colour if lit else bytes(3))]


def _build(*, role: Role, key: str = "KEY_1", colour: list[int] | None = None) -> DeviceProtocol:
    del role
    return UltimarcUsbButton(key=key, colour=WHITE if colour is None else tuple(colour))


DRIVER = Driver("ultimarc_usbbutton", BUTTON, LineSettings(), _build, transports=USB, usb=SHAPE)
