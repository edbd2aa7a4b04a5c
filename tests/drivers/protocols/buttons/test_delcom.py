"""Delcom's switch and lamp, by the reports that the driver's page documents."""

import pytest

from drivers.protocols.base.reports import FrameRejected
from drivers.protocols.buttons.delcom import Delcom
from tests.drivers.protocols.readings import PRESS, UP, lit, said


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
