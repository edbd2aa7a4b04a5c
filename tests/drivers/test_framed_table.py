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
from drivers.links.device import DeviceGone
from drivers.protocols.reports import (
    ButtonState,
    DeviceConnected,
    DeviceError,
    DeviceLost,
    DeviceReady,
    FrameRepeated,
    MeterShows,
    SequenceGap,
    ShufflerState,
    UndealtDropped,
    WrongDevice,
)
from drivers.virtual.button import VirtualButton
from drivers.virtual.console import VirtualConsole
from drivers.virtual.hostile import Hostile
from drivers.virtual.meter import VirtualMeter
from drivers.virtual.pty_port import PtyPort
from drivers.virtual.shoe import VirtualShoe
from drivers.virtual.shuffler import VirtualShuffler
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
