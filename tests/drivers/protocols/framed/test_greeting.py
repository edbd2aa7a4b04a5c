"""`framed`, greeting, silence and damage: what is asked again, what is refused, and what no report may show."""

import pytest

from drivers.protocols.base.protocol import Received
from drivers.protocols.base.reports import (
    DeviceSilent,
    FrameRejected,
    WrongDevice,
)
from drivers.protocols.framed.frames import Frame, build
from drivers.protocols.framed.host import GREETING_S, PING_S, Framed
from tests.drivers.protocols.framed.greeted import heard, hello, host, said


def run_until(subject: Framed, at: float) -> list[object]:
    """Let time pass, tick by tick."""
    events: list[object] = []
    while (due := subject.next_tick()) is not None and due <= at:
        events += [event for event, _ in subject.tick(due)]
    return events


def test_greeting_is_repeated_and_silence_noticed() -> None:
    """Without an answer `h?` goes out every second, and after three the device is silent."""
    subject = Framed("shoe")
    subject.opened(0.0)
    assert run_until(subject, 2 * GREETING_S) == []
    assert said(subject) == [Frame(0, "h", "?")] * 3
    assert run_until(subject, 3 * GREETING_S) == [DeviceSilent(3.0)]


def test_quiet_device_is_asked_and_lives() -> None:
    """After two seconds of quiet the host asks; an answer keeps the device, three without make it silent."""
    subject = host()
    assert run_until(subject, PING_S) == []
    assert said(subject) == [Frame(0, "p")]
    assert heard(subject, Frame(0, "P"), at=PING_S + 0.1) == []
    assert run_until(subject, 2 * PING_S + 0.1) == []
    assert said(subject) == [Frame(0, "p")]
    assert run_until(subject, 60.0)[0] == DeviceSilent(4 * PING_S - 0.1)  # asked when the clock is even


def test_damaged_frame_is_asked_for_at_once_but_noise_is_not_answered() -> None:
    """A frame with a wrong CRC is refused with 0, at most every 50 ms; stray bytes are not answered at all."""
    subject = host()
    damaged = build(Frame(1, "C", "AS")).replace(b"AS", b"AC")
    (received,) = subject.feed(damaged, 1.0)
    assert isinstance(received.event, FrameRejected)
    assert received.event.reason == "the CRC does not fit"
    assert said(subject) == [Frame(0, "n", "0damaged")]
    subject.feed(damaged, 1.01)
    subject.feed(b"AT\r\x03", 1.1)
    assert said(subject) == []


def test_rejected_frame_shows_no_card() -> None:
    """A damaged card frame may be one that lies face down: its payload is not shown."""
    (received,) = host().feed(b"\x0201CQ\x07SF1234\x03", 0.0)[-1:]
    assert isinstance(received.event, FrameRejected)
    assert "Q" not in received.event.shown
    assert received.event.shown.startswith("<02>01C*")


@pytest.mark.parametrize("position", range(11))
def test_no_bit_error_makes_a_frame_tell_its_card(position: int) -> None:
    """Wherever a bit of a card's frame turns, neither the face nor the CRC, which 52 guesses would open, is told."""
    for card in ("QD", "2S", "AH", "TC"):
        frame = build(Frame(1, "C", card))
        crc = frame[-5:-1].decode("ascii")
        for bit in range(8):
            damaged = bytearray(frame)
            damaged[position] ^= 1 << bit
            told = "".join(str(item.event) for item in host().feed(bytes(damaged) + build(Frame(0, "P")), 0.0))
            assert not [word for word in (card, crc) if word in told], told


def test_echoing_line_does_no_harm() -> None:
    """The host's own frames coming back are rejected and acknowledge nothing."""
    (received,) = heard(host(), Frame(1, "a"))
    assert isinstance(received.event, FrameRejected)


def test_wrong_role_is_named_once_and_nothing_taken() -> None:
    """A meter on the shoe's port: named once for each connection, however often it greets."""
    subject = Framed("shoe")
    subject.opened(0.0)
    assert subject.feed(hello("meter"), 0.0) == [Received(WrongDevice("shoe", "meter"))]
    assert subject.feed(hello("meter"), 1.0) == []
    assert heard(subject, Frame(1, "M", "idle;")) == []
    subject.opened(2.0)
    assert subject.feed(hello("meter"), 2.0) == [Received(WrongDevice("shoe", "meter"))]
