"""`framed` end to end: a device and its virtual twin over a real pty."""

import asyncio
from pathlib import Path

import pytest

from controller.core.effects import AlertRaised, Rejected, SetButton, SetMeter
from controller.core.events import (
    BetsOpen,
    ButtonPressed,
    CardDrawn,
    CutCard,
    Event,
    Insure,
    SetDispensed,
    ShoeNew,
    Wager,
)
from drivers.devices.device import DeviceGone
from drivers.protocols.base.reports import (
    ButtonState,
    DeviceConnected,
    DeviceError,
    DeviceLost,
    DeviceReady,
    FrameRejected,
    FrameRepeated,
    MeterShows,
    SequenceGap,
    ShufflerState,
    UndealtDropped,
    WrongDevice,
)
from drivers.protocols.framed.host import Framed
from drivers.virtual.framed.button import VirtualButton
from drivers.virtual.framed.console import VirtualConsole
from drivers.virtual.framed.meter import VirtualMeter
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.framed.shuffler import VirtualShuffler
from drivers.virtual.hostile import Hostile
from drivers.virtual.pty_port import PtyPort
from tests.drivers.table import Record, eventually, make_device, running

FACES = ("AS", "AS", "TD", "7H", "??", "KC")


async def test_shoe_says_what_it_gives(tmp_path: Path) -> None:
    """Cards, equal ones in a row too, the cutting card and a new shoe arrive once each and in order."""
    shoe, record = VirtualShoe(PtyPort(tmp_path / "shoe")), Record()
    async with running(shoe, make_device(tmp_path / "shoe", record)):
        for face in FACES:
            shoe.deal(face)
        shoe.deal("2C", face_down=True)
        shoe.cut_card()
        shoe.new_shoe(8)
        await shoe.drained()
    dealt = [CardDrawn(card=face) for face in FACES]
    assert record.of(Event) == [*dealt, CardDrawn(card="2C", face_down=True), CutCard(), ShoeNew(decks=8)]
    assert record.of(SequenceGap, FrameRepeated) == []


async def test_undealt_cards_are_dropped_unread(tmp_path: Path) -> None:
    """What a shoe tells of cards still inside leaves no trace of their faces."""
    shoe, record = VirtualShoe(PtyPort(tmp_path / "shoe")), Record()
    async with running(shoe, make_device(tmp_path / "shoe", record)):
        shoe.tell_order("ASKD7H")
        await shoe.drained()
    assert record.of(UndealtDropped) == [UndealtDropped()]
    assert "AS" not in repr(record.received)


async def test_shuffler_counts_and_dispenses(tmp_path: Path) -> None:
    """States with cycle and count, and a set of twenty-three cards for nine players."""
    shuffler, record = VirtualShuffler(PtyPort(tmp_path / "shuffler")), Record()
    cards = tuple(f"{rank}{suit}" for suit in "SH" for rank in "A23456789TJQK")[:23]
    async with running(shuffler, make_device(tmp_path / "shuffler", record, role="shuffler")):
        shuffler.state("shuffling", cycle=12)
        shuffler.state("ready", cycle=12, count=52)
        shuffler.dispense(cards)
        shuffler.error(2, "jam at the exit")
        await shuffler.drained()
    assert record.of(ShufflerState) == [ShufflerState("shuffling", 12), ShufflerState("ready", 12, 52)]
    assert record.of(Event) == [SetDispensed(cards=cards)]
    assert record.of(DeviceError) == [DeviceError(2, "jam at the exit")]


async def test_button_is_lit_and_pressed(tmp_path: Path) -> None:
    """The lamp follows the order; a push is one press between its two edges."""
    button, record = VirtualButton(PtyPort(tmp_path / "button")), Record()
    device = make_device(tmp_path / "button", record, role="button")
    async with running(button, device):
        await record.until(lambda r: ButtonState(down=False) in r.events)
        assert await device.send(SetButton(lit=True))
        lamp = [button.lit]
        await button.push()
        await button.drained()
        assert await device.send(SetButton(lit=False))
        assert [*lamp, button.lit] == [True, False]
    states = record.of(ButtonState, ButtonPressed)
    assert states == [ButtonState(False), ButtonState(True), ButtonPressed(), ButtonState(False)]


async def test_press_from_before_is_no_press(tmp_path: Path) -> None:
    """A button that is held when the host comes, and edges from before, are recorded and press nothing."""
    button, record = VirtualButton(PtyPort(tmp_path / "button")), Record()
    button.press()
    button.release()
    button.press()
    async with running(button, make_device(tmp_path / "button", record, role="button")):
        await record.until(lambda r: ButtonState(down=True) in r.events)
        button.release()
        await button.drained()
        assert record.of(ButtonPressed) == []
        await asyncio.sleep(0.05)
        await button.push()
        await button.drained()
    assert record.of(ButtonPressed) == [ButtonPressed()]
    assert record.of(SequenceGap) == []


async def test_meter_shows_what_it_is_told(tmp_path: Path) -> None:
    """The four states, with the multiplier where there is one; the meter confirms each."""
    meter, record = VirtualMeter(PtyPort(tmp_path / "meter")), Record()
    device = make_device(tmp_path / "meter", record, role="meter")
    async with running(meter, device):
        await record.until(lambda r: bool(r.of(DeviceConnected)))
        for order in (SetMeter("armed", 3), SetMeter("rolling", 3), SetMeter("showing", 3, "P3", 25), SetMeter("idle")):
            assert await device.send(order)
            assert (meter.state, meter.multiplier) == (order.state, order.multiplier)
        await meter.drained()
    shown = [MeterShows("armed"), MeterShows("rolling"), MeterShows("showing", 25), MeterShows("idle")]
    assert record.of(MeterShows) == shown


async def test_console_speaks_and_is_answered(tmp_path: Path) -> None:
    """Events of the contract go in, long and foreign ones too; answers come back whole."""
    console, record = VirtualConsole(PtyPort(tmp_path / "console")), Record()
    device = make_device(tmp_path / "console", record, role="console")
    events = [
        BetsOpen(authority="pit_supervisor", source="console"),
        Wager(area=3, kind="main", amount=2500, player="Zoë " * 16),
        Insure(area=3, amount=100, player="P1", for_="P2"),
    ]
    async with running(console, device):
        for event in events:
            console.send(event)
        await console.drained()
        await device.send(Rejected("Expected a main wager." * 20, "3.29"))
        await device.send(AlertRaised("card_held", "A card is held.", "5.8"))
        await device.send({"type": "news", "phase": "betting"})
        answers = [await console.answers.get() for _ in range(3)]
    assert record.of(Event) == events
    assert answers == [
        {"type": "rejected", "reason": "Expected a main wager." * 20, "rule": "3.29"},
        {"type": "alert", "code": "card_held", "text": "A card is held.", "rule": "5.8", "severity": "warning"},
        {"type": "news", "phase": "betting"},
    ]


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
    meter.say("M", "showing;100")
    device = make_device(tmp_path / "shoe", record)
    async with running(meter, device):
        await record.until(lambda r: bool(r.of(WrongDevice)))
        assert not device.connected
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
            await eventually(lambda: not device.connected)
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
        await eventually(lambda: device.connected)
        console.send(wager)
        await eventually(lambda: bool(console._half))
        port.unplug()
        await eventually(lambda: not device.connected)
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
        await eventually(lambda: device.connected)
        assert await device.send(SetButton(lit=True))
