"""`framed` end to end over a real pty: crashes, outages, swapped cables and bad lines lose and double nothing."""

import asyncio
from pathlib import Path

import pytest

from controller.core.effects import SetButton
from controller.core.events import (
    CardDrawn,
    Event,
    Wager,
)
from drivers.devices.commands import DeviceGone
from drivers.protocols.base.reports import (
    DeviceConnected,
    DeviceLost,
    DeviceReady,
    FrameRejected,
    FrameRepeated,
    MeterShows,
    SequenceGap,
    WrongDevice,
)
from drivers.protocols.framed.host import Framed
from drivers.virtual.framed.button import VirtualButton
from drivers.virtual.framed.console import VirtualConsole
from drivers.virtual.framed.meter import VirtualMeter
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.hostile import Hostile
from drivers.virtual.pty_port import PtyPort
from tests.drivers.table import Record, eventually, make_device, running

FACES = ("AS", "AS", "TD", "7H", "??", "KC")


async def test_acknowledged_only_when_committed(tmp_path: Path) -> None:
    """While the commit takes its time the shoe repeats, nothing is delivered twice, and nothing is acknowledged."""
    shoe, record = VirtualShoe(PtyPort(tmp_path / "shoe"), repeat_s=0.02), Record()
    async with running(shoe, make_device(tmp_path / "shoe", record)):
        await record.until(lambda r: bool(r.of(DeviceReady)))
        record.gate.clear()
        shoe.deal("AS")
        await record.until(lambda r: bool(r.of(Event)))
        await asyncio.sleep(0.1)
        assert shoe._frames, "acknowledged before the commit"
        record.gate.set()
        await shoe.drained()
    assert record.of(Event) == [CardDrawn(card="AS")]
    assert record.of(FrameRepeated)


async def test_event_survives_a_crash_between_commit_and_acknowledgement(tmp_path: Path) -> None:
    """A host that died after the commit knows the repeated card by the mark that it kept, and goes on without a gap."""
    shoe, before, after = VirtualShoe(PtyPort(tmp_path / "shoe"), repeat_s=0.02), Record(), Record()
    async with asyncio.TaskGroup() as group:
        twin = group.create_task(shoe.run())
        async with running(make_device(tmp_path / "shoe", before)):
            shoe.deal("AS")
            await shoe.drained()
            before.gate.clear()
            shoe.deal("KD")
            await before.until(lambda r: CardDrawn(card="KD") in r.events)
        assert shoe._frames
        async with running(make_device(tmp_path / "shoe", after, resume=before.mark)):
            shoe.deal("7H")
            await shoe.drained()
        twin.cancel()
    assert before.of(Event) == [CardDrawn(card="AS"), CardDrawn(card="KD")]
    assert after.of(Event) == [CardDrawn(card="7H")]
    assert after.of(SequenceGap) == []


async def test_loss_during_the_outage_is_reported(tmp_path: Path) -> None:
    """Frames that the shoe gave up while nobody was there are a gap when the host is back."""
    shoe, before, after = VirtualShoe(PtyPort(tmp_path / "shoe")), Record(), Record()
    async with asyncio.TaskGroup() as group:
        twin = group.create_task(shoe.run())
        async with running(make_device(tmp_path / "shoe", before)):
            shoe.deal("AS")
            await shoe.drained()
        for face in ("2S", "3S", "4S"):
            shoe.deal(face)
        shoe._frames.popleft()
        shoe._frames.popleft()
        async with running(make_device(tmp_path / "shoe", after, resume=before.mark)):
            await shoe.drained()
        twin.cancel()
    assert after.of(SequenceGap, Event) == [SequenceGap("02", "04", 2), CardDrawn(card="4S")]


async def test_device_that_lost_its_power_begins_anew(tmp_path: Path) -> None:
    """A new session is said to be a restart, and its first card is not taken for an old one."""
    shoe, record = VirtualShoe(PtyPort(tmp_path / "shoe")), Record()
    async with running(shoe, make_device(tmp_path / "shoe", record)):
        shoe.deal("AS")
        await shoe.drained()
        shoe.power_cycle()
        shoe.deal("AS")
        await shoe.drained()
    assert record.of(Event) == [CardDrawn(card="AS")] * 2
    assert record.of(DeviceReady) == [DeviceReady("virtual 1.0"), DeviceReady("virtual 1.0", restarted=True)]
    assert record.of(SequenceGap) == []


async def test_swapped_cables_are_named(tmp_path: Path) -> None:
    """A meter where the shoe should be is recognised by its greeting; nothing that it says is taken."""
    meter, record = VirtualMeter(PtyPort(tmp_path / "shoe")), Record()
    meter.queue("M", "showing;100")
    device = make_device(tmp_path / "shoe", record)
    async with running(meter, device):
        await record.until(lambda r: bool(r.of(WrongDevice)))
        assert not device.reachable
        with pytest.raises(DeviceGone, match="not connected"):
            await device.send(SetButton(lit=True))
    assert record.of(WrongDevice) == [WrongDevice("shoe", "meter")]
    assert record.of(Event, MeterShows) == []


@pytest.mark.parametrize(
    "hostile",
    [
        Hostile(byte_by_byte=True),
        Hostile(loss=0.2, seed=1),
        Hostile(noise=0.5, seed=2),
        Hostile(delay_s=0.01),
        Hostile(loss=0.1, noise=0.3, byte_by_byte=True, seed=3),
    ],
    ids=["byte by byte", "20 % loss", "noise", "delay", "all at once"],
)
async def test_hostile_line_loses_and_doubles_nothing(tmp_path: Path, hostile: Hostile) -> None:
    """Over every bad line each card arrives once, in order, and the console's long messages arrive whole."""
    shoe = VirtualShoe(PtyPort(tmp_path / "shoe", hostile=hostile), repeat_s=0.03)
    console = VirtualConsole(PtyPort(tmp_path / "console", hostile=hostile), repeat_s=0.03)
    cards, record = Record(), Record()
    wagers = [Wager(area=area, kind="main", amount=2500, player="P" * 64) for area in range(1, 4)]
    async with running(
        shoe, make_device(tmp_path / "shoe", cards),
        console, make_device(tmp_path / "console", record, role="console"),
    ):  # fmt: skip
        for face in FACES * 3:
            shoe.deal(face)
        for wager in wagers:
            console.send(wager)
        await shoe.drained()
        await console.drained()
    assert cards.of(Event) == [CardDrawn(card=face) for face in FACES * 3]
    assert record.of(Event) == wagers
    assert cards.of(SequenceGap) == record.of(SequenceGap) == []


async def test_pulled_and_put_back(tmp_path: Path) -> None:
    """A shoe unplugged between and during its frames comes back by itself; no card is lost or doubled."""
    port, record = PtyPort(tmp_path / "shoe"), Record()
    shoe = VirtualShoe(port, repeat_s=0.03)
    device = make_device(tmp_path / "shoe", record)
    async with running(shoe, device):
        for count in range(5):
            shoe.deal("AS")
            await record.until(lambda r, n=count: len(r.of(Event)) > n)  # type: ignore[misc]
            port.unplug()
            await eventually(lambda: not device.reachable)
            shoe.deal("KD")
            port.plug_in()
            await shoe.drained()
    assert record.of(Event) == [CardDrawn(card="AS"), CardDrawn(card="KD")] * 5
    assert len(record.of(DeviceLost)) == len(record.of(DeviceConnected)) - 1 == 5
    assert device.status().errors["losses"] == 5
    assert record.of(SequenceGap) == []


async def test_message_cut_in_half_arrives_whole(tmp_path: Path) -> None:
    """A console that is unplugged between two parts of a message sends it again from its first part."""
    port, record = PtyPort(tmp_path / "console", hostile=Hostile(delay_s=0.03)), Record()
    console = VirtualConsole(port)
    device = make_device(tmp_path / "console", record, role="console")
    wager = Wager(area=1, kind="main", amount=2500, player="Ö" * 64)
    async with running(console, device):
        await eventually(lambda: device.reachable)
        console.send(wager)
        await eventually(lambda: bool(console._half))
        port.unplug()
        await eventually(lambda: not device.reachable)
        port.plug_in()
        await console.drained()
    assert record.of(Event) == [wager]
    assert record.of(SequenceGap, FrameRejected) == []


async def test_command_without_an_answer_is_said_to_be_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device that has gone mute does not hold the one who orders for ever."""
    monkeypatch.setattr(Framed, "attempts", 3)
    button, record = VirtualButton(PtyPort(tmp_path / "button")), Record()
    device = make_device(tmp_path / "button", record, role="button")
    async with running(button, device):
        await record.until(lambda r: bool(r.of(DeviceConnected)))
        button.silent = True
        with pytest.raises(DeviceGone):
            await device.send(SetButton(lit=True))
        button.silent = False
        await eventually(lambda: device.reachable)
        assert await device.send(SetButton(lit=True))
