"""A USB host controller without hardware in a real kernel: virtual devices answer it as a USB/IP server would.

`vhci_hcd` of the kernel takes one end of a stream socket for a port of its root hub and speaks USB/IP over it (kernel
documentation, usb/usbip_protocol): it submits transfers and unlinks them, we return them. So usbcore enumerates the
device, usbhid and udev do what they do with any other, and libusb finds it in /dev/bus/usb.

    kernel: CMD_SUBMIT(seqnum, direction, endpoint, length, setup) data    us: RET_SUBMIT(seqnum, status, length) data
    kernel: CMD_UNLINK(seqnum, of)                                         us: RET_UNLINK(seqnum, status)

An IN transfer waits until the device has something to say. Closing the socket pulls the plug.
"""

import errno
import socket
import struct
import threading
import time
from collections import deque
from pathlib import Path
from typing import Final

from drivers.protocols.base.usb_shape import HID
from drivers.virtual.kernel.usb_device import BULK, GET_DESCRIPTOR, VirtualUsbDevice

CONTROLLER: Final = Path("/sys/devices/platform/vhci_hcd.0")
FREE: Final = "004"
"""VDEV_ST_NULL in the column `sta` of `status`."""
FREED_S: Final = 10.0
FULL_SPEED: Final = 2
HIGH_SPEED: Final = 3
CMD_SUBMIT, CMD_UNLINK, RET_SUBMIT, RET_UNLINK = 1, 2, 3, 4
HEAD: Final = struct.Struct(">5I")
"""Command, seqnum, device, direction (1 is IN), endpoint."""
SUBMIT: Final = struct.Struct(">Ii3i8s")
"""Flags, length, start frame, number of packets, interval, setup."""
RETURN: Final = struct.Struct(">5i8x")
"""Status, length, start frame, number of packets, errors."""
UNLINK: Final = struct.Struct(">I24x")
UNLINKED: Final = struct.Struct(">i24x")
IN: Final = 1

DEVICE: Final = 1
CONFIGURATION: Final = 2
REPORT: Final = 0x22
"""Kinds of descriptors."""
KEYBOARD_REPORT: Final = bytes.fromhex(
    "05010906a101"  # a keyboard:
    "050719e029e71500250175019508 8102"  # eight shift keys, a bit each
    "95017508 8101"  # a byte of nothing
    "050719002973150025739506 7508 8100"  # six keys by their usage
    "c0"
)
_NO_LENGTH: Final = bytes((9, 0x21, 0x11, 0x01, 0, 1, REPORT, 0, 0))
_LENGTH: Final = _NO_LENGTH[:-2] + struct.pack("<H", len(KEYBOARD_REPORT))
"""The virtual keyboard's HID descriptor leaves out how long its report descriptor is; usbhid wants to know."""


class VhciBus:
    """Plug and pull, each device in a port of its own; needs root and the module vhci_hcd."""

    def __init__(self) -> None:
        self._ports: dict[VirtualUsbDevice, int] = {}
        self._plugged: dict[VirtualUsbDevice, _Plugged] = {}

    def plug(self, device: VirtualUsbDevice) -> None:
        """Plug it in, always at the same port; waits until the kernel has done with its last pulling."""
        port = self._ports.setdefault(device, len(self._ports))
        until = time.monotonic() + FREED_S
        while _state(port) != FREE:
            if time.monotonic() > until:
                raise TimeoutError(f"expected port {port} to be free within {FREED_S:g} s, its state is {_state(port)}")
            time.sleep(0.02)
        device.lose_power()  # What it said since it was pulled was said by nobody.
        ours, kernels = socket.socketpair()
        speed = HIGH_SPEED if any(kind == BULK for _, kind in device.endpoints) else FULL_SPEED
        self._plugged[device] = _Plugged(device, ours)
        (CONTROLLER / "attach").write_text(f"{port} {kernels.fileno()} {port + 1} {speed}")
        kernels.close()

    def pull(self, device: VirtualUsbDevice) -> None:
        """Pull the plug."""
        self._plugged.pop(device).close()
        device.lose_power()


def _state(port: int) -> str:
    rows = (line.split() for line in (CONTROLLER / "status").read_text().splitlines()[1:])
    return next(row[2] for row in rows if row[0] == "hs" and int(row[1]) == port)


class _Plugged:
    """One plugged device; a thread answers the kernel."""

    def __init__(self, device: VirtualUsbDevice, kernel: socket.socket) -> None:
        self._device = device
        self._kernel = kernel
        self._waiting: deque[tuple[int, int]] = deque()
        """IN transfers under way: seqnum and length."""
        self._lock = threading.RLock()
        device.on_packet = self._pump
        threading.Thread(target=self._serve, name=f"usb {device.product}", daemon=True).start()

    def close(self) -> None:
        with self._lock:
            self._device.on_packet = lambda: None
            self._kernel.shutdown(socket.SHUT_RDWR)
            self._kernel.close()

    def _serve(self) -> None:
        try:
            while True:
                command, number, _, direction, endpoint = HEAD.unpack(self._exactly(HEAD.size))
                if command == CMD_UNLINK:
                    self._unlink(number, *UNLINK.unpack(self._exactly(UNLINK.size)))
                else:
                    self._submit(number, direction, endpoint)
        except (EOFError, OSError):  # Pulled, by us or by the kernel.
            return

    def _submit(self, number: int, direction: int, endpoint: int) -> None:
        _, length, _, _, _, setup = SUBMIT.unpack(self._exactly(SUBMIT.size))
        data = self._exactly(length) if direction != IN else b""
        if endpoint == 0:
            answer = self._control(setup, data)
            if answer is None:
                self._return(number, -errno.EPIPE, 0, b"")
            else:
                self._return(number, 0, len(answer) if direction == IN else length, answer)
        elif direction == IN:
            with self._lock:
                self._waiting.append((number, length))
            self._pump()
        else:
            self._device.receive(data)
            self._return(number, 0, length, b"")

    def _control(self, setup: bytes, data: bytes) -> bytes | None:
        """What the kernel asks before anybody talks to the device; the rest is the device's."""
        _, request, value, _, length = struct.unpack("<BBHHH", setup)
        if request != GET_DESCRIPTOR or not setup[0] & 0x80:
            return self._device.control(setup, data)
        descriptors = self._device.descriptors().replace(_NO_LENGTH, _LENGTH)
        known = {DEVICE: descriptors[:18], CONFIGURATION: descriptors[18:]}
        if self._device.interface[0] == HID:
            known[REPORT] = KEYBOARD_REPORT
        found = known.get(value >> 8)
        return self._device.control(setup, data) if found is None else found[:length]

    def _unlink(self, number: int, of: int) -> None:
        with self._lock:
            found = [one for one in self._waiting if one[0] == of]
            for one in found:
                self._waiting.remove(one)
            status = -errno.ECONNRESET if found else 0
            self._kernel.sendall(HEAD.pack(RET_UNLINK, number, 0, 0, 0) + UNLINKED.pack(status))

    def _pump(self) -> None:
        """Let the device say what it has to, as far as the kernel is asking."""
        with self._lock:
            while self._waiting and (packet := self._device.take()) is not None:
                number, length = self._waiting.popleft()
                self._return(number, 0, len(packet[:length]), packet[:length])

    def _return(self, number: int, status: int, length: int, data: bytes) -> None:
        with self._lock:
            self._kernel.sendall(HEAD.pack(RET_SUBMIT, number, 0, 0, 0) + RETURN.pack(status, length, 0, 0, 0) + data)

    def _exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            if not (more := self._kernel.recv(count - len(data))):
                raise EOFError("the kernel has closed its end")
            data += more
        return data
