"""`framed`, numbering: acknowledged after commit only, repetitions, losses, and marks that survive the host."""

import pytest

from controller.core.events import (
    CardDrawn,
    CutCard,
)
from drivers.protocols.base.protocol import Received
from drivers.protocols.base.reports import (
    DeviceReady,
    FrameRejected,
    FrameRepeated,
    SequenceGap,
)
from drivers.protocols.framed.frames import Frame
from drivers.protocols.framed.host import Framed
from tests.drivers.protocols.framed.greeted import heard, hello, host, said


def test_acknowledged_after_commit_only() -> None:
    """A taken frame and its repetitions stay unanswered until the event is committed; from then on each is answered."""
    subject, card = host(), Frame(1, "C", "AS")
    batch = heard(subject, card)
    assert heard(subject, card) == [Received(FrameRepeated("01"))]
    assert said(subject) == []
    subject.acknowledge(batch)
    assert said(subject) == [Frame(1, "a")]
    assert heard(subject, card) == [Received(FrameRepeated("01"))]
    assert said(subject) == [Frame(1, "a")]


def test_equal_cards_in_a_row_are_two_cards() -> None:
    """Repetition is told by the number, never by the card."""
    received = heard(host(), Frame(1, "C", "AS"), Frame(2, "C", "AS"))
    assert [event for event, _ in received] == [CardDrawn(card="AS")] * 2


def test_gap_is_reported_before_the_frame_is_taken() -> None:
    """A number further on is a loss; the frame itself counts."""
    received = heard(host(), Frame(1, "C", "AS"), Frame(5, "C", "KD"))
    assert [event for event, _ in received] == [CardDrawn(card="AS"), SequenceGap("02", "05", 3), CardDrawn(card="KD")]


def test_numbers_wrap_without_a_gap() -> None:
    """FF is followed by 01; an old repetition from before the wrap stays one."""
    subject = host(number=0xFE)
    events = [event for event, _ in heard(subject, *(Frame(n, "K") for n in (0xFE, 0xFF, 1, 0xFF)))]
    assert events == [CutCard(), CutCard(), CutCard(), FrameRepeated("FF")]


def test_number_zero_is_none() -> None:
    """A numbered type with number 00 is refused: it could not be told from its repetition."""
    (received,) = heard(host(), Frame(0, "C", "AS"))
    assert isinstance(received.event, FrameRejected)


def test_nothing_is_taken_before_the_greeting() -> None:
    """Whose numbers they are is not known yet: the device will repeat."""
    subject = Framed("shoe")
    subject.opened(0.0)
    assert said(subject) == [Frame(0, "h", "?")]
    assert heard(subject, Frame(1, "C", "AS")) == []
    ready_before = subject.ready
    assert [event for event, _ in subject.feed(hello(), 0.1)] == [DeviceReady("demo 1.0")]
    assert (ready_before, subject.ready) == (False, True)
    assert heard(subject, Frame(1, "C", "AS")) == [Received(CardDrawn(card="AS"), "3F0A-01")]


def test_mark_survives_the_host() -> None:
    """Resumed with its mark, the host knows the repetition of what it had, and goes on with the next."""
    subject = Framed("shoe")
    subject.resume("3F0A-07")
    subject.opened(0.0)
    subject.feed(hello(number=7), 0.0)
    said(subject)
    assert heard(subject, Frame(7, "C", "AS")) == [Received(FrameRepeated("07"))]
    assert said(subject) == [Frame(7, "a")]
    assert heard(subject, Frame(8, "C", "AS")) == [Received(CardDrawn(card="AS"), "3F0A-08")]


def test_mark_of_another_session_says_that_the_device_restarted() -> None:
    """A device with a new session begins where its greeting says."""
    subject = Framed("shoe")
    subject.resume("1111-07")
    subject.opened(0.0)
    assert subject.feed(hello(number=7), 0.0) == [Received(DeviceReady("demo 1.0", restarted=True))]
    assert heard(subject, Frame(7, "C", "AS")) == [Received(CardDrawn(card="AS"), "3F0A-07")]


@pytest.mark.parametrize("mark", ["", "3F0A", "3F0A-", "3f0a-01", "3F0A-001"])
def test_foreign_mark_is_an_error(mark: str) -> None:
    """A mark that this protocol never gave is a sentence, not a guess."""
    with pytest.raises(ValueError, match="expected a mark"):
        Framed("shoe").resume(mark)


def test_commit_that_ends_after_a_new_greeting_is_acknowledged_once() -> None:
    """A frame delivered before the line dropped is neither delivered again nor forgotten after it is back."""
    subject = host()
    batch = heard(subject, Frame(1, "C", "AS"))
    subject.opened(1.0)
    subject.feed(hello(number=1), 1.0)
    said(subject)
    assert heard(subject, Frame(1, "C", "AS"), at=1.0) == [Received(FrameRepeated("01"))]
    subject.acknowledge(batch)
    assert said(subject) == [Frame(1, "a")]


def test_commit_of_an_old_session_acknowledges_nothing() -> None:
    """The new session's frame of the same number is another frame."""
    subject = host()
    batch = heard(subject, Frame(1, "C", "AS"))
    subject.feed(hello(mark="?", session="BEEF"), 1.0)
    assert said(subject) == [Frame(0, "h", "!")]
    assert heard(subject, Frame(1, "C", "AS")) == [Received(CardDrawn(card="AS"), "BEEF-01")]
    subject.acknowledge(batch)
    assert said(subject) == []


def test_frame_that_waits_in_an_old_session_holds_up_no_new_one() -> None:
    """The repetition of a refused frame is acknowledged, though an old frame of its number was never committed."""
    subject = host()
    heard(subject, Frame(1, "C", "AS"))
    subject.feed(hello(session="BEEF"), 1.0)
    heard(subject, Frame(1, "C", "??X"))
    said(subject)
    assert heard(subject, Frame(1, "C", "??X")) == [Received(FrameRepeated("01"))]
    assert said(subject) == [Frame(1, "a")]
