"""USB devices through pyusb and the real libusb on an emulated bus: reports, lamps, bulk, hot-plug, 100 re-plugs."""

import asyncio
import contextlib
import resource
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from controller.core.effects import SetButton
from controller.core.events import BetsOpen, ButtonPressed, CardDrawn
from drivers.devices.device import Device
from drivers.devices.outage import Outage
from drivers.links.link import LinkGone
from drivers.links.ports import make_link
from drivers.links.usb_identity import parse
from drivers.links.usb_link import UsbLink
from drivers.protocols.base.driver import Role
from drivers.protocols.base.reports import (
    ButtonState,
    DeviceConnected,
    DeviceLost,
    DeviceSilent,
    FrameRejected,
    WrongDevice,
)
from drivers.protocols.base.suspicions import PressIgnored
from drivers.protocols.base.usb_shape import BULK
from drivers.protocols.buttons.delcom import SHAPE as DELCOM
from drivers.protocols.keyboards import xkeys
from drivers.registry import find, make_protocol
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.kernel.usb_bed import UsbBed
from drivers.virtual.kernel.usb_device import (
    VirtualBulkDevice,
    VirtualDelcom,
    VirtualUsbButton,
    VirtualUsbDevice,
    VirtualXkeys,
)
from drivers.virtual.pty_port import PtyPort
from tests.drivers.table import Record, eventually, running

UP, DOWN = ButtonState(down=False), ButtonState(down=True)
REPLUGS = 100


def device(
    driver: str, port: str, record: Record, *, role: Role = "button", options: dict[str, Any] | None = None
) -> Device:
    """A device that comes back quickly."""
    return Device(
        role, driver=driver, role=role, link=make_link(find(driver), port),
        protocol=make_protocol(driver, role, options), on_events=record.commit, outage=Outage(first_s=0.01, cap_s=0.02),
    )  # fmt: skip


def connected(times: int = 1) -> Callable[[Record], bool]:
    """The device has come so often."""
    return lambda record: len(record.of(DeviceConnected)) >= times


def lost(times: int) -> Callable[[Record], bool]:
    """The device has gone so often."""
    return lambda record: len(record.of(DeviceLost)) >= times


def presses(record: Record) -> int:
    """How many presses have been committed."""
    return len(record.of(ButtonPressed))


@contextlib.contextmanager
def plugged(bed: UsbBed, twin: VirtualUsbDevice, port: str) -> Any:
    """A device at a port for as long as the block."""
    bed.plug(twin, port)
    try:
        yield
    finally:
        bed.pull(port)


async def test_xkeys(bed: UsbBed) -> None:
    """State, press, lamp over the interrupt endpoints; held through a re-plug, it presses only when pressed anew."""
    twin, record = VirtualXkeys(serial="A1"), Record()
    button = device("xkeys", "usb:05f3:0405/A1@1-1", record, options={"key": "XK3"})
    with plugged(bed, twin, "1-1"):
        async with running(button):
            await record.until(connected())
            await record.until(lambda _: button.status().firmware == "X-keys firmware 31")
            twin.press(3)
            await record.until(lambda r: presses(r) == 1)
            assert await button.send(SetButton(lit=True))
            await eventually(lambda: twin.lit == {3: True})
            bed.pull("1-1")
            await record.until(lambda r: bool(r.of(DeviceLost)))
            bed.plug(twin, "1-1")
            await record.until(connected(2))
            twin.press(3)
            twin.release(3)
            await record.until(lambda r: r.events[-1] == UP)
            assert presses(record) == 1
            await asyncio.sleep(0.05)
            twin.press(3)
            await record.until(lambda r: presses(r) == 2)


async def test_reports_from_before_the_question_are_stale(bed: UsbBed) -> None:
    """What lay in the device's buffer while it was plugged in is recorded and no press."""
    twin, record = VirtualXkeys(), Record()
    twin.press(0)
    twin.release(0)
    with plugged(bed, twin, "1-1"):
        async with running(device("xkeys", "usb:05f3:0405", record, options={"key": "XK0"})):
            await record.until(connected())
            await record.until(lambda r: UP in r.events)
    assert presses(record) == 0
    assert PressIgnored("stale") in record.events


async def test_keypad(bed: UsbBed) -> None:
    """A key of an X-keys pad is an event of the table."""
    twin, record = VirtualXkeys(), Record()
    options = {"keys": {"XK1": {"type": "bets.open"}}}
    with plugged(bed, twin, "1-1"):
        async with running(device("xkeys", "usb:05f3:0405", record, role="console", options=options)):
            await record.until(connected())
            twin.press(1)
            await record.until(lambda r: BetsOpen() in r.events)


async def test_device_that_does_not_answer_is_silent(bed: UsbBed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plugged in and mute: told after three questions, not taken for a button."""
    monkeypatch.setattr(xkeys, "ASK_S", 0.05)
    twin, record = VirtualXkeys(), Record()
    twin.mute = True
    with plugged(bed, twin, "1-1"):
        async with running(device("xkeys", "usb:05f3:0405", record, options={"key": "XK0"})):
            await record.until(lambda r: any("no answer" in str(event) for event in r.of(DeviceLost)))
    assert (record.of(DeviceConnected), len(record.of(DeviceSilent))) == ([], 1)


async def test_delcom(bed: UsbBed) -> None:
    """The switch by polling a feature report, the lamp by another; a press and nothing else."""
    twin, record = VirtualDelcom(), Record()
    button = device("delcom", "usb:0fc5:b080", record)
    with plugged(bed, twin, "1-1"):
        async with running(button):
            await record.until(lambda r: UP in r.events)
            twin.down = True
            await record.until(lambda r: presses(r) == 1)
            assert await button.send(SetButton(lit=True))
            await eventually(lambda: twin.lit)
            twin.down = False
            await record.until(lambda r: r.events[-1] == UP)
            assert await button.send(SetButton(lit=False))
            await eventually(lambda: not twin.lit)


@pytest.mark.parametrize("tells_state", [True, False])
async def test_ultimarc(bed: UsbBed, tells_state: bool) -> None:
    """Taken from the kernel's keyboard driver and given back; its colour by SET_REPORT, with GET_REPORT or without."""
    twin, record = VirtualUsbButton(tells_state=tells_state), Record()
    button = device("ultimarc_usbbutton", "usb:d209:1200", record, options={"colour": [255, 128, 0]})
    with plugged(bed, twin, "1-1"):
        async with running(button):
            await record.until(connected())
            assert twin.detached
            if not tells_state:
                twin.press()
                twin.release()
            await record.until(lambda r: UP in r.events)
            assert presses(record) == 0
            await asyncio.sleep(0.05)
            twin.press()
            await record.until(lambda r: presses(r) == 1)
            assert await button.send(SetButton(lit=True))
            await eventually(lambda: twin.colour == (255, 128, 0))
        await eventually(lambda: not twin.detached)


async def test_framed_over_bulk(bed: UsbBed) -> None:
    """A vendor-class shoe: cards, acknowledgements, the same bytes as on a wire; nothing lost over a re-plug."""
    line, record = VirtualBulkDevice(serial="SHOE"), Record()
    line.on_plug, line.on_unplug = lambda: bed.plug(line, "1-1"), lambda: bed.pull("1-1")
    shoe = VirtualShoe(cast("PtyPort", line))  # It has the methods of a port that a twin uses.
    faces = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
    async with running(shoe, device("framed", "usb:1209:7453/SHOE", record, role="shoe")):
        for number, face in enumerate(faces):
            shoe.deal(face)
            if number == 20:
                await record.until(lambda r: len(r.of(CardDrawn)) >= 10)
                line.unplug()
                await asyncio.sleep(0.05)
                line.plug_in()
        await record.until(lambda r: len(r.of(CardDrawn)) == len(faces))
        await shoe.drained()
    assert record.of(CardDrawn) == [CardDrawn(card=face) for face in faces]


async def test_report_of_another_device_is_no_press(bed: UsbBed) -> None:
    """A keyboard's report of the wrong length, as from other firmware, is refused and does no harm."""
    twin, record = VirtualUsbButton(), Record()
    with plugged(bed, twin, "1-1"):
        async with running(device("ultimarc_usbbutton", "usb:d209:1200", record)):
            await record.until(connected())
            twin.send(b"\x00\x00")
            await record.until(lambda r: bool(r.of(FrameRejected)))
            twin.press()
            await record.until(lambda r: presses(r) == 1)


async def test_wrong_device_and_wrong_port_are_named(bed: UsbBed) -> None:
    """Another device at the bound port, and the right one at another; then the right one comes."""
    record = Record()
    async with running(device("delcom", "usb:0fc5:b080@1-2", record)):
        with plugged(bed, VirtualXkeys(serial="A1"), "1-2"):
            await record.until(lambda r: bool(r.of(WrongDevice)))
        with plugged(bed, VirtualDelcom(), "1-3"):
            await record.until(lambda r: len(r.of(WrongDevice)) == 2)
        with plugged(bed, VirtualDelcom(), "1-2"):
            await record.until(connected())
    assert [str(event).split("found ")[1].split(" (")[0] for event in record.of(WrongDevice)] == [
        "05f3:0405/A1@1-2",
        "0fc5:b080@1-3",
    ]


async def test_what_lacks_the_interface_is_refused(bed: UsbBed) -> None:
    """A keyboard where a vendor's interface should be; nothing stays open."""
    with plugged(bed, VirtualUsbButton(), "1-1"):
        with pytest.raises(LinkGone, match="expected an interface of class FF on d209:1200"):
            await UsbLink(parse("d209:1200"), BULK).open()
        assert not handles()
    with pytest.raises(LinkGone, match="is not plugged in"):
        await UsbLink(parse("d209:1200"), DELCOM).open()


def handles() -> list[str]:
    """Open files of the bus."""
    targets = []
    for fd in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            targets.append(str(fd.readlink()))
    return [target for target in targets if "bus/usb" in target]


async def test_a_hundred_replugs_leak_nothing(bed: UsbBed) -> None:
    """Each time it comes back; descriptors, threads and memory are afterwards what they were after the tenth."""
    twin, record = VirtualXkeys(), Record()
    before = (0, 0, 0)
    async with running(device("xkeys", "usb:05f3:0405", record, options={"key": "XK0"})):
        for number in range(1, REPLUGS + 1):
            bed.plug(twin, "1-1")
            await record.until(connected(number))
            bed.pull("1-1")
            await record.until(lost(number))
            if number == 10:
                await eventually(lambda: not handles())
                before = measured()
        # Closing goes on in the background, so these are waited for; what leaks never comes down.
        await eventually(lambda: measured()[0] <= before[0] + 2)
        await eventually(lambda: measured()[1] <= before[1])
    assert measured()[2] <= before[2] + 4096
    await eventually(lambda: not handles())


def measured() -> tuple[int, int, int]:
    """Descriptors, threads, and the most memory ever resident in KiB."""
    fds = len(list(Path("/proc/self/fd").iterdir()))
    return fds, threading.active_count(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
