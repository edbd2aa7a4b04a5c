"""Line shoes, a line shuffler and pole displays with their twins over a pty: good lines, bad lines, outages."""

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest

from controller.core.effects import SetMeter
from controller.core.events import CardDrawn, CutCard, SetDispensed
from drivers.devices.device import Device
from drivers.devices.outage import Outage
from drivers.links.serial_link import SerialLink
from drivers.protocols.base.driver import Role
from drivers.protocols.base.protocol import LineSettings, Watch
from drivers.protocols.base.reports import DeviceConnected, DeviceLost, FrameRejected, SequenceGap, ShufflerState
from drivers.protocols.base.suspicions import (
    CardOutOfPhase,
    CountWrong,
    RecordIncomplete,
    SetOutOfPhase,
    ShufflerCountWrong,
)
from drivers.protocols.line.shape import LineShape, read_shape
from drivers.protocols.meters import matrix_orbital
from drivers.protocols.shoes.watch import ShoeWatch
from drivers.protocols.shufflers.watch import ShufflerWatch
from drivers.registry import make_protocol
from drivers.virtual.hostile import Hostile
from drivers.virtual.meters.pole_display import VirtualCd5220, VirtualMatrixOrbital
from drivers.virtual.pty_port import PtyPort
from drivers.virtual.shoes.line_shoe import VirtualLineShuffler, VirtualNumericShoe, VirtualTwoLetterShoe
from tests.drivers.table import Record, eventually, make_device, running

SHOES = Path(__file__).parents[3] / "config" / "shoes"
FACES = [rank + suit for rank, suit in itertools.islice(itertools.product("A23456789TJQK", "SHDC"), 10)]


def shape(name: str) -> LineShape:
    """An example's description."""
    return read_shape((SHOES / f"{name}.toml").read_text(), file=name)


def line_device(path: Path, record: Record, name: str, *, role: Role = "shoe", watch: Watch | None = None) -> Device:
    """A device with a description, and watched as at the table."""
    protocol = make_protocol("line", role, {"file": str(SHOES / f"{name}.toml")})
    return Device(
        role, driver="line", role=role, link=SerialLink(str(path), LineSettings()), protocol=protocol, watch=watch,
        on_events=record.commit, outage=Outage(first_s=0.02, cap_s=0.05),
    )  # fmt: skip


def connected(record: Record) -> bool:
    """The device has come."""
    return bool(record.of(DeviceConnected))


@pytest.mark.parametrize(
    "hostile",
    [
        Hostile(),
        Hostile(byte_by_byte=True),
        Hostile(loss=0.2, seed=3),
        Hostile(noise=0.4, seed=5),
        Hostile(loss=0.2, noise=0.4, byte_by_byte=True, delay_s=0.0002, seed=9),
    ],
    ids=["whole", "byte by byte", "loss", "noise", "all"],
)
async def test_numbered_shoe_on_any_line(tmp_path: Path, hostile: Hostile) -> None:
    """A shoe that repeats until it is answered loses nothing and doubles nothing, however bad the line."""
    twin, record = VirtualTwoLetterShoe(PtyPort(tmp_path / "shoe", hostile=hostile), shape("two-letter")), Record()
    async with running(twin, line_device(tmp_path / "shoe", record, "two-letter")):
        await record.until(connected)
        for face in FACES:
            twin.deal(face)
        twin.cut_card()
        await record.until(lambda r: CutCard() in r.events)
    assert record.of(CardDrawn) == [CardDrawn(card=face) for face in FACES]
    assert record.of(SequenceGap) == []


async def test_lost_line_and_wrong_count_mark_the_round(tmp_path: Path) -> None:
    """A line that the shoe itself lost shows in the number; the watch adds the mark, and sees a card through a door."""
    twin, record = VirtualTwoLetterShoe(PtyPort(tmp_path / "shoe"), shape("two-letter")), Record()
    watch = ShoeWatch(recalls=True, numbered=True, least_interval_s=0.0)
    twin.deal("AS")
    twin.deal("KD")
    async with running(twin, line_device(tmp_path / "shoe", record, "two-letter", watch=watch)):
        await record.until(lambda r: len(r.of(CardDrawn)) == 2)
        await twin.drained()
        twin.deal("2C")
        twin.lose()
        twin.deal("3C")
        await record.until(lambda r: RecordIncomplete("sequence_gap") in r.events)
        twin.state("OPN")
        twin.deal("4C")
        await record.until(lambda r: CardOutOfPhase("door_open") in r.events)
        twin.state("CLS")
        twin._total += 2
        twin.deal("5C")
        await record.until(lambda r: CountWrong(6, 8) in r.events)
    assert record.of(RecordIncomplete) == [
        RecordIncomplete("sequence_gap"), RecordIncomplete("card_out_of_phase"), RecordIncomplete("count_wrong"),
    ]  # fmt: skip


async def test_shoe_that_says_everything_twice(tmp_path: Path) -> None:
    """Equal cards in a row are two; a damaged line costs nothing while its copy comes; an outage marks the round."""
    twin, record = VirtualNumericShoe(PtyPort(tmp_path / "shoe"), shape("numeric")), Record()
    watch = ShoeWatch(recalls=False, numbered=False)
    async with running(twin, line_device(tmp_path / "shoe", record, "numeric", watch=watch)):
        await record.until(connected)
        for _ in range(2):
            await twin.deal("TC")
            await asyncio.sleep(0.25)
        await record.until(lambda r: len(r.of(CardDrawn)) == 2)
        await twin.port.write(b"C310D6\r")
        await twin.deal("TC")
        await record.until(lambda r: len(r.of(CardDrawn)) == 3)
        assert len(record.of(FrameRejected)) == 1
        assert RecordIncomplete("frame_rejected") in record.events
        twin.port.unplug()
        await record.until(lambda r: bool(r.of(DeviceLost)))
        twin.port.plug_in()
        await record.until(lambda r: RecordIncomplete("device_lost") in r.events)


async def test_line_shuffler(tmp_path: Path) -> None:
    """Cycle and count, a set, a wrong count and a set from a jam."""
    twin, record = VirtualLineShuffler(PtyPort(tmp_path / "shuffler"), shape("poker-shuffler")), Record()
    watch = ShufflerWatch(cards=52)
    async with running(
        twin, line_device(tmp_path / "shuffler", record, "poker-shuffler", role="shuffler", watch=watch)
    ):
        await record.until(connected)
        await twin.state("READY", cycle=12, count=52)
        await twin.dispense("AS", "KD", "7H")
        await twin.state("READY", cycle=13, count=51)
        await twin.state("JAM")
        await twin.dispense("2C", "2D")
        await record.until(lambda r: SetOutOfPhase("jam") in r.events)
    assert record.of(SetDispensed) == [SetDispensed(cards=("AS", "KD", "7H")), SetDispensed(cards=("2C", "2D"))]
    assert ShufflerState("ready", 12, 52) in record.events
    assert ShufflerCountWrong(52, 51) in record.events


@pytest.mark.parametrize(
    ("driver", "twin_of", "options"),
    [
        ("cd5220", VirtualCd5220, {}),
        ("matrix_orbital", VirtualMatrixOrbital, {}),
        ("matrix_orbital", VirtualMatrixOrbital, {"answers": True}),
    ],
    ids=["cd5220", "matrix_orbital", "matrix_orbital that answers"],
)
async def test_pole_display(tmp_path: Path, driver: str, twin_of: Any, options: dict[str, Any]) -> None:
    """What the meter shows stands on the glass; a line that does not change is not written; after a re-plug all is."""
    twin, record = twin_of(PtyPort(tmp_path / "meter")), Record()
    device = make_device(tmp_path / "meter", record, driver=driver, role="meter", options=options)
    async with running(twin, device):
        await record.until(connected)
        assert await device.send(SetMeter("armed", 3))
        await eventually(lambda: twin.shown == "PRESS THE BUTTON\nAREA 3")
        assert await device.send(SetMeter("showing", 3, "P3", 25))
        await eventually(lambda: twin.shown == "25 TIMES\nAREA 3")
        assert (twin.starts, twin.writes) == (1, 3)
        twin.port.unplug()
        await record.until(lambda r: bool(r.of(DeviceLost)))
        twin.port.plug_in()
        await record.until(lambda r: len(r.of(DeviceConnected)) == 2)
        assert await device.send(SetMeter("showing", 3, "P3", 100))
        await eventually(lambda: twin.shown == "100 TIMES\nAREA 3")
        assert twin.starts == 2


async def test_matrix_orbital_that_falls_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A display whose answers are wired and that gives none is not there."""
    monkeypatch.setattr(matrix_orbital, "ASK_AGAIN_S", 0.1)
    twin, record = VirtualMatrixOrbital(PtyPort(tmp_path / "meter")), Record()
    twin.silent = True
    device = make_device(tmp_path / "meter", record, driver="matrix_orbital", role="meter", options={"answers": True})
    async with running(twin, device):
        await record.until(lambda r: bool(r.of(DeviceLost)))
        assert not device.reachable
        twin.silent = False
        await record.until(connected)
    assert device.status().firmware == "module type 05"
