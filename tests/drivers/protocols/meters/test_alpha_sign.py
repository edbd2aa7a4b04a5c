"""`alpha_sign` without any I/O.

Vectors: computed from the format in msparks/alphasign and prototux/python-alphasign (d5af03f); no sign was at hand.
"""

import pytest

from controller.core.effects import SetButton, SetMeter
from drivers.protocols.base.protocol import CommandUnknown
from drivers.protocols.base.reports import Acknowledged, CommandRefused, FrameRejected
from drivers.protocols.meters.alpha_sign import CLEAR_S, GAP_S, AlphaSign, frame, write_string, write_text

TEXT = bytes.fromhex("00 00 00 00 00 01 5A 30 30 02 41 41 1B 30 62 58 20 32 35 03 30 32 31 33 04")
STRING = bytes.fromhex("00 00 00 00 00 01 5A 30 30 02 47 31 32 35 58 03 30 31 33 43 04")


def test_vectors() -> None:
    """A TEXT file that holds "X 25", and STRING file 1 made "25X", byte for byte."""
    assert frame(write_text("X 25")) == TEXT
    assert frame(write_string("25X")) == STRING


def test_layout_once_then_strings_only() -> None:
    """The first order of a connection lays out the memory and waits it out; later ones write the STRING alone."""
    sign = AlphaSign()
    sign.opened(0.0)
    first = sign.encode(SetMeter("idle"))
    assert [out.data[9:-5] for out in first] == [
        b"\x02E$AAU0040FFFF1BL007D0000\x03", b"\x02AA\x1b0b\x101\x03", b"\x02G1 \x03",
    ]  # fmt: skip
    assert [out.pause_s for out in first] == [CLEAR_S, GAP_S, GAP_S]
    assert [out.data for out in sign.encode(SetMeter("showing", 3, "P3", 25))] == [STRING]
    sign.opened(1.0)
    assert len(sign.encode(SetMeter("idle"))) == 3


def test_layout_left_to_the_technician() -> None:
    """With `configure` off the memory is never touched."""
    assert [out.data for out in AlphaSign(configure=False).encode(SetMeter("showing", 1, "P1", 25))] == [STRING]


def test_texts_type_and_address() -> None:
    """Each state has its text; the sign's type and address are those of the options."""
    sign = AlphaSign(configure=False, kind="f", address="0A", texts={"armed": "AREA {area}"})
    (out,) = sign.encode(SetMeter("armed", 3))
    assert out.data[5:].startswith(b"\x01f0A\x02G1AREA 3\x03")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"texts": {"open": "x"}}, "expected texts for idle"),
        ({"texts": {"showing": "{x}"}}, "expected only"),
        ({"texts": {"idle": "é"}}, "printable ASCII"),
        ({"texts": {"idle": "x" * 126}}, "up to 125"),
        ({"kind": "", "address": "00"}, "a type of one character"),
        ({"address": "0"}, "an address of two"),
    ],
)
def test_options_that_make_no_sense(options: dict[str, object], message: str) -> None:
    """Refused when the driver is made, not when the jackpot falls."""
    with pytest.raises(ValueError, match=message):
        AlphaSign(**options)  # type: ignore[arg-type]


def test_answers_where_the_sign_was_set_to_give_them() -> None:
    """ACK, NAK with its status, and what comes unasked."""
    sign = AlphaSign(configure=False, acknowledged=True)
    (out,) = sign.encode(SetMeter("idle"))
    assert out.reply
    assert [event for event, _ in sign.feed(b"\x06", 0.0)] == [Acknowledged()]
    sign.encode(SetMeter("idle"))
    assert [event for event, _ in sign.feed(b"\x15\x11", 0.0)] == [CommandRefused("parity and checksum", again=True)]
    unasked = [event for event, _ in [*sign.feed(b"\x06", 0.0), *sign.tick(9.0)]]
    assert [type(event) for event in unasked] == [FrameRejected]


def test_command_of_another_device_is_unknown() -> None:
    """A sign has no lamp."""
    with pytest.raises(CommandUnknown, match="a sign takes SetMeter, got SetButton"):
        AlphaSign().encode(SetButton(lit=True))
