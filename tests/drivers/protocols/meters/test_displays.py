"""Pole displays as the meter: vectors from the documented commands, whole lines only, and only those that change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.effects import SetMeter
from drivers.protocols.base.protocol import CommandUnknown, DeviceProtocol
from drivers.protocols.base.reports import DeviceReady, DeviceSilent, FrameRejected
from drivers.protocols.meters.cd5220 import Cd5220, brightness
from drivers.protocols.meters.cd5220 import write_line as cd5220_line
from drivers.protocols.meters.matrix_orbital import ASK_S, READ_TYPE, MatrixOrbital, write_line
from drivers.protocols.meters.texts import TWO_LINES, MeterTexts

SHOWING = SetMeter("showing", 3, "P3", 25)


def sent(subject: DeviceProtocol, order: SetMeter) -> list[bytes]:
    """The bytes of an order, command by command."""
    return [frame.data for frame in subject.encode(order)]


def test_cd5220_vectors() -> None:
    """The commands as the driver of lcdproc writes them."""
    assert cd5220_line(0, "25 TIMES") == b"\x1b\x51\x41" + b"25 TIMES" + b" " * 12 + b"\x0d"
    assert cd5220_line(1, "") == b"\x1b\x51\x42" + b" " * 20 + b"\x0d"
    assert brightness(4) == b"\x1b\x2a\x04"
    subject = Cd5220()
    subject.opened(0.0)
    assert sent(subject, SHOWING) == [
        b"\x1b\x40", b"\x1b\x5f\x00", b"\x1b\x2a\x04", cd5220_line(0, "25 TIMES"), cd5220_line(1, "AREA 3"),
    ]  # fmt: skip
    assert all(frame.pause_s >= 0.1 and not frame.reply for frame in subject.encode(SetMeter("idle")))


def test_matrix_orbital_vectors() -> None:
    """The same for Matrix Orbital; FEh never goes out inside a text, and a line is as wide as the display."""
    assert write_line(0, "25 TIMES", 20) == b"\xfe\x47\x01\x01" + b"25 TIMES" + b" " * 12
    assert write_line(1, "\u00feA\u00fe", 8) == b"\xfe\x47\x01\x02" + b"A       "
    assert write_line(0, "x" * 30, 20) == b"\xfe\x47\x01\x01" + b"x" * 20
    subject = MatrixOrbital(columns=16)
    subject.opened(0.0)
    assert sent(subject, SHOWING) == [
        b"\xfe\x58", b"\xfe\x4b", b"\xfe\x42\x00", write_line(0, "25 TIMES", 16), write_line(1, "AREA 3", 16),
    ]  # fmt: skip


@pytest.mark.parametrize("make", [Cd5220, MatrixOrbital])
def test_only_a_line_that_changes_is_written(make: type[Cd5220 | MatrixOrbital]) -> None:
    """The same order again writes nothing, another multiplier one line; a new connection begins anew."""
    subject = make()
    subject.opened(0.0)
    assert len(sent(subject, SHOWING)) == 5
    assert sent(subject, SHOWING) == []
    assert len(sent(subject, SetMeter("showing", 3, "P3", 100))) == 1
    assert len(sent(subject, SetMeter("idle"))) == 2
    subject.opened(1.0)
    assert len(sent(subject, SetMeter("idle"))) == 5
    with pytest.raises(CommandUnknown, match="a display takes SetMeter"):
        subject.encode("hello")


def test_what_a_display_cannot_show() -> None:
    """Unknown states and fields, too many lines, too long, not ASCII; sizes and brightness out of range."""
    for texts in (
        {"resting": "x"}, {"idle": "{player}"}, {"idle": "a\nb\nc"}, {"idle": "x" * 21}, {"idle": "\u00e9"},
        {"idle": "{"},
    ):  # fmt: skip
        with pytest.raises(ValueError, match="expected"):
            MeterTexts(texts, defaults=TWO_LINES, lines=2, columns=20)
    for make in (lambda: Cd5220(level=5), lambda: MatrixOrbital(columns=4), lambda: MatrixOrbital(lines=5)):
        with pytest.raises(ValueError, match="expected"):
            make()


def test_matrix_orbital_is_asked_whether_it_is_there() -> None:
    """Where its answers are wired it is ready after the first, asked every five seconds, and silent after three."""
    subject = MatrixOrbital(answers=True)
    subject.opened(0.0)
    before = subject.ready
    assert subject.data_to_send() == READ_TYPE
    assert subject.feed(b"\x05", 0.1)[0].event == DeviceReady("module type 05")
    assert (before, subject.ready) == (False, True)
    assert subject.next_tick() == 0.1 + ASK_S
    assert subject.feed(b"\x05", 0.2)[0].event == FrameRejected("expected no answer that was not asked for", "<05>")
    at = 0.1 + ASK_S
    for _ in range(3):
        assert subject.tick(at) == []
        assert subject.data_to_send() == READ_TYPE
        at += 1.0
    assert subject.tick(at)[0].event == DeviceSilent(3.0)


@given(st.binary(max_size=600))
def test_noise_from_a_display_is_noise(data: bytes) -> None:
    """Whatever comes back gives reports only, few of them, and never raises."""
    for subject in (Cd5220(), MatrixOrbital(), MatrixOrbital(answers=True)):
        subject.opened(0.0)
        received = subject.feed(data, 0.0) if data else []
        assert len(received) <= 32
        assert {type(event) for event, _ in received} <= {FrameRejected, DeviceReady}
