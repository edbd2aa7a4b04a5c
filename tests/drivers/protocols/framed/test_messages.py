"""`framed`, payloads: what each type means for each role, what a role may not send, and how commands are put."""

import pytest

from controller.core.effects import SetButton, SetMeter
from controller.core.events import (
    BetsOpen,
    CardDrawn,
    CutCard,
    MultiplierDrawn,
    SetDispensed,
    ShoeNew,
)
from drivers.protocols.base.driver import Role
from drivers.protocols.base.protocol import CommandUnknown, Received
from drivers.protocols.base.reports import (
    Acknowledged,
    ButtonState,
    CommandRefused,
    DeviceError,
    DeviceErrorCleared,
    FrameRejected,
    MeterShows,
    ShoeState,
    ShufflerState,
    UndealtDropped,
)
from drivers.protocols.framed.frames import Frame, parse
from tests.drivers.protocols.framed.greeted import heard, host, said

MEANINGS: list[tuple[Role, str, str, object]] = [
    ("shoe", "C", "AS", CardDrawn(card="AS")),
    ("shoe", "C", "TD", CardDrawn(card="TD")),
    ("shoe", "C", "??F", CardDrawn(card="??", face_down=True)),
    ("shoe", "K", "", CutCard()),
    ("shoe", "S", "new", ShoeNew()),
    ("shoe", "S", "new;8", ShoeNew(decks=8)),
    ("shoe", "S", "door_open", ShoeState("door_open")),
    ("shoe", "O", "ASKD", UndealtDropped()),
    ("shoe", "E", "!02jam at exit", DeviceError(2, "jam at exit")),
    ("shoe", "E", "-02", DeviceErrorCleared(2)),
    ("shuffler", "U", "ready;12;416", ShufflerState("ready", 12, 416)),
    ("shuffler", "U", "jam;;", ShufflerState("jam")),
    ("shuffler", "D", "ASKD??", SetDispensed(cards=("AS", "KD", "??"))),
    ("meter", "M", "showing;25", MeterShows("showing", 25)),
    ("meter", "M", "idle;", MeterShows("idle")),
    ("button", "B", "=U", ButtonState(False)),
    ("console", "J", '3{"type":"bets.open"}', BetsOpen()),
    ("console", "J", '3{"type":"multiplier.drawn","value":100}', MultiplierDrawn(value=100)),
]


@pytest.mark.parametrize(("role", "kind", "payload", "event"), MEANINGS)
def test_each_type_means_its_event(role: Role, kind: str, payload: str, event: object) -> None:
    """The table of types: role, type and payload to the event, with the mark to keep."""
    assert heard(host(role), Frame(1, kind, payload)) == [Received(event, "3F0A-01")]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("role", "kind", "payload"),
    [
        ("shoe", "C", "1S"), ("shoe", "C", "AX"), ("shoe", "C", "10S"), ("shoe", "C", ""), ("shoe", "C", "ASG"),
        ("shoe", "K", "x"), ("shoe", "S", "open"), ("shoe", "S", "new;0"), ("shoe", "E", "2"), ("shoe", "B", "D"),
        ("shoe", "J", '3{"type":"bets.open"}'), ("shoe", "Z", ""), ("button", "B", "X"), ("button", "C", "AS"),
        ("meter", "M", "showing"), ("shuffler", "U", "ready"), ("shuffler", "U", "dancing;;"), ("shuffler", "D", "ASK"),
        ("shuffler", "D", ""), ("console", "J", "4{}"), ("console", "J", ""), ("console", "J", "2tail"),
        ("console", "J", "3{}"), ("console", "J", '3{"type":"bets.open","x":1}'), ("console", "J", "3not json"),
    ],
)  # fmt: skip
def test_what_a_role_does_not_say_is_refused(role: Role, kind: str, payload: str) -> None:
    """A payload of the wrong form, or a type of another role, is refused, reported without its payload, and passed."""
    subject = host(role)
    (received,) = heard(subject, Frame(1, kind, payload))
    assert isinstance(received.event, FrameRejected)
    assert received.event.shown == ""
    (refusal,) = said(subject)
    assert (refusal.number, refusal.type) == (1, "n")
    assert refusal.payload.startswith("2expected ")
    assert subject.counters.rejected == 1
    assert heard(subject, Frame(2, "E", "-02")) == [Received(DeviceErrorCleared(2), "3F0A-02")]


def test_answers_to_commands() -> None:
    """`A` acknowledges by number; `N0` asks for a repetition; other refusals are final and carry the device's words."""
    received = heard(host(), Frame(4, "A"), Frame(0, "N", "0damaged"), Frame(5, "N", "2what?"))
    assert [event for event, _ in received] == [
        Acknowledged(4), CommandRefused("damaged", None, again=True), CommandRefused("what?", 5),
    ]  # fmt: skip


def test_commands_are_numbered_frames() -> None:
    """The lamp and the meter as the page shows them, each with the next number, awaiting an answer."""
    button, meter = host("button"), host("meter")
    (lamp,) = button.encode(SetButton(lit=True, area=3, player="P3"))
    assert lamp.data == b"\x0201l13289\x03"
    assert lamp.reply
    assert [parse(frame.data) for frame in button.encode(SetButton(lit=False))] == [Frame(2, "l", "0")]
    orders = (SetMeter("armed", 3, "P3"), SetMeter("showing", 3, "P3", 25), SetMeter("idle"))
    frames = [parse(frame.data) for order in orders for frame in meter.encode(order)]
    assert frames == [Frame(1, "m", "armed;;3"), Frame(2, "m", "showing;25;3"), Frame(3, "m", "idle;;")]


def test_command_of_another_role_is_unknown() -> None:
    """A shoe has no lamp, a console takes no bare word."""
    with pytest.raises(CommandUnknown, match="a shoe does not take SetButton"):
        host().encode(SetButton(lit=True))
    with pytest.raises(CommandUnknown, match="a console takes answers"):
        host("console").encode("hello")
