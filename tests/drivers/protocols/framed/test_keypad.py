"""`framed`, a console that is a keypad."""

import pytest

from controller.core.events import BetsOpen
from drivers.protocols.base.reports import FrameRejected
from drivers.protocols.base.suspicions import KeyIgnored
from drivers.protocols.framed.frames import Frame, build
from drivers.protocols.framed.host import Framed
from tests.drivers.protocols.readings import KEYS, said


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
