"""The first lines of the picture: at the start, with a plug out, and when it is put back."""

import io
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from rich.console import Console, Group

from controller.demo.picture.live import Picture, TablePicture
from controller.demo.virtual_table import VirtualTable

STATE = {"round": 3, "phase": "initial_deal", "shoe": {"cards_out": 9, "decks": 8}}


class Seen:
    """A picture whose table is told by the test."""

    def __init__(self, folder: Path) -> None:
        self.twins = {str(number): SimpleNamespace(role=role) for number, role in enumerate(("shoe", "meter"), 1)}
        self.plugs = SimpleNamespace(out={}, by_key=self.twins)
        self.subscriber = SimpleNamespace(state={}, availability="starting", devices={})
        virtual = SimpleNamespace(
            journal=folder / "journal.db", subscriber=self.subscriber, plugs=self.plugs, devices=list(self.twins)
        )
        table = cast("TablePicture", SimpleNamespace())
        self._picture = Picture(cast("VirtualTable", virtual), table, lambda: "Cards please.", 1)

    def lines(self, *, styled: bool = False) -> str:
        """Phase, devices, shoe."""
        console = Console(width=80, file=io.StringIO(), record=True, force_terminal=True, color_system="standard")
        picture = self._picture
        console.print(Group(picture._devices(), picture._phase(), picture._record()))
        return console.export_text(styles=styled)


@pytest.fixture
def seen(tmp_path: Path) -> Seen:
    """Nothing has come yet."""
    return Seen(tmp_path)


def test_the_first_second_is_no_alarm(seen: Seen) -> None:
    """Before a device was there it is not lost, and what is not known is not shown as none."""
    seen.subscriber.devices = {"shoe": False, "meter": False}
    told = seen.lines()
    assert "starting" in told
    assert "starting," not in told
    assert "0 decks" not in told
    assert "\x1b[1;31m" not in seen.lines(styled=True)


def test_a_plug_out_and_in_again(seen: Seen) -> None:
    """Out: what to press. In: that the table comes by itself, until it has."""
    seen.subscriber.state, seen.subscriber.availability = STATE, "online"
    seen.subscriber.devices = {"shoe": True, "meter": True}
    assert "online, round 3, initial deal" in seen.lines()
    seen.subscriber.devices["meter"] = False
    seen.plugs.out = {"2": "meter"}
    assert "The plug of the meter is out" in seen.lines()
    assert "\x1b[1;31m" in seen.lines(styled=True)
    seen.plugs.out = {}
    assert "The plug of the meter is in: the table reconnects within 5 s" in seen.lines()
    seen.subscriber.devices["meter"] = True
    assert "online, round 3, initial deal" in seen.lines()
    assert "9 cards out of 8 decks" in seen.lines()
