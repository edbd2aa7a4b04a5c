"""A button between modem lines. Vectors: TIOCM_* bits of ioctl_tty(2)."""

from drivers.protocols.base.suspicions import PressIgnored
from drivers.protocols.buttons.modem_line import ModemLine
from tests.drivers.protocols.readings import PRESS, UP, lit, said


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
