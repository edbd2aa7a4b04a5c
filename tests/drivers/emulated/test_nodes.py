"""Input devices and modem lines as nodes of an emulated kernel: found, opened and asked by the links as they are."""

import asyncio
from collections.abc import Callable

from controller.core.effects import SetButton
from controller.core.events import ButtonPressed
from drivers.devices.device import Device
from drivers.devices.outage import Outage
from drivers.links.ports import make_link
from drivers.protocols.base.protocol import DeviceEvent
from drivers.protocols.base.reports import ButtonState, DeviceConnected, DeviceLost
from drivers.registry import find, make_protocol
from drivers.virtual.kernel.node_bed import InputNode, ModemNode
from drivers.virtual.kernel.usb_bed import UsbBed
from tests.drivers.table import Record, eventually, running

UP = ButtonState(down=False)


def button(driver: str, port: str, record: Record, **options: str) -> Device:
    """A button that comes back quickly."""
    return Device(
        "button", driver=driver, role="button", link=make_link(find(driver), port),
        protocol=make_protocol(driver, "button", options), on_events=record.commit,
        outage=Outage(first_s=0.01, cap_s=0.02),
    )  # fmt: skip


def counted(kind: type[DeviceEvent], times: int) -> Callable[[Record], bool]:
    """So many of a kind have been committed."""
    return lambda record: len(record.of(kind)) == times


def up(times: int) -> Callable[[Record], bool]:
    """The button has come so often, and is up."""
    return lambda record: len(record.of(DeviceConnected)) == times and record.events[-1] == UP


async def test_input_device_of_the_kernel(bed: UsbBed) -> None:
    """Found by its numbers, grabbed, pressed; what is typed while nobody has grabbed it reaches nobody later."""
    node, record = InputNode(bed, port="1-7", number=7, ids=(0x1234, 0x5678), serial="K1"), Record()
    node.plug_in()
    node.twin.press("KEY_F1")
    node.twin.release("KEY_F1")
    async with running(button("evdev", "input:1234:5678/K1@1-7", record, key="KEY_F1")):
        for times in (1, 2, 3):
            await record.until(up(times))
            assert node.twin.grabbed
            await asyncio.sleep(0.05)
            node.twin.press("KEY_F1")
            node.twin.release("KEY_F1")
            await record.until(counted(ButtonPressed, times))
            node.pull()
            await record.until(counted(DeviceLost, times))
            node.plug_in()
    node.pull()
    assert counted(ButtonPressed, 3)(record)


async def test_modem_lines_of_a_port(bed: UsbBed) -> None:
    """Levels by TIOCMGET, the lamp by TIOCMBIS and TIOCMBIC, on an adapter that cannot wait for a change."""
    node, record = ModemNode(bed, "/dev/ttyS7"), Record()
    node.plug_in()
    device = button("modem_line", "/dev/ttyS7", record)
    async with running(device):
        for times in (1, 2):
            await record.until(up(times))
            assert await device.send(SetButton(lit=True))
            await eventually(lambda: node.twin.lit)
            node.twin.press()
            await record.until(counted(ButtonPressed, times))
            assert await device.send(SetButton(lit=False))  # while it is held
            node.twin.press(down=False)
            await record.until(lambda r: r.events[-1] == UP)
            node.pull()
            await record.until(counted(DeviceLost, times))
            assert not node.twin.lit
            node.plug_in()
    node.pull()
