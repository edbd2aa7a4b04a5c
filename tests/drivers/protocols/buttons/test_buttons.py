"""Buttons and keypads by their reports and lines: what is a press, what was before, how the lamp is lit.

Vectors: TIOCM_* bits of ioctl_tty(2); the reports as documented in the sources that each driver's page names.
"""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.effects import SetButton, SetMeter
from controller.core.events import BetsOpen, ButtonPressed
from drivers.protocols.base.protocol import CommandUnknown, DeviceEvent, DeviceProtocol
from drivers.protocols.base.reports import ButtonState, DeviceReady, DeviceSilent, FrameRejected
from drivers.protocols.base.suspicions import ButtonStuck, InputLost, PressIgnored
from drivers.protocols.buttons.delcom import Delcom
from drivers.protocols.buttons.gpio import Gpio, record
from drivers.protocols.buttons.modem_line import ModemLine
from drivers.protocols.buttons.protocol import ButtonProtocol
from drivers.protocols.buttons.ultimarc_usbbutton import UltimarcUsbButton
from drivers.protocols.keyboards.xkeys import XkeysButton, XkeysKeypad, command

DOWN, UP = ButtonState(down=True), ButtonState(down=False)
PRESS = [DOWN, ButtonPressed()]


def said(subject: DeviceProtocol, data: bytes, at: float = 0.0) -> list[DeviceEvent]:
    """What some bytes give."""
    return [event for event, _ in subject.feed(data, at)]


def lit(subject: ButtonProtocol, *, on: bool) -> list[bytes]:
    """How the lamp is made so."""
    return [frame.data for frame in subject.encode(SetButton(lit=on))]


def test_modem_line() -> None:
    """CTS with power from RTS and the lamp on DTR; a half sample waits for its other half."""
    subject = ModemLine()
    subject.opened(0.0)
    assert subject.data_to_send() == b"\x00\x04"
    assert said(subject, b"\x00\x00") == [UP]
    assert said(subject, b"\x00") == []
    assert said(subject, b"\x20", 1.0) == PRESS
    assert said(subject, b"\x01\x20", 1.1) == []
    assert lit(subject, on=True) == [b"\x00\x06"]
    assert lit(subject, on=False) == [b"\x00\x04"]
    assert said(subject, b"\x00\x00", 1.2) == [PressIgnored("held"), UP]


def test_modem_line_the_other_way() -> None:
    """DSR, active low, power from DTR."""
    subject = ModemLine(line="dsr", power="dtr", inverted=True)
    subject.opened(0.0)
    assert subject.data_to_send() == b"\x00\x02"
    assert said(subject, b"\x01\x00") == [UP]
    assert said(subject, b"\x00\x20", 1.0) == PRESS
    assert lit(subject, on=True) == [b"\x00\x06"]


def test_gpio() -> None:
    """A reading, then numbered edges; a number left out is input lost, and the level is unknown until an up."""
    subject = Gpio()
    subject.opened(0.0)
    assert said(subject, record(1)) == [UP]
    assert said(subject, record(0, 1), 1.0) == PRESS
    assert said(subject, record(1, 2), 1.1) == [UP]
    assert said(subject, record(0, 5), 2.0) == [InputLost(), DOWN, PressIgnored("unknown_level")]
    assert said(subject, record(1, 6) + record(0, 7), 2.1)[0] == UP
    assert subject.counters.gaps == 1
    assert (lit(subject, on=True), lit(subject, on=False)) == ([b"\x01"], [b"\x00"])
    other = Gpio(active_high=True, lamp_active_low=True)
    assert said(other, record(0) + record(1, 1), 1.0) == [UP, *PRESS]
    assert lit(other, on=True) == [b"\x00"]


def test_gpio_that_reads_down_at_first_is_held() -> None:
    """No press of it until it has been up."""
    subject = Gpio()
    subject.opened(0.0)
    assert said(subject, record(0)) == [DOWN]
    assert said(subject, record(1, 1) + record(0, 2), 1.0) == [UP, DOWN, PressIgnored("bounce")]


def test_delcom() -> None:
    """FFh is up, FEh is down, with the report's number before it or without; the lamp is report 101."""
    subject = Delcom()
    subject.opened(0.0)
    assert said(subject, bytes.fromhex("FFFF000000000000")) == [UP]
    assert said(subject, bytes.fromhex("FEFF000000000000"), 1.0) == PRESS
    assert said(subject, bytes.fromhex("64FFFF0000000000"), 1.1) == [UP]
    assert lit(subject, on=True) == [bytes.fromhex("650C010000000000")]
    assert lit(subject, on=False) == [bytes.fromhex("650C000100000000")]
    assert [type(event) for event in said(subject, b"")] == [FrameRejected]
    with pytest.raises(ValueError, match="pins of port 1"):
        Delcom(lamp_pins=0)


def test_ultimarc() -> None:
    """The key in a boot keyboard's report, in any of its six places; four bytes light the lamp."""
    subject = UltimarcUsbButton(key="KEY_1", colour=(255, 128, 0))
    subject.opened(0.0)
    assert said(subject, bytes(8)) == [UP]
    assert said(subject, bytes.fromhex("0000041E00000000"), 1.0) == PRESS
    assert said(subject, bytes.fromhex("0000010101010101"), 1.1) == []
    assert said(subject, bytes.fromhex("0000040000000000"), 1.2) == [UP]
    assert [type(event) for event in said(subject, bytes(7))] == [FrameRejected]
    assert lit(subject, on=True) == [bytes.fromhex("01FF8000")]
    assert lit(subject, on=False) == [bytes.fromhex("01000000")]
    for wrong in ({"key": "KEY_F24"}, {"colour": (1, 2)}, {"colour": (1, 2, 256)}):
        with pytest.raises(ValueError, match="expected"):
            UltimarcUsbButton(**wrong)


def xkeys(pressed: int, flags: int = 0) -> bytes:
    """An input report of an XK-24."""
    return (bytes((1, flags)) + pressed.to_bytes(4, "little")).ljust(36, b"\x00")


def test_xkeys_button() -> None:
    """Asked for its state at opening; what it said before the answer is stale, what is down in it is held."""
    subject = XkeysButton(key="XK9")
    subject.opened(0.0)
    assert subject.data_to_send() == bytes((177,)).ljust(35, b"\x00")
    before = subject.ready
    assert said(subject, xkeys(1 << 9)) == [PressIgnored("stale")]
    assert said(subject, xkeys(0, 2)) == [UP]
    assert (before, subject.ready) == (False, True)
    assert subject.data_to_send() == command(214)
    assert said(subject, bytes((1, 214, *bytes(8), 31)).ljust(36, b"\x00")) == [DeviceReady("X-keys firmware 31")]
    assert said(subject, xkeys(1 << 8), 1.0) == []
    assert said(subject, xkeys(1 << 8 | 1 << 9), 1.1) == PRESS
    assert said(subject, xkeys(1 << 9, 1), 1.2) == []
    assert said(subject, xkeys(0), 1.3) == [UP]
    assert lit(subject, on=True) == [bytes((181, 9, 1)).ljust(35, b"\x00")]
    assert [type(event) for event in said(subject, xkeys(0, 7))] == [FrameRejected]
    subject.opened(5.0)
    assert said(subject, xkeys(1 << 9, 2), 5.1) == [DOWN]
    assert said(subject, xkeys(1 << 9), 5.2) == []
    assert [event for event, _ in subject.tick(5.1 + 10)] == [ButtonStuck(10.0)]


def test_xkeys_that_does_not_answer() -> None:
    """Asked three times, a second apart, then told to be silent."""
    subject = XkeysKeypad(keys={"XK0": {"type": "bets.open"}})
    subject.opened(0.0)
    for at in (1.0, 2.0):
        assert subject.next_tick() == at
        subject.data_to_send()
        assert subject.tick(at) == []
        assert subject.data_to_send() == command(177)
    assert [event for event, _ in subject.tick(3.0)] == [DeviceSilent(3.0)]


def test_xkeys_keypad() -> None:
    """A key is its meaning once, however long it is held; keys held at opening mean nothing."""
    subject = XkeysKeypad(keys={"XK0": {"type": "bets.open"}, "XK8": {"place": 1}})
    subject.opened(0.0)
    assert said(subject, xkeys(1)) == []
    assert said(subject, xkeys(1, 2)) == []
    assert said(subject, xkeys(1)) == []
    assert said(subject, xkeys(0) + b"", 1.0) == []
    assert said(subject, xkeys(1), 1.1) == [BetsOpen()]
    assert said(subject, xkeys(1 | 1 << 8), 1.2)[0].code == "place_chosen"  # type: ignore[union-attr]
    for key in ("XK32", "K1", "XK-1"):
        with pytest.raises(ValueError, match="expected a key from XK0"):
            XkeysKeypad(keys={key: {"type": "bets.open"}})


MAKE: dict[str, Callable[[], Any]] = {
    "modem_line": ModemLine,
    "gpio": Gpio,
    "delcom": Delcom,
    "ultimarc": UltimarcUsbButton,
    "xkeys": lambda: XkeysButton(key="XK0"),
}


@pytest.mark.parametrize("name", MAKE)
def test_buttons_take_their_own_order_only(name: str) -> None:
    """A meter's level is none for a button."""
    with pytest.raises(CommandUnknown, match="a button takes SetButton"):
        MAKE[name]().encode(SetMeter("idle"))


@given(st.sampled_from(sorted(MAKE)), st.lists(st.tuples(st.binary(max_size=40), st.floats(0, 1))))
def test_no_report_raises_or_presses_twice(name: str, parts: list[tuple[bytes, float]]) -> None:
    """Whatever comes: between two presses there is an up."""
    subject, at, up = MAKE[name](), 0.0, False
    subject.opened(at)
    for data, wait_s in parts:
        at += wait_s
        for event in said(subject, data, at):
            if event == ButtonPressed():
                assert up
                up = False
            elif event == UP:
                up = True
        subject.tick(at)
        subject.data_to_send()
