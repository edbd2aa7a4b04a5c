"""Virtual USB devices: their descriptors, and how they answer requests and reports. `usb_bed` plugs them in.

Each is the device whose driver names it, and does what its source says (see the driver's module). Methods are
called from the bed's thread and from the test's, which share a queue of packets and nothing else that has parts.
"""

import asyncio
import struct
from collections import deque
from collections.abc import Callable
from typing import ClassVar, Final

from drivers.protocols.base.keys import HID_USAGES
from drivers.protocols.base.usb_shape import FEATURE_REPORT, HID, KEYBOARD, VENDOR
from drivers.protocols.buttons.delcom import READ, SET_PINS, WRITE
from drivers.protocols.keyboards import xkeys

GET_DESCRIPTOR: Final = 0x06
GET_REPORT: Final = 0x01
SET_REPORT: Final = 0x09
BULK: Final = 2
INTERRUPT: Final = 3
LANGUAGE: Final = 0x0409


class VirtualUsbDevice:
    """Base: one configuration, one interface; `endpoints` are address and kind (2 bulk, 3 interrupt)."""

    ids: ClassVar[tuple[int, int]]
    product: ClassVar[str] = ""
    interface: ClassVar[tuple[int, int, int]] = (HID, 0, 0)
    endpoints: ClassVar[tuple[tuple[int, int], ...]] = ((0x81, INTERRUPT),)
    packet: ClassVar[int] = 64
    kernel_driver: ClassVar[str | None] = None

    def __init__(self, *, serial: str = "") -> None:
        self.serial = serial
        self.detached = False
        """Whether the kernel's driver was put off its interface."""
        self.on_packet: Callable[[], None] = lambda: None
        """Set by the bed: something can be read."""
        self._packets: deque[bytes] = deque()

    def send(self, packet: bytes) -> None:
        """Have a packet read from the IN endpoint."""
        self._packets.append(packet)
        self.on_packet()

    def take(self) -> bytes | None:
        """The next packet for the host; None while there is none."""
        return self._packets.popleft() if self._packets else None

    def lose_power(self) -> None:
        """The plug was pulled: what it had still to send is lost."""
        self._packets.clear()

    def receive(self, data: bytes) -> None:
        """A packet on the OUT endpoint."""

    def get_report(self, report: int) -> bytes | None:
        """The answer to GET_REPORT; None is a stall."""
        del report
        return None

    def set_report(self, report: int, data: bytes) -> bool:
        """SET_REPORT; false is a stall."""
        del report, data
        return False

    def descriptors(self) -> bytes:
        """Device and configuration descriptor as sysfs shows them."""
        vendor, product = self.ids
        serial_index = 3 if self.serial else 0
        device = struct.pack(
            "<BBHBBBBHHHBBBB", 18, 1, 0x0200, 0, 0, 0, 64, vendor, product, 0x0100, 1, 2, serial_index, 1
        )
        interface = struct.pack("<BBBBBBBBB", 9, 4, 0, 0, len(self.endpoints), *self.interface, 0)
        hid = struct.pack("<BBHBBBH", 9, 0x21, 0x0111, 0, 1, 0x22, 0) if self.interface[0] == HID else b""
        ends = b"".join(struct.pack("<BBBBHB", 7, 5, address, kind, self.packet, 1) for address, kind in self.endpoints)
        body = interface + hid + ends
        return device + struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), 1, 1, 0, 0x80, 50) + body

    def control(self, setup: bytes, data: bytes) -> bytes | None:
        """A control transfer: what goes back, empty for one that only writes; None is a stall."""
        kind, request, value, _, length = struct.unpack("<BBHHH", setup)
        if kind == 0x80 and request == GET_DESCRIPTOR and value >> 8 == 3:
            return self._string(value & 0xFF)[:length]
        if kind == 0xA1 and request == GET_REPORT:
            report = self.get_report(value)
            return None if report is None else report[:length]
        if kind == 0x21 and request == SET_REPORT:
            return b"" if self.set_report(value, data) else None
        return b"" if kind & 0x80 == 0 else None

    def _string(self, index: int) -> bytes:
        text = {1: "virtual", 2: self.product, 3: self.serial}.get(index, "")
        body = struct.pack("<H", LANGUAGE) if index == 0 else text.encode("utf-16-le")
        return bytes((2 + len(body), 3)) + body


class VirtualXkeys(VirtualUsbDevice):
    """An XK-24: keys as bits, GenerateData, version, the backlights in `lit`."""

    ids = (0x05F3, 0x0405)
    product = "XK-24 HID"
    endpoints = ((0x81, INTERRUPT), (0x02, INTERRUPT))
    packet = 36

    def __init__(self, *, serial: str = "") -> None:
        super().__init__(serial=serial)
        self.lit: dict[int, bool] = {}
        self.mute = False
        """It takes GenerateData and sends nothing: another program's report format."""
        self._pressed = 0

    def press(self, number: int) -> None:
        self._pressed |= 1 << number
        self.send(self._state(0))

    def release(self, number: int) -> None:
        self._pressed &= ~(1 << number)
        self.send(self._state(0))

    def receive(self, data: bytes) -> None:
        if data[0] == xkeys.GENERATE_DATA and not self.mute:
            self.send(self._state(2))
        elif data[0] == xkeys.VERSION and not self.mute:
            self.send(bytes((0, xkeys.VERSION, 0, 0, 0, 0, 0, 0, 0, 0, 31)).ljust(self.packet, b"\x00"))
        elif data[0] == xkeys.BACKLIGHT:
            self.lit[data[1]] = bool(data[2])

    def _state(self, flags: int) -> bytes:
        return (bytes((1, flags)) + self._pressed.to_bytes(4, "little")).ljust(self.packet, b"\x00")


class VirtualDelcom(VirtualUsbDevice):
    """The switch in a feature report; `lit` is its lamp."""

    ids = (0x0FC5, 0xB080)
    product = "USB FS IO"
    packet = 8

    def __init__(self, *, serial: str = "") -> None:
        super().__init__(serial=serial)
        self.down = False
        self.lit = False

    def get_report(self, report: int) -> bytes | None:
        if report != FEATURE_REPORT | READ:
            return None
        return bytes((0xFE if self.down else 0xFF, 0xFF, 0, 0, 0, 0, 0, 0))

    def set_report(self, report: int, data: bytes) -> bool:
        if report != FEATURE_REPORT | WRITE or data[:2] != bytes((WRITE, SET_PINS)):
            return False
        self.lit = bool(data[2]) or (self.lit and not data[3])
        return True


class VirtualUsbButton(VirtualUsbDevice):
    """Ultimarc's button: a boot keyboard with one key, and a lamp whose `colour` is red, green and blue."""

    ids = (0xD209, 0x1200)
    product = "USB Button"
    interface = (HID, 1, KEYBOARD)
    packet = 8
    kernel_driver = "usbhid"

    def __init__(self, *, serial: str = "", key: str = "KEY_1", tells_state: bool = True) -> None:
        super().__init__(serial=serial)
        self.colour = (0, 0, 0)
        self._usage = HID_USAGES[key]
        self._tells_state = tells_state
        self._down = False

    def press(self) -> None:
        self._down = True
        self.send(self._report())

    def release(self) -> None:
        self._down = False
        self.send(self._report())

    def get_report(self, report: int) -> bytes | None:
        return self._report() if self._tells_state and report == 0x0100 else None

    def set_report(self, report: int, data: bytes) -> bool:
        if report != 0x0200 or len(data) != 4 or data[0] != 1:
            return False
        self.colour = (data[1], data[2], data[3])
        return True

    def _report(self) -> bytes:
        return bytes((0, 0, self._usage if self._down else 0, 0, 0, 0, 0, 0))


class VirtualBulkDevice(VirtualUsbDevice):
    """A vendor's interface with bulk endpoints as a line for a twin: the same `plug_in`, `read` and `write` as a pty.

    `on_plug` and `on_unplug` are set by who puts it into a bed. What is sent while it is out of it, or while more waits
    than its memory holds, is lost.
    """

    ids = (0x1209, 0x7453)
    product = "card shoe"
    interface = (VENDOR, 0, 0)
    endpoints = ((0x81, BULK), (0x02, BULK))
    packet = 512
    held: ClassVar[int] = 8
    """Packets that its memory holds until the host takes them."""

    def __init__(self, *, serial: str = "") -> None:
        super().__init__(serial=serial)
        self.on_plug: Callable[[], None] = lambda: None
        self.on_unplug: Callable[[], None] = lambda: None
        self._heard: asyncio.Queue[bytes] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop | None = None

    def plug_in(self) -> None:
        """Plug in; does nothing when it is."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self.on_plug()

    def unplug(self) -> None:
        """Pull the plug; does nothing when it is pulled."""
        if self._loop is not None:
            self._loop = None
            self.on_unplug()

    async def read(self) -> bytes:
        """The next bytes from the host."""
        return await self._heard.get()

    async def write(self, data: bytes) -> None:
        """Send bytes to the host in packets."""
        if self._loop is not None and len(self._packets) < self.held:
            for index in range(0, len(data), self.packet):
                self.send(data[index : index + self.packet])

    def receive(self, data: bytes) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._heard.put_nowait, data)
