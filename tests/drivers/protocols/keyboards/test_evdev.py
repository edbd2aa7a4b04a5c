"""Keys as the kernel gives them: the jackpot button and the dealer's keypad; held keys, repeats and lost input."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.events import BetsClosed, BetsOpen, ButtonPressed, Decision, PokerAction
from drivers.protocols.base.input_events import EVENT
from drivers.protocols.base.protocol import DeviceEvent
from drivers.protocols.base.reports import ButtonState
from drivers.protocols.base.suspicions import InputLost, KeyIgnored, PlaceChosen, PressIgnored
from drivers.protocols.consoles.keypad import FORGET_S
from drivers.protocols.keyboards.evdev import EvdevButton, EvdevKeypad
from drivers.protocols.shoes.hid_barcode import HidBarcode
from tests.drivers.protocols.readings import DROPPED, KEYS, LEVELS, key, said, typed


def test_button_on_a_key() -> None:
    """A press is down, up and down; autorepeat and other keys are none."""
    subject = EvdevButton(key="KEY_ENTER")
    subject.opened(0.0)
    assert said(subject, LEVELS) == [ButtonState(down=False)]
    assert said(subject, key("KEY_A")) == []
    assert said(subject, key("KEY_ENTER"), 1.0) == [ButtonState(down=True), ButtonPressed()]
    assert said(subject, key("KEY_ENTER", 2), 1.3) == [PressIgnored("repeated")]
    assert said(subject, key("KEY_ENTER"), 1.4) == [PressIgnored("repeated")]
    assert said(subject, key("KEY_ENTER", 0), 1.5) == [ButtonState(down=False)]


def test_a_held_key_is_told_once_for_all_its_repetitions() -> None:
    """Thirty a second would fill the journal and the flight recorder; the next hold is told again."""
    subject = EvdevButton(key="KEY_ENTER")
    subject.opened(0.0)
    said(subject, LEVELS)
    for at in (1.0, 5.0):
        assert ButtonPressed() in said(subject, key("KEY_ENTER"), at)
        assert said(subject, key("KEY_ENTER", 2) * 60, at + 0.5) == [PressIgnored("repeated")]
        assert said(subject, key("KEY_ENTER", 2) * 30, at + 1.5) == []
        assert said(subject, key("KEY_ENTER", 0), at + 2.5) == [ButtonState(down=False)]
    assert [frame.masked for frame in subject.traced()] == ["KEY_ENTER=1", "KEY_ENTER=2", "KEY_ENTER=0"] * 2


def test_key_held_while_plugging_in_is_no_press() -> None:
    """It is told as down at opening, and counts after it was up."""
    subject = EvdevButton(key="KEY_ENTER")
    subject.opened(0.0)
    assert said(subject, key("KEY_ENTER", seconds=0) + LEVELS) == [ButtonState(down=True)]
    assert said(subject, key("KEY_ENTER", 2), 1.0) == [PressIgnored("repeated")]
    assert said(subject, key("KEY_ENTER", 0) + LEVELS[:0], 1.5) == [ButtonState(down=False)]
    assert ButtonPressed() in said(subject, key("KEY_ENTER"), 2.0)


def test_lost_input_makes_the_level_unknown() -> None:
    """After it a press counts only once the key was seen up."""
    subject = EvdevButton(key="KEY_ENTER")
    said(subject, LEVELS)
    assert said(subject, DROPPED + key("KEY_ENTER"), 1.0) == [
        InputLost(), ButtonState(down=True), PressIgnored("unknown_level"),
    ]  # fmt: skip


def test_keypad() -> None:
    """A key is an event; one that needs an area or a seat gets the one chosen before, once and not for long."""
    subject = EvdevKeypad(keys=KEYS)
    stand = key("KEY_KPENTER")
    assert said(subject, key("KEY_F1") + key("KEY_F1", 2) + key("KEY_F1", 0)) == [BetsOpen()]
    assert said(subject, stand) == [KeyIgnored("KEY_KPENTER", "no area was chosen before")]
    assert said(subject, key("KEY_KP3") + stand) == [PlaceChosen(3), Decision(area=3, action="stand")]
    assert said(subject, stand) == [KeyIgnored("KEY_KPENTER", "no area was chosen before")]
    assert said(subject, key("KEY_KP3") + key("KEY_KPPLUS")) == [PlaceChosen(3), PokerAction(seat=3, action="fold")]
    said(subject, key("KEY_KP3"), 1.0)
    assert said(subject, stand, 1.0 + FORGET_S) == [KeyIgnored("KEY_KPENTER", "no area was chosen before")]
    said(subject, key("KEY_KP3"), 20.0)
    assert said(subject, key("KEY_F2") + stand, 20.1)[0] == BetsClosed()
    said(subject, key("KEY_KP3"), 30.0)
    assert said(subject, DROPPED + stand, 30.1)[0] == InputLost()
    assert said(subject, key("KEY_X"), 40.0) == [KeyIgnored("KEY_X", "it has no meaning in the configuration")]
    assert subject.encode({"type": "accepted"}) == []


def test_keypad_needs_keys_that_exist() -> None:
    """No keys at all, and a name that no key has."""
    with pytest.raises(ValueError, match="at least one key"):
        EvdevKeypad(keys={})
    with pytest.raises(ValueError, match="expected the name of a key"):
        EvdevKeypad(keys={"F1": {"type": "bets.open"}})


events = st.one_of(
    st.binary(max_size=30),
    st.sampled_from([typed("1010"), key("KEY_ENTER"), key("KEY_ENTER", 0), key("KEY_F1"), LEVELS, DROPPED]),
)


@given(st.sampled_from(["button", "barcode", "keypad"]), st.lists(events), st.data())
def test_any_chunking_gives_the_same(which: str, parts: list[bytes], data: st.DataObject) -> None:
    """Whatever the kernel gives in whatever pieces; at most one event less a byte is held."""
    making: dict[str, Callable[[], Any]] = {
        "button": lambda: EvdevButton(key="KEY_ENTER"),
        "barcode": HidBarcode,
        "keypad": lambda: EvdevKeypad(keys=KEYS),
    }
    made = making[which]
    whole, cut, stream, at = made(), made(), b"".join(parts), 0
    expected = said(whole, stream)
    found: list[DeviceEvent] = []
    while at < len(stream):
        size = data.draw(st.integers(1, 40))
        found += said(cut, stream[at : at + size])
        at += size
        assert len(cut._stream) < EVENT.size
    assert found == expected


def test_shift_beside_a_key_of_a_keypad() -> None:
    """Passed over where it means nothing; with a meaning it is a key as others."""
    subject = EvdevKeypad(keys=KEYS)
    assert said(subject, key("KEY_LEFTSHIFT") + key("KEY_F1") + key("KEY_LEFTSHIFT", 0)) == [BetsOpen()]
    subject = EvdevKeypad(keys=KEYS | {"KEY_LEFTSHIFT": {"type": "bets.closed"}})
    assert said(subject, key("KEY_LEFTSHIFT")) == [BetsClosed()]
