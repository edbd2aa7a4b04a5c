"""`framed` end to end, a device and its virtual twin over a real pty: what each role says and takes."""

import asyncio
from pathlib import Path

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
from drivers.protocols.base.reports import (
    ButtonState,
    DeviceConnected,
    DeviceError,
    FrameRepeated,
    MeterShows,
    SequenceGap,
    ShufflerState,
    UndealtDropped,
)
from drivers.virtual.framed.button import VirtualButton
from drivers.virtual.framed.console import VirtualConsole
from drivers.virtual.framed.meter import VirtualMeter
from drivers.virtual.framed.shoe import VirtualShoe
from drivers.virtual.framed.shuffler import VirtualShuffler
from drivers.virtual.pty_port import PtyPort
from tests.drivers.table import Record, make_device, running

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
