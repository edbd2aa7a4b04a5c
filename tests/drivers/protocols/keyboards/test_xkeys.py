"""X-keys as the button and as the dealer's keypad, by the reports that the driver's page documents."""

import pytest

from controller.core.events import BetsOpen
from drivers.protocols.base.reports import DeviceReady, DeviceSilent, FrameRejected
from drivers.protocols.base.suspicions import ButtonStuck, PressIgnored
from drivers.protocols.keyboards.xkeys import XkeysButton, XkeysKeypad, command
from tests.drivers.protocols.readings import DOWN, PRESS, UP, lit, said


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
