"""A USB bus without hardware: devices of `usb_device` in umockdev's test bed, seen by the real libusb.

The program must run under `umockdev-wrapper` (Debian package umockdev): it puts a sysfs and a /dev of the bed before
the system's and sends ioctls of usbfs here, to `handle-ioctl` of one handler for each device, in a thread of the bed.
Emulated of usbfs (usbdevice_fs.h): capabilities, claim and release, the kernel's driver and its detaching, URBs of
control, interrupt and bulk transfers with submit, reap and discard, and ENODEV once the device is pulled.

libusb's poll finds the bed's files always ready, so an empty reap is answered only after `REAP_WAIT_S`: otherwise a
waiting reader would spin. It waits beside the bed's thread, so that no device waits for another. umockdev is called
through ctypes (`umockdev`).

Programs started from here while a bed exists see it, too, when they run under the wrapper: the daemon, for one.
"""

import ctypes
import errno
import os
import queue
import struct
import threading
import time
from collections.abc import Callable, Mapping
from ctypes import POINTER, c_ulong
from pathlib import Path
from typing import Any, Final

from drivers.virtual.kernel.umockdev import HANDLER, Library, get, put, resolved
from drivers.virtual.kernel.usb_device import VirtualUsbDevice

REAP_WAIT_S: Final = 0.004

_GETDRIVER, _SUBMIT, _DISCARD, _REAP, _REAP_NOW = 8, 10, 11, 12, 13
_CLAIM, _RELEASE, _IOCTL, _RESET, _CLEAR_HALT, _CAPABILITIES, _DISCONNECT_CLAIM = 15, 16, 18, 20, 21, 26, 27
_SET_CONFIGURATION: Final = 5
_DISCONNECT: Final = 22
_CONNECT: Final = 23
_CAPS: Final = 0x01 | 0x02 | 0x04 | 0x08 | 0x10
"""Zero packet, bulk continuation, no packet size limit, scatter-gather, reap after disconnect."""
_URB: Final = struct.Struct("@BBiIPiiiiIIP")
_CONTROL, _INTERRUPT, _BULK = 2, 1, 3
_DRIVER_BYTES: Final = 256


class UsbBed:
    """One bus; `plug` and `pull` devices by their port as in `1-2`."""

    def __init__(self) -> None:
        self._library = Library()
        self._bed = self._library.new()
        self.root = Path(os.fsdecode(self._library.root(self._bed)))
        """The folder that is `/` before the system's."""
        os.environ["UMOCKDEV_DIR"] = str(self.root)
        self._plugged: dict[str, _Plugged] = {}
        self._past: list[_Plugged] = []
        """Pulled ones: libusb may still have them open, and their callbacks must live as long."""
        self._nodes: list[_Node] = []
        self._late = _Late()
        self._number = 1
        self.add("P: /devices/usb1\nE: SUBSYSTEM=usb\nE: DEVTYPE=usb_device\n")

    def plug(self, device: VirtualUsbDevice, port: str = "1-2") -> None:
        """Plug a device in at a port; it gets a new number, as on a real bus."""
        self._number += 1
        plugged = _Plugged(
            self._library, self._late, device, f"/dev/bus/usb/001/{self._number:03d}", f"/sys/devices/usb1/{port}"
        )
        self._library.attach(self._bed, plugged.node.encode(), plugged.handler, None)
        vendor, product = device.ids
        entry = (
            f"P: /devices/usb1/{port}\nN: {plugged.node.removeprefix('/dev/')}\n"
            f"E: SUBSYSTEM=usb\nE: DRIVER=usb\nE: DEVTYPE=usb_device\nE: BUSNUM=001\nE: DEVNUM={self._number:03d}\n"
            f"E: DEVNAME={plugged.node}\n"
            f"A: busnum=1\\n\nA: devnum={self._number}\\n\nA: bConfigurationValue=1\\n\nA: speed=12\\n\n"
            f"A: idVendor={vendor:04x}\\n\nA: idProduct={product:04x}\\n\nA: product={device.product}\\n\n"
            f"{f'A: serial={device.serial}{chr(92)}n{chr(10)}' if device.serial else ''}"
            f"H: descriptors={device.descriptors().hex().upper()}\n"
        )
        self.add(entry)
        self._plugged[port] = plugged

    def pull(self, port: str = "1-2") -> None:
        """Pull the plug: everything under way fails with ENODEV, and the device is gone from sysfs."""
        plugged = self._plugged.pop(port)
        plugged.gone.set()
        plugged.device.lose_power()
        self._past.append(plugged)
        self.remove(plugged.path)
        self._library.detach(self._bed, plugged.node.encode(), None)

    def add(self, entry: str) -> None:
        """Put a device into sysfs, described as umockdev does it: lines of P, N, E, A, H and L."""
        if not self._library.add(self._bed, f"{entry}\n".encode(), None):
            raise RuntimeError(f"umockdev did not take the device:\n{entry}")

    def remove(self, path: str) -> None:
        """Take a device out of sysfs, those behind it first."""
        self._library.uevent(self._bed, path.encode(), b"remove")
        self._library.remove(self._bed, path.encode())

    def answer(self, node: str, ioctl: "Ioctl", *, sizes: Mapping[int, int]) -> None:
        """Have `ioctl` answer for a node of /dev, from now on, however often the node comes and goes.

        `sizes` are the requests that point to memory, with its bytes. Called in the bed's thread.
        """
        answering = _Node(self._library, ioctl, sizes)
        self._nodes.append(answering)
        self._library.attach(self._bed, node.encode(), answering.handler, None)


Ioctl = Callable[[int, bytes], bytes]
"""Request and the memory that it points to, and what is to be there. Raises OSError."""


class _Node:
    """Who answers the ioctls of a node that is no USB device."""

    def __init__(self, library: Library, ioctl: Ioctl, sizes: Mapping[int, int]) -> None:
        self._library = library
        self._ioctl = ioctl
        self._sizes = sizes
        self._callback = HANDLER(self._handle)
        self.handler = library.handler()
        library.connect(self.handler, b"handle-ioctl", self._callback, None, None, 0)

    def _handle(self, _handler: int, client: int, _user: int) -> int:
        request = self._library.request(client)
        size = self._sizes.get(request, 0)
        try:
            data = resolved(self._library, self._library.argument(client), 0, size) if size else None
            answer = self._ioctl(request, get(data) if data is not None else b"")
            if data is not None:
                put(data, 0, answer)
        except OSError as error:
            self._library.complete(client, -1, error.errno or errno.EIO)
        else:
            self._library.complete(client, 0, 0)
        return 1


class _Late:
    """Does things `REAP_WAIT_S` later, in a thread of its own."""

    def __init__(self) -> None:
        self._due: queue.SimpleQueue[tuple[float, Callable[[], None]]] = queue.SimpleQueue()
        threading.Thread(target=self._run, name="usb bed", daemon=True).start()

    def do(self, what: Callable[[], None]) -> None:
        """Have it done."""
        self._due.put((time.monotonic() + REAP_WAIT_S, what))

    def _run(self) -> None:
        while True:
            at, what = self._due.get()
            time.sleep(max(0.0, at - time.monotonic()))
            what()


class _Plugged:
    """A device on the bus and its open files."""

    def __init__(self, library: Library, late: "_Late", device: VirtualUsbDevice, node: str, path: str) -> None:
        self.node = node
        self.path = path
        self.gone = threading.Event()
        self._library = library
        self._late = late
        self.device = device
        device.on_packet = self._answer_reaps
        self._lock = threading.RLock()
        self._reaps: list[tuple[int, Any]] = []
        """Reaps that wait: the client and where it wants its URB."""
        self._answering = False
        self._flying: list[Any] = []
        self._discarded: list[Any] = []
        self._callback = HANDLER(self._handle)
        self.handler = library.handler()
        library.connect(self.handler, b"handle-ioctl", self._callback, None, None, 0)

    def _handle(self, _handler: int, client: int, _user: int) -> int:
        request = self._library.request(client)
        if request >> 8 & 0xFF != ord("U"):
            return 0
        number, argument = request & 0xFF, self._library.argument(client)
        with self._lock:
            try:
                if number in (_REAP, _REAP_NOW):
                    self._reap(client, argument)
                else:
                    self._library.complete(client, self._serve(number, argument), 0)
            except OSError as error:
                self._library.complete(client, -1, error.errno or errno.EIO)
        return 1

    def _serve(self, number: int, argument: Any) -> int:
        """Carry out a request of usbfs: its result. Raises OSError."""
        if self.gone.is_set() and number not in (_DISCARD, _RELEASE):
            raise OSError(errno.ENODEV, "pulled")
        match number:
            case 26:
                put(self._resolved(argument, 0, 4), 0, struct.pack("I", _CAPS))
            case 8:
                if self.device.kernel_driver is None or self.device.detached:
                    raise OSError(errno.ENODATA, "no driver")
            case 18:
                self._driver_request(self._resolved(argument, 0, 16))
            case 10:
                self._submit(argument)
            case 11:
                self._discard(argument)
            case 5 | 15 | 16 | 20 | 21 | 27:
                pass
            case _:
                raise OSError(errno.ENOTTY, "not emulated")
        return 0

    def _driver_request(self, data: Any) -> None:
        code = struct.unpack_from("ii", get(data))[1] & 0xFF
        if code == _DISCONNECT and (self.device.kernel_driver is None or self.device.detached):
            raise OSError(errno.ENODATA, "no driver")
        if code in (_DISCONNECT, _CONNECT):
            self.device.detached = code == _DISCONNECT

    def _submit(self, argument: Any) -> None:
        urb = self._resolved(argument, 0, _URB.size)
        length = _URB.unpack(get(urb))[5]
        buffer = self._resolved(urb, 16, length) if length else None
        self._library.ref(urb)
        self._flying.append((urb, buffer))

    def _discard(self, argument: Any) -> None:
        address = ctypes.cast(argument.contents.data, POINTER(c_ulong))[0]
        for flying in self._flying:
            if flying[0].contents.client_addr == address:
                self._flying.remove(flying)
                self._discarded.append(flying)
                return
        raise OSError(errno.EINVAL, "not under way")

    def _reap(self, client: int, argument: Any) -> None:
        self._reaps.append((client, self._resolved(argument, 0, 8)))
        self._library.ref(client)
        self._answer_reaps()
        if self._reaps:
            self._late.do(self._give_up_reaps)

    def _answer_reaps(self) -> None:
        """Give what has ended to those that wait for it."""
        with self._lock:
            if self._answering:  # A transfer to the device made it send something.
                return
            self._answering = True
            while self._reaps and (done := self._done()) is not None:
                (urb, _), status, length = done
                client, place = self._reaps.pop(0)
                put(urb, 4, struct.pack("i", status))
                put(urb, 28, struct.pack("i", length))
                self._library.set_ptr(place, 0, urb)
                self._complete(client, 0, 0)
            self._answering = False

    def _give_up_reaps(self) -> None:
        with self._lock:
            self._answer_reaps()
            for client, _ in self._reaps:
                self._complete(client, -1, errno.ENODEV if self.gone.is_set() else errno.EAGAIN)
            self._reaps.clear()

    def _complete(self, client: int, result: int, error: int) -> None:
        self._library.complete(client, result, error)
        self._library.unref(client)

    def _done(self) -> tuple[Any, int, int] | None:
        """A transfer that has ended: with its status and how many bytes it moved."""
        if self._discarded:
            return self._discarded.pop(0), -errno.ENOENT, 0
        for flying in self._flying:
            if self.gone.is_set():
                self._flying.remove(flying)
                return flying, -errno.ENODEV, 0
            moved = self._move(*flying)
            if moved is not None:
                self._flying.remove(flying)
                return flying, min(moved, 0), max(moved, 0)
        return None

    def _move(self, urb: Any, buffer: Any) -> int | None:
        """Carry out a transfer: bytes moved, a negative error, or None while the device has nothing to send."""
        kind, endpoint, *_ = _URB.unpack(get(urb))
        if kind == _CONTROL:
            data = get(buffer)
            answer = self.device.control(data[:8], data[8:])
            if answer is None:
                return -errno.EPIPE
            put(buffer, 8, answer)
            return len(answer) if data[0] & 0x80 else len(data) - 8
        if endpoint & 0x80:
            packet = self.device.take()
            if packet is None:
                return None
            put(buffer, 0, packet)
            return len(packet)
        data = get(buffer) if buffer is not None else b""
        self.device.receive(data)
        return len(data)

    def _resolved(self, data: Any, offset: int, length: int) -> Any:
        return resolved(self._library, data, offset, length)
