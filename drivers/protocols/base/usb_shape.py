"""How a USB device is read and written: which interface, which way reports come in, which way they go out.

A description only; `drivers.links.usb_link` does it. Every packet read is one `feed` of the protocol, every `Outgoing`
and every `data_to_send` one packet out. Requests are those of the HID class (Device Class Definition 1.11, 7.2).
"""

from typing import Final, Literal

from controller.core.dataclass import dataclass

HID: Final = 0x03
VENDOR: Final = 0xFF
KEYBOARD: Final = 1
"""bInterfaceProtocol of a boot keyboard."""
INPUT_REPORT: Final = 0x0100
OUTPUT_REPORT: Final = 0x0200
FEATURE_REPORT: Final = 0x0300


@dataclass(frozen=True, slots=True)
class UsbShape:
    """`interface_protocol` None takes any of the class; `reads` None reads nothing but what is polled.

    `state_report` is read once at opening, so that the level is known; `polled_report` every `poll_s` instead of an
    endpoint. `writes` "endpoint" is the OUT endpoint where there is one, else SET_REPORT; a number is the report that
    SET_REPORT names, always. `ids` are the vendor and product numbers that the maker gives, empty where any may be.
    """

    interface_class: int
    interface_protocol: int | None = None
    reads: Literal["bulk", "interrupt"] | None = "interrupt"
    report_length: int = 64
    state_report: int | None = None
    polled_report: int | None = None
    poll_s: float = 0.02
    writes: Literal["endpoint"] | int = "endpoint"
    ids: frozenset[tuple[int, int]] = frozenset()


BULK: Final = UsbShape(interface_class=VENDOR, reads="bulk", report_length=512)
"""A vendor's own interface with one bulk endpoint each way, over which `framed` runs like over a wire."""
