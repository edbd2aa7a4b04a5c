"""A USB device through pyusb on libusb: one interface, one reader thread, reports in and out as its shape describes.

Every opening makes a context of libusb of its own and gives it back when closed, with handle and interface: a context
that lives on knows only the devices it has seen (pyusb #405), and what is not given back runs out (#89, #220). The
kernel's driver is put off the interface, so that a keyboard types nowhere else, and comes back at closing.
"""

import contextlib
import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Final

import usb.core
import usb.util
from usb.backend import libusb1

from drivers.links.link import LinkGone
from drivers.links.thread_link import ThreadLink
from drivers.links.thread_port import POLL_S
from drivers.links.usb_identity import SYS, UsbDevice, UsbIdentity, look_up
from drivers.protocols.base.usb_shape import OUTPUT_REPORT, UsbShape

POLL_MS: Final = round(POLL_S * 1000)
WRITE_MS: Final = 1000
CONTROL_MS: Final = 500
GET_REPORT: Final = 0x01
SET_REPORT: Final = 0x09
CLASS_IN: Final = 0xA1
CLASS_OUT: Final = 0x21
"""bmRequestType: class request to or from an interface."""
_KINDS: Final = {"bulk": usb.util.ENDPOINT_TYPE_BULK, "interrupt": usb.util.ENDPOINT_TYPE_INTR}


def libusb() -> Any:
    """A new context of libusb: pyusb itself keeps one for all. Raises LinkGone where the library is not installed."""
    shared = libusb1.get_backend()
    if shared is None:
        raise LinkGone("libusb is not installed (Debian: libusb-1.0-0)")
    return type(shared)(shared.lib)


class UsbLink(ThreadLink):
    """A link to the interface of one device; `backend` and `sys` are for tests."""

    def __init__(
        self,
        identity: UsbIdentity,
        shape: UsbShape,
        *,
        others: Collection[UsbIdentity] = (),
        backend: Callable[[], Any] = libusb,
        sys: Path = SYS,
    ) -> None:
        super().__init__(f"usb:{identity}")
        self._identity = identity
        self._shape = shape
        self._others = others
        self._backend = backend
        self._sys = sys

    def connect(self) -> "UsbConnection":
        found = look_up(self._identity, self._sys, others=self._others)
        backend = self._backend()
        device = usb.core.find(backend=backend, custom_match=lambda one: _port_of(one) == found.port)
        if device is None:
            backend.finalize()
            raise LinkGone(f"libusb does not see {found}")
        connection = UsbConnection(device, backend, self._shape, found)
        try:
            connection.claim()
        except BaseException:
            connection.close()
            raise
        return connection


class UsbConnection:
    """A claimed interface. All of it blocks."""

    def __init__(self, device: Any, backend: Any, shape: UsbShape, found: UsbDevice) -> None:
        self._device = device
        self._backend = backend
        self._shape = shape
        self._found = found
        self._interface: int | None = None
        self._detached = False
        self._in: Any = None
        self._out: Any = None
        self._ahead: bytes | None = None
        self._polled: bytes | None = None

    def claim(self) -> None:
        """Choose the interface, put the kernel's driver off, claim it. Raises LinkGone, OSError."""
        shape = self._shape
        try:
            interface = self._choose()
            number = interface.bInterfaceNumber
            with contextlib.suppress(NotImplementedError):
                if self._device.is_kernel_driver_active(number):
                    self._device.detach_kernel_driver(number)
                    self._detached = True
            self._interface = number
            usb.util.claim_interface(self._device, number)
        except usb.core.USBError as error:
            hint = ": are the udev rules installed?" if error.errno == 13 else ""  # EACCES
            raise LinkGone(f"cannot claim {self._found}: {error.strerror}{hint}") from None
        if shape.reads is not None:
            self._in = _endpoint(interface, usb.util.ENDPOINT_IN, shape.reads)
            if self._in is None:
                raise LinkGone(f"expected an {shape.reads} IN endpoint on {self._found}, found none")
        if shape.writes == "endpoint":
            self._out = _endpoint(interface, usb.util.ENDPOINT_OUT, shape.reads or "interrupt")
        if shape.state_report is not None:
            with contextlib.suppress(usb.core.USBError):  # Not every device gives its state.
                self._ahead = self._get_report(shape.state_report)

    def read_some(self) -> bytes:
        if self._ahead is not None:
            ahead, self._ahead = self._ahead, None
            return ahead
        if self._shape.polled_report is not None:
            return self._poll(self._shape.polled_report)
        try:
            return bytes(self._in.read(self._shape.report_length, POLL_MS))
        except usb.core.USBTimeoutError:
            return b""

    def write(self, data: bytes) -> None:
        if self._out is not None:
            self._out.write(data, WRITE_MS)
        else:
            report = OUTPUT_REPORT if self._shape.writes == "endpoint" else self._shape.writes
            self._device.ctrl_transfer(CLASS_OUT, SET_REPORT, report, self._interface, data, CONTROL_MS)

    def close(self) -> None:
        device = self._device
        reference = device._ctx.dev  # noqa: SLF001 - it must not outlive the context, and pyusb leaves that to chance
        try:
            if self._interface is not None:
                with contextlib.suppress(usb.core.USBError):
                    usb.util.release_interface(device, self._interface)
                if self._detached:
                    with contextlib.suppress(usb.core.USBError, NotImplementedError):
                        device.attach_kernel_driver(self._interface)
        finally:
            device.finalize()
            reference.finalize()
            self._backend.finalize()

    def _choose(self) -> Any:
        shape = self._shape
        for interface in self._device.get_active_configuration():
            if interface.bInterfaceClass == shape.interface_class and shape.interface_protocol in (
                None,
                interface.bInterfaceProtocol,
            ):
                return interface
        raise LinkGone(f"expected an interface of class {shape.interface_class:02X} on {self._found}, found none")

    def _poll(self, report: int) -> bytes:
        """A polled report when it has changed; an unchanged one is worth waking nobody."""
        until = time.monotonic() + POLL_S
        while time.monotonic() < until:
            data = self._get_report(report)
            if data != self._polled:
                self._polled = data
                return data
            time.sleep(self._shape.poll_s)
        return b""

    def _get_report(self, report: int) -> bytes:
        length = self._shape.report_length
        return bytes(self._device.ctrl_transfer(CLASS_IN, GET_REPORT, report, self._interface, length, CONTROL_MS))


def _endpoint(interface: Any, direction: int, kind: str) -> Any:
    return usb.util.find_descriptor(
        interface,
        custom_match=lambda one: (
            usb.util.endpoint_direction(one.bEndpointAddress) == direction
            and usb.util.endpoint_type(one.bmAttributes) == _KINDS[kind]
        ),
    )


def _port_of(device: Any) -> str:
    """The port as sysfs names it; libusb knows none for a root hub."""
    return f"{device.bus}-{'.'.join(map(str, device.port_numbers or ()))}"
