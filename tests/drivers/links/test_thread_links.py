"""Links that are no serial line: input devices, modem lines, GPIO; through a device, from the hand to the event."""

import asyncio
import contextlib
import gc
import threading
from pathlib import Path
from typing import Any

import pytest

from controller.core.effects import SetButton
from controller.core.events import ButtonPressed, CardDrawn
from drivers.devices.commands import DeviceGone
from drivers.devices.device import Device
from drivers.devices.outage import Outage
from drivers.links.gpio_link import GpioLink, parse
from drivers.links.input_link import InputLink
from drivers.links.link import Link, LinkGone, WrongDeviceThere
from drivers.links.modem_link import ModemLink
from drivers.links.usb_identity import UsbIdentity
from drivers.protocols.base.protocol import DeviceProtocol
from drivers.protocols.base.reports import ButtonState, DeviceConnected, DeviceLost, WrongDevice
from drivers.protocols.base.suspicions import InputLost, PressIgnored
from drivers.protocols.buttons.gpio import Gpio
from drivers.protocols.buttons.modem_line import OUTPUTS, ModemLine
from drivers.protocols.keyboards.evdev import EvdevButton
from drivers.protocols.shoes.hid_barcode import HidBarcode
from drivers.virtual.kernel.gpio_chip import VirtualGpioChip
from drivers.virtual.kernel.input_device import VirtualInput
from drivers.virtual.kernel.modem_lines import VirtualModemLines
from tests.drivers.table import Record, eventually, running

READER = UsbIdentity(0x1234, 0x5678)
UP = ButtonState(down=False)


def device(link: Link, protocol: DeviceProtocol, record: Record) -> Device:
    """A device that comes back quickly."""
    return Device(
        "button", driver="test", role="button", link=link, protocol=protocol, on_events=record.commit,
        outage=Outage(first_s=0.01, cap_s=0.02),
    )  # fmt: skip


def presses(record: Record) -> int:
    """How many presses have been committed."""
    return len(record.of(ButtonPressed))


def input_link(twin: VirtualInput) -> InputLink:
    """A link to the twin's node."""
    return InputLink(READER, find=lambda _: str(twin.path), ioctl=twin.ioctl)


async def test_key_of_a_grabbed_device(tmp_path: Path) -> None:
    """Pressed, repeated by the kernel, let go; held through a re-plug and pressed anew."""
    twin, record = VirtualInput(tmp_path / "event3"), Record()
    async with running(device(input_link(twin), EvdevButton(key="KEY_ENTER"), record)):
        await record.until(lambda r: bool(r.of(DeviceConnected)) and UP in r.events)
        assert twin.grabbed
        twin.press("KEY_ENTER")
        twin.repeat("KEY_ENTER")
        await record.until(lambda r: PressIgnored("repeated") in r.events)
        assert presses(record) == 1
        twin.pull()
        await record.until(lambda r: bool(r.of(DeviceLost)))
        twin.plug_in()
        await record.until(lambda r: len(r.of(DeviceConnected)) == 2)
        twin.repeat("KEY_ENTER")
        await record.until(lambda r: r.events.count(PressIgnored("repeated")) == 2)
        assert presses(record) == 1
        twin.release("KEY_ENTER")
        await asyncio.sleep(0.05)
        twin.press("KEY_ENTER")
        await record.until(lambda r: presses(r) == 2)
        twin.drop()
        await record.until(lambda r: InputLost() in r.events)
    twin.pull()
    assert not [target for target in open_files() if "event3" in target]


def open_files() -> list[str]:
    """What this process has open."""
    targets = []
    for fd in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            targets.append(str(fd.readlink()))
    return targets


async def test_barcodes_through_an_input_device(tmp_path: Path) -> None:
    """Two equal cards in a row are two."""
    twin, record = VirtualInput(tmp_path / "event3"), Record()
    async with running(device(input_link(twin), HidBarcode(), record)):
        await record.until(lambda r: bool(r.of(DeviceConnected)))
        twin.type("1010")
        twin.type("1010")
        await record.until(lambda r: r.events.count(CardDrawn(card="AS")) == 2)
    twin.pull()


async def test_device_that_cannot_be_grabbed_is_not_read(tmp_path: Path) -> None:
    """Another program has it: no key of it is taken."""
    twin = VirtualInput(tmp_path / "event3")

    def busy(fd: int, request: int, argument: bytes) -> bytes:
        raise OSError(16, f"busy {fd} {request} {len(argument)}")

    with pytest.raises(LinkGone, match=r"cannot open input:1234:5678: .*busy"):
        await InputLink(READER, find=lambda _: str(twin.path), ioctl=busy).open()
    twin.pull()


async def test_wrong_device_is_told_once() -> None:
    """Another device at the bound port is an alert with its name, however often it is tried."""
    tries = 0

    def find(identity: UsbIdentity) -> str:
        nonlocal tries
        tries += 1
        raise WrongDeviceThere(expected=str(identity), actual="dead:beef@1-1")

    record = Record()
    async with running(device(InputLink(READER, find=find), HidBarcode(), record)):
        await eventually(lambda: tries >= 3)
    assert record.of(WrongDevice) == [WrongDevice("1234:5678", "dead:beef@1-1", adapter=True)]


@pytest.mark.parametrize("waits", [True, False])
async def test_button_on_modem_lines(waits: bool) -> None:
    """With TIOCMIWAIT and without: a press, the lamp, a plug pulled; every thread ends."""
    lines, record = VirtualModemLines(waits=waits), Record()
    button = device(ModemLink("/dev/ttyX", lines=lambda _: lines), ModemLine(), record)
    async with running(button):
        await record.until(lambda r: bool(r.of(DeviceConnected)) and UP in r.events)
        assert await button.send(SetButton(lit=True))
        assert lines.lit
        lines.press()
        await record.until(lambda r: presses(r) == 1)
        lines.press(down=False)
        await record.until(lambda r: r.events.count(UP) == 2)
        lines.pull()
        await record.until(lambda r: bool(r.of(DeviceLost)))
        lines.plug_in()
        await record.until(lambda r: len(r.of(DeviceConnected)) == 2)
    lines.press()
    await eventually(lambda: not [t for t in threading.enumerate() if t.name == "modem lines"])


class SlowLines(VirtualModemLines):
    """Lines that take the lamp's level only when they are let."""

    def __init__(self) -> None:
        super().__init__()
        self.taking, self.may_take = threading.Event(), threading.Event()

    def set(self, outputs: int) -> None:
        if outputs & OUTPUTS["dtr"]:
            self.taking.set()
            self.may_take.wait(10)
        super().set(outputs)


async def test_plug_pulled_under_an_order_is_told_once() -> None:
    """An order without an answer whose port goes while it is written raises DeviceGone, and leaves nothing behind."""
    lines, record = SlowLines(), Record()
    button = device(ModemLink("/dev/ttyX", lines=lambda _: lines), ModemLine(), record)
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    async with running(button):
        await record.until(lambda r: bool(r.of(DeviceConnected)))
        order = asyncio.create_task(button.send(SetButton(lit=True)))
        await eventually(lines.taking.is_set)
        lines.pull()
        with pytest.raises(DeviceGone):
            await order
        lines.may_take.set()
        del order
        gc.collect()
    assert complaints == []


async def test_port_without_modem_lines(tmp_path: Path) -> None:
    """A file, or a pty, is told to have none."""
    (tmp_path / "x").touch()
    with pytest.raises(LinkGone, match="has no modem lines"):
        await ModemLink(str(tmp_path / "x")).open()


async def test_button_on_gpio() -> None:
    """Requested with pull-up and both edges; a press, the lamp, a lost edge, the chip pulled and put back."""
    chip, record = VirtualGpioChip(), Record()
    button = device(GpioLink("gpio:/dev/gpiochip0:17:27", library=lambda: chip), Gpio(), record)
    async with running(button):
        await record.until(lambda r: bool(r.of(DeviceConnected)) and UP in r.events)
        assert chip.requested[17].bias == chip.line.Bias.PULL_UP
        assert chip.requested[17].edge_detection == chip.line.Edge.BOTH
        assert await button.send(SetButton(lit=True))
        assert chip.lit(27)
        chip.pull_down(17)
        await record.until(lambda r: presses(r) == 1)
        chip.let_go(17, lost=True)
        chip.pull_down(17)
        await record.until(lambda r: InputLost() in r.events)
        assert presses(record) == 1
        chip.let_go(17)
        chip.pull_plug()
        await record.until(lambda r: bool(r.of(DeviceLost)))
        chip.plugged = True
        await record.until(lambda r: len(r.of(DeviceConnected)) == 2)
    assert chip.requested == {}


def test_gpio_port() -> None:
    """Chip, button and lamp."""
    assert parse("gpio:/dev/gpiochip0:17") == ("/dev/gpiochip0", 17, None)
    assert parse("gpio:/dev/gpiochip0:17:27") == ("/dev/gpiochip0", 17, 27)
    with pytest.raises(ValueError, match="expected a GPIO line"):
        parse("gpio:17")
