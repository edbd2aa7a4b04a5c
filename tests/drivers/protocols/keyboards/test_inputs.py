"""Keys as events: the jackpot button, barcodes on cards, the dealer's keypad; held keys, repeats and lost input."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.events import BetsClosed, BetsOpen, ButtonPressed, CardDrawn, CutCard, Decision, PokerAction
from drivers.protocols.base.input_events import EV_SYN, EVENT, SYN_DROPPED, SYN_REPORT, pack
from drivers.protocols.base.keys import CODES, HID_USAGES, code_of, name_of
from drivers.protocols.base.protocol import DeviceEvent, DeviceProtocol
from drivers.protocols.base.reports import ButtonState, FrameRejected
from drivers.protocols.base.suspicions import InputLost, KeyIgnored, PlaceChosen, PressIgnored
from drivers.protocols.consoles.keypad import FORGET_S, Keypad
from drivers.protocols.framed.frames import Frame, build
from drivers.protocols.framed.host import Framed
from drivers.protocols.keyboards.evdev import EvdevButton, EvdevKeypad
from drivers.protocols.shoes.hid_barcode import BETWEEN_KEYS_S, PUBLIC_CODES, HidBarcode

LEVELS = pack(SYN_REPORT, 0, kind=EV_SYN, seconds=0)
DROPPED = pack(SYN_DROPPED, 0, kind=EV_SYN)


def key(name: str, value: int = 1, *, seconds: int = 1) -> bytes:
    """One event of a key."""
    return pack(code_of(name), value, seconds=seconds)


def typed(code: str) -> bytes:
    """What a reader types for a code."""
    names = [*(f"KEY_{digit}" for digit in code), "KEY_ENTER"]
    return b"".join(key(name) + key(name, 0) for name in names)


def said(subject: DeviceProtocol, data: bytes, at: float = 0.0) -> list[DeviceEvent]:
    """What some bytes give."""
    return [event for event, _ in subject.feed(data, at)]


def test_keys_are_numbered_as_the_kernel_does() -> None:
    """Spot checks against input-event-codes.h and the HID usage tables."""
    expected = {
        "KEY_ESC": 1, "KEY_1": 2, "KEY_0": 11, "KEY_Q": 16, "KEY_ENTER": 28, "KEY_A": 30, "KEY_Z": 44, "KEY_SPACE": 57,
        "KEY_F1": 59, "KEY_KP7": 71, "KEY_KP0": 82, "KEY_F12": 88, "KEY_KPENTER": 96, "KEY_UP": 103, "KEY_DELETE": 111,
        "KEY_F13": 183, "BTN_0": 0x100, "BTN_TRIGGER": 0x120, "BTN_SOUTH": 0x130,
    }  # fmt: skip
    assert {name: CODES[name] for name in expected} == expected
    assert len(set(CODES.values())) == len(CODES)
    usages = {"KEY_A": 0x04, "KEY_1": 0x1E, "KEY_0": 0x27, "KEY_ENTER": 0x28, "KEY_F1": 0x3A, "KEY_KP0": 0x62}
    assert {name: HID_USAGES[name] for name in usages} == usages
    assert (name_of(59), name_of(700)) == ("KEY_F1", "KEY_700")


def test_public_codes() -> None:
    """Four suits of thirteen ranks; the documented example 1010 is the ace of spades."""
    assert len(set(PUBLIC_CODES.values())) == len(PUBLIC_CODES) == 52
    assert (PUBLIC_CODES["1010"], PUBLIC_CODES["2100"], PUBLIC_CODES["3020"], PUBLIC_CODES["4130"]) == (
        "AS", "TH", "2C", "KD",
    )  # fmt: skip


def test_equal_cards_in_a_row_are_two() -> None:
    """Nothing is left out for being the same as before."""
    subject = HidBarcode()
    assert said(subject, typed("1010") + typed("1010")) == [CardDrawn(card="AS")] * 2


def test_codes_of_ones_own() -> None:
    """A table replaces the public one, with a code for the cutting card; what is no card is refused by the option."""
    subject = HidBarcode(codes={"77": "KD", "99": "cut_card"})
    assert said(subject, typed("77") + typed("99")) == [CardDrawn(card="KD"), CutCard()]
    assert said(subject, typed("1010")) == [FrameRejected("expected the code of a card, got another", "")]
    for codes in ({"7x": "KD"}, {"77": "1D"}, {"1" * 17: "KD"}):
        with pytest.raises(ValueError, match="expected"):
            HidBarcode(codes=codes)


def test_code_that_stops_or_holds_another_key() -> None:
    """It is given up after a quarter of a second; the code after it is whole. No face stands in the report."""
    subject = HidBarcode()
    assert said(subject, typed("1010")[: 3 * EVENT.size], 1.0) == []
    assert subject.next_tick() == 1.0 + BETWEEN_KEYS_S
    assert said(subject, typed("4130"), 1.3) == [FrameRejected("a code stopped before Enter", ""), CardDrawn(card="KD")]
    assert [type(one) for one in said(subject, key("KEY_1") + key("KEY_X"), 2.0)] == [FrameRejected]
    assert said(subject, typed("4130"), 2.1) == [CardDrawn(card="KD")]
    assert said(subject, key("KEY_1") + DROPPED + typed("2020"), 3.0) == [InputLost(), CardDrawn(card="2H")]
    assert [frame.masked for frame in subject.traced()] == ["****"] * 3


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


KEYS: dict[str, dict[str, Any]] = {
    "KEY_F1": {"type": "bets.open"},
    "KEY_F2": {"type": "bets.closed"},
    "KEY_KP3": {"place": 3},
    "KEY_KPENTER": {"type": "decision", "action": "stand"},
    "KEY_KPPLUS": {"type": "action", "action": "fold"},
}


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


@pytest.mark.parametrize(
    ("meaning", "sentence"),
    [
        ({"type": "card", "card": "AS"}, "an event that a dealer may make for K, got 'card'"),
        ({"type": "no.such"}, "in `type` for K"),
        ({"type": "decision"}, "expected a value in `action` for K, got nothing"),
        ({"type": "decision", "action": "stand", "area": "x"}, 'expected a whole number in `area` for K, got "x"'),
        ({"place": 0}, "in `type` for K"),
        ({}, "in `type` for K"),
    ],
)
def test_meaning_that_is_none(meaning: dict[str, Any], sentence: str) -> None:
    """The configuration is refused with key and field; no key can be a card."""
    with pytest.raises(ValueError) as refused:
        Keypad({"K": meaning})
    assert sentence in str(refused.value)


def test_keypad_needs_keys_that_exist() -> None:
    """No keys at all, and a name that no key has."""
    with pytest.raises(ValueError, match="at least one key"):
        EvdevKeypad(keys={})
    with pytest.raises(ValueError, match="expected the name of a key"):
        EvdevKeypad(keys={"F1": {"type": "bets.open"}})


def test_keypad_over_framed() -> None:
    """A keypad of our own reference protocol sends names of keys; without a map it has none."""
    subject = Framed("console", keys={"F1": {"type": "bets.open"}})
    subject.opened(0.0)
    hello = build(Frame(0, "H", "!;3F0A;01;console;pad 1"))
    subject.feed(hello, 0.0)
    assert said(subject, build(Frame(1, "Y", "F1"))) == [BetsOpen()]
    assert said(subject, build(Frame(2, "Y", "F9"))) == [KeyIgnored("F9", "it has no meaning in the configuration")]
    assert said(subject, build(Frame(3, "Y", "f 9")))[0] == FrameRejected(
        "expected the name of a key in a frame 'Y'", ""
    )
    plain = Framed("console")
    plain.feed(hello, 0.0)
    assert type(said(plain, build(Frame(1, "Y", "F1")))[0]) is FrameRejected
    with pytest.raises(ValueError, match="keys for a console only"):
        Framed("shoe", keys=KEYS)


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
