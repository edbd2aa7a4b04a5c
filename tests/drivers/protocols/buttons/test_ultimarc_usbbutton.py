"""Ultimarc's button: a boot keyboard's report and the lamp's."""

import pytest

from drivers.protocols.base.reports import FrameRejected
from drivers.protocols.buttons.ultimarc_usbbutton import UltimarcUsbButton
from tests.drivers.protocols.readings import PRESS, UP, lit, said


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
