"""A port for which the system has no thread, a descriptor that the loop cannot wait for: one device is out, no more."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from drivers.devices.device import Device
from drivers.devices.outage import Outage
from drivers.links.fd_port import FdPort
from drivers.links.link import LinkGone
from drivers.protocols.base.reports import DeviceConnected, DeviceLost, DriverFailed
from tests.drivers.links.test_nothing_blocks import gpio, keys, modem, serial
from tests.drivers.table import Record, eventually, running

TIMES = 2


def descriptors() -> int:
    """How many this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def device(folder: Path, make: Callable[[Path], Any], record: Record) -> tuple[Device, Any, Callable[[], None]]:
    """A device that comes back quickly, its twin, and how to end what waits for it."""
    link, protocol, twin, pull, _ = make(folder)
    made = Device(
        "button", driver="test", role="button", link=link, protocol=protocol, on_events=record.commit,
        outage=Outage(first_s=0.01, cap_s=0.02),
    )  # fmt: skip
    return made, twin, pull


@pytest.mark.parametrize(
    ("make", "thread"),
    [
        (serial, "port "), (keys, "port "), (modem, "port "), (gpio, "port "), (gpio, "read "), (gpio, "write "),
        (modem, "modem lines"),
    ],
)  # fmt: skip
async def test_no_thread_for_a_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], Any], thread: str
) -> None:
    """The reason is reported once, nothing is left open, and the port is tried until there is a thread again."""
    start = threading.Thread.start
    refused: list[str] = []

    def begin(self: threading.Thread) -> None:
        if self.name.startswith(thread) and len(refused) < TIMES:
            refused.append(self.name)
            raise RuntimeError("can't start new thread")
        start(self)

    monkeypatch.setattr(threading.Thread, "start", begin)
    record, before = Record(), descriptors()
    made, twin, pull = device(tmp_path, make, record)
    async with running(twin, made):
        await record.until(lambda r: bool(r.of(DeviceConnected)))
    pull()
    assert len(refused) == TIMES
    (lost,) = record.of(DeviceLost)
    assert isinstance(lost, DeviceLost)
    assert lost.reason.endswith(": can't start new thread")
    assert record.of(DriverFailed) == []
    await eventually(lambda: descriptors() <= before)
    await eventually(lambda: not any(one.name.startswith(("read ", "write ")) for one in threading.enumerate()))


async def test_a_descriptor_that_the_loop_cannot_wait_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system may refuse it (epoll's limit, EPERM): the port is closed, and tried again."""
    begin = FdPort.begin
    refused: list[FdPort] = []

    def once(self: FdPort) -> None:
        if not refused:
            refused.append(self)
            raise PermissionError(1, "Operation not permitted")
        begin(self)

    monkeypatch.setattr(FdPort, "begin", once)
    record = Record()
    made, twin, _ = device(tmp_path, serial, record)
    async with running(twin, made):
        await record.until(lambda r: bool(r.of(DeviceConnected)))
    assert len(record.of(DeviceLost)) == 1


async def test_a_fault_of_a_library_costs_its_device_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it raises at opening is reported as a fault of the driver, and the device comes back."""
    made, twin, _ = device(tmp_path, serial, record := Record())
    opening = made._link.open
    failed: list[bool] = []

    async def once() -> None:
        if not failed:
            failed.append(True)
            raise IndexError("a library's own")
        await opening()

    monkeypatch.setattr(made._link, "open", once)
    async with running(twin, made):
        await record.until(lambda r: bool(r.of(DeviceConnected)))
    (fault,) = record.of(DriverFailed)
    assert isinstance(fault, DriverFailed)
    assert fault.error.startswith("IndexError in ")


async def test_a_regular_file_is_no_port(tmp_path: Path) -> None:
    """A path that is none of a device is refused in words."""
    (tmp_path / "button").write_bytes(b"x")
    link, *_ = serial(tmp_path)
    with pytest.raises(LinkGone, match="cannot open"):
        await link.open()
    await link.close()
