"""No call that can wait is made in the loop's thread: Python's own audit hooks see them, not a clock.

Opening, sleeping, connecting, locking, ioctls: whichever link, through opening, talking, unplugging and closing. What
the twins do in the same loop does not count; they are no part of the daemon.
"""

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final

import pytest

from controller.core.effects import SetButton
from drivers.devices.device import Device
from drivers.devices.outage import Outage
from drivers.links.gpio_link import GpioLink
from drivers.links.input_link import InputLink
from drivers.links.link import Link
from drivers.links.modem_link import ModemLink
from drivers.links.serial_link import SerialLink
from drivers.links.usb_identity import UsbIdentity
from drivers.protocols.base.protocol import DeviceProtocol, LineSettings
from drivers.protocols.base.reports import DeviceConnected, DeviceLost
from drivers.protocols.buttons.gpio import Gpio
from drivers.protocols.buttons.modem_line import ModemLine
from drivers.protocols.framed.host import Framed
from drivers.protocols.keyboards.evdev import EvdevButton
from drivers.virtual.framed.button import VirtualButton
from drivers.virtual.kernel.gpio_chip import VirtualGpioChip
from drivers.virtual.kernel.input_device import VirtualInput
from drivers.virtual.kernel.modem_lines import VirtualModemLines
from drivers.virtual.pty_port import PtyPort
from tests.drivers.table import Record, Twin, running

BLOCKING: Final = (
    "open",
    "time.sleep",
    "socket.connect",
    "socket.getaddrinfo",
    "os.listdir",
    "os.scandir",
    "subprocess.Popen",
)
LINKS: Final = str(Path("drivers") / "links")


class Watcher:
    """Collects what the links call in one thread; the hook itself cannot be taken out again, so it is switched."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.thread: int | None = None
        sys.addaudithook(self._hook)

    def _hook(self, event: str, args: tuple[Any, ...]) -> None:
        if threading.get_ident() != self.thread or not (event in BLOCKING or event.startswith("fcntl.")):
            return
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and LINKS not in frame.f_code.co_filename:
            if str(Path("drivers") / "virtual") in frame.f_code.co_filename:
                return
            frame = frame.f_back
        if frame is not None:
            self.calls.append(f"{event}{args[:1]} in {frame.f_code.co_name}")


WATCHER: Final = Watcher()


@contextmanager
def watched() -> Iterator[list[str]]:
    """The blocking calls of the links in this thread during the block."""
    WATCHER.calls, WATCHER.thread = [], threading.get_ident()
    try:
        yield WATCHER.calls
    finally:
        WATCHER.thread = None


class Idle:
    """Nothing to run for a twin that has no task of its own."""

    async def run(self) -> None:
        await asyncio.Event().wait()


def serial(folder: Path) -> tuple[Link, DeviceProtocol, Twin, Callable[[], None], Callable[[], None]]:
    """A pty with a framed button."""
    port = PtyPort(folder / "button")
    return SerialLink(str(port.path), LineSettings()), Framed("button"), VirtualButton(port), port.unplug, port.plug_in


def keys(folder: Path) -> tuple[Link, DeviceProtocol, Twin, Callable[[], None], Callable[[], None]]:
    """An input device."""
    twin = VirtualInput(folder / "event3")
    link = InputLink(UsbIdentity(1, 2), find=lambda _: str(twin.path), ioctl=twin.ioctl)
    return link, EvdevButton(key="KEY_1"), Idle(), twin.pull, twin.plug_in


def modem(folder: Path) -> tuple[Link, DeviceProtocol, Twin, Callable[[], None], Callable[[], None]]:
    """Modem lines."""
    lines = VirtualModemLines()
    link = ModemLink(str(folder), lines=lambda _: lines)
    return link, ModemLine(), Idle(), lines.pull, lambda: setattr(lines, "plugged", True)


def gpio(folder: Path) -> tuple[Link, DeviceProtocol, Twin, Callable[[], None], Callable[[], None]]:
    """A GPIO chip."""
    del folder
    chip = VirtualGpioChip()
    link = GpioLink("gpio:/dev/gpiochip0:17:27", library=lambda: chip)
    return link, Gpio(), Idle(), chip.pull_plug, lambda: setattr(chip, "plugged", True)


@pytest.mark.parametrize("make", [serial, keys, modem, gpio], ids=lambda make: make.__name__)
async def test_no_link_blocks_the_loop(tmp_path: Path, make: Callable[[Path], Any]) -> None:
    """Opened, spoken to, pulled, opened again, closed."""
    link, protocol, twin, pull, put_back = make(tmp_path)
    record = Record()
    device = Device(
        "button", driver="test", role="button", link=link, protocol=protocol, on_events=record.commit,
        outage=Outage(first_s=0.01, cap_s=0.02),
    )  # fmt: skip
    with watched() as calls:
        async with running(twin, device):
            await record.until(lambda r: bool(r.of(DeviceConnected)))
            if make is not keys:
                assert await device.send(SetButton(lit=True))
            pull()
            await record.until(lambda r: bool(r.of(DeviceLost)))
            put_back()
            await record.until(lambda r: len(r.of(DeviceConnected)) == 2)
    assert calls == []
    pull()  # What waits for a line to change waits no longer.


async def test_the_hook_sees_a_blocking_call(tmp_path: Path) -> None:
    """A link that opens its port in the loop's thread is found."""

    class Careless(SerialLink):
        async def open(self) -> None:
            self._open()

    with watched() as calls, pytest.raises(OSError, match="No such file"):
        await Careless(str(tmp_path / "none"), LineSettings()).open()
    assert calls
    assert calls[0].startswith("open")
