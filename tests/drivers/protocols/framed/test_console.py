"""`framed`, the console: long messages in parts, what is refused and with which reason."""

import json

from drivers.protocols.base.reports import (
    FrameRejected,
    SequenceGap,
)
from drivers.protocols.framed.frames import Frame, following
from drivers.protocols.framed.messages import message_parts
from tests.drivers.protocols.framed.greeted import heard, hello, host, said


def parts(message: object) -> list[str]:
    """The payloads of one message."""
    return list(message_parts(json.dumps(message)))


def test_long_message_is_one_event() -> None:
    """The parts are acknowledged at once, the whole only when its event is committed."""
    subject = host("console")
    payloads = parts({"type": "wager", "area": 1, "kind": "main", "amount": 100, "player": "Ö" * 60})
    assert [payload[0] for payload in payloads] == ["1", "0", "0", "2"]
    received = heard(subject, *(Frame(number, "J", payload) for number, payload in enumerate(payloads, 1)))
    assert len(received) == 1
    assert received[0].sequence == "3F0A-04"
    assert said(subject) == [Frame(1, "a"), Frame(2, "a"), Frame(3, "a")]


def test_half_a_message_begins_again_after_a_greeting() -> None:
    """The host forgets its half, and takes the parts again with their old numbers."""
    subject = host("console")
    one, two = parts({"type": "irregularity", "kind": "other", "decision": "The round stands as dealt, " * 4})
    assert heard(subject, Frame(1, "J", one)) == []
    subject.opened(1.0)
    subject.feed(hello("console", number=1), 1.0)
    received = heard(subject, Frame(1, "J", one), Frame(2, "J", two), at=1.0)
    assert [type(event).__name__ for event, _ in received] == ["Irregularity"]


def test_message_that_lost_a_part_is_no_event() -> None:
    """A gap within a message is reported and the rest of it refused."""
    subject = host("console")
    payloads = parts({"type": "wager", "area": 1, "kind": "main", "amount": 100, "player": "Ö" * 60})
    received = heard(subject, Frame(1, "J", payloads[0]), Frame(3, "J", payloads[2]), Frame(4, "J", payloads[3]))
    assert [type(event) for event, _ in received] == [SequenceGap, FrameRejected, FrameRejected]


def test_malformed_message_is_refused_with_the_reason() -> None:
    """The console is told the field; its name is made printable first, and what it held is not repeated."""
    subject = host("console")
    heard(
        subject,
        Frame(1, "J", '3{"type":"seat.left","area":"x"}'),
        Frame(2, "J", '3{"type":"seat.left","area":1,"\\n\\u00e9":1}'),
        Frame(3, "J", '3{"type":"seat.left","area":1,"area":2}'),
    )
    assert [frame.payload for frame in said(subject)] == [
        "2expected a whole number in `area`",
        "2expected no such field in `??`",
        "2expected each key once in `area`",
    ]


def test_endless_message_is_refused() -> None:
    """No console can make the host's memory grow."""
    subject = host("console")
    number, refused = 1, []
    for place in ["1", *"0" * 80]:
        refused += heard(subject, Frame(number, "J", place + "x" * 119))
        number = following(number)
    assert {type(event) for event, _ in refused} == {FrameRejected}
    assert len(subject._memory._message or "") <= 8192
