"""`framed`, the host's side without any I/O: vectors, numbering, acknowledging, greeting, messages."""

import json
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.effects import SetButton, SetMeter
from controller.core.events import (
    BetsOpen,
    ButtonPressed,
    CardDrawn,
    CutCard,
    Event,
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
    DeviceReady,
    DeviceSilent,
    FrameRejected,
    FrameRepeated,
    MeterShows,
    SequenceGap,
    ShoeState,
    ShufflerState,
    UndealtDropped,
    WrongDevice,
)
from drivers.protocols.framed import frames as framed
from drivers.protocols.framed.frames import NUMBERS, Frame, build, crc16, following, measure, parse, preceding, steps
from drivers.protocols.framed.host import GREETING_S, PING_S, Framed
from drivers.protocols.framed.messages import message_parts

EXAMPLES = re.findall(r"`<STX>(.+?)<ETX>`", framed.__doc__ or "")
ROW = re.compile(r"^\| `(.)`", re.MULTILINE)


def hello(role: Role = "shoe", *, mark: str = "!", session: str = "3F0A", number: int = 1) -> bytes:
    """A device's greeting."""
    return build(Frame(0, "H", f"{mark};{session};{number:02X};{role};demo 1.0"))


def host(role: Role = "shoe", *, number: int = 1) -> Framed:
    """A host that has been greeted, with nothing left to send."""
    subject = Framed(role)
    subject.opened(0.0)
    subject.feed(hello(role, number=number), 0.0)
    subject.data_to_send()
    return subject


def said(subject: Framed) -> list[Frame]:
    """What the host has to send."""
    data, frames = subject.data_to_send(), []
    while data:
        length = measure(data)
        assert isinstance(length, int)
        frames.append(parse(data[:length]))
        data = data[length:]
    return frames


def heard(subject: Framed, *frames: Frame, at: float = 0.0) -> list[Received]:
    """What the host makes of these frames."""
    return subject.feed(b"".join(build(frame) for frame in frames), at)


# --- the page for integrators -----------------------------------------------------------------------------------


def test_crc_is_the_published_one() -> None:
    """CRC-16/IBM-3740 has the check value 29B1 (catalogue of parametrised CRC algorithms)."""
    assert crc16(b"123456789") == 0x29B1


def crc_by_hand(data: bytes) -> int:
    """The polynomial division, bit by bit, as an integrator would write it."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


@given(st.binary(max_size=50))
def test_crc_is_the_one_described(data: bytes) -> None:
    """Polynomial 1021h, initial value FFFFh, not reflected, no final XOR."""
    assert crc16(data) == crc_by_hand(data)


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_of_the_page_are_good_frames(example: str) -> None:
    """Every example in the module's table has the right CRC and builds back to itself."""
    data = b"\x02" + example.encode("ascii") + b"\x03"
    assert f"{crc_by_hand(data[1:-5]):04X}" == example[-4:]
    assert measure(data) == len(data)
    assert build(parse(data)) == data


def test_page_has_an_example_of_every_type() -> None:
    """The table names each type once and shows at least one frame of it."""
    rows = ROW.findall(framed.__doc__ or "")
    assert len(rows) == len(set(rows)) == 22
    assert {example[2] for example in EXAMPLES} == set(rows)


@given(
    st.integers(0, 255), st.sampled_from("CKSUDOBMJElmjhHaAnNpP"),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=120),
)  # fmt: skip
def test_frames_round_trip(number: int, kind: str, payload: str) -> None:
    """What is built is measured and parsed to the same."""
    data = build(Frame(number, kind, payload))
    assert measure(data) == len(data)
    assert parse(data) == Frame(number, kind, payload)


@given(st.integers(0, 79))
def test_any_flipped_bit_is_noticed(bit: int) -> None:
    """CRC or shape refuses a frame in which any one bit is wrong."""
    data = bytearray(build(Frame(1, "C", "AS")))
    data[bit // 8] ^= 1 << bit % 8
    assert not isinstance(measure(bytes(data)), int) or bytes(data) == build(Frame(1, "C", "AS"))


@pytest.mark.parametrize("payload", ["A" * 121, "tab\t", "é"])
def test_payload_that_no_frame_carries_is_an_error(payload: str) -> None:
    """Too long, or not printable ASCII."""
    with pytest.raises(ValueError, match="expected up to 120 printable"):
        build(Frame(1, "J", payload))


def test_numbers_run_in_a_ring_without_zero() -> None:
    """FF is followed by 01; steps are counted forward."""
    assert [following(number) for number in (1, 0xFE, 0xFF)] == [2, 0xFF, 1]
    assert all(preceding(following(number)) == number for number in range(1, NUMBERS + 1))
    assert steps(0xFF, 1) == 1
    assert steps(1, 0xFF) == NUMBERS - 1


# --- what frames mean -------------------------------------------------------------------------------------------

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


# --- numbering --------------------------------------------------------------------------------------------------


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


# --- greeting, silence, damage ----------------------------------------------------------------------------------


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
    assert run_until(subject, 60.0)[0] == DeviceSilent(4 * PING_S)


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


def test_answers_to_commands() -> None:
    """`A` acknowledges by number; `N0` asks for a repetition; other refusals are final and carry the device's words."""
    received = heard(host(), Frame(4, "A"), Frame(0, "N", "0damaged"), Frame(5, "N", "2what?"))
    assert [event for event, _ in received] == [
        Acknowledged(4), CommandRefused("damaged", None, again=True), CommandRefused("what?", 5),
    ]  # fmt: skip


def test_wrong_role_is_named_once_and_nothing_taken() -> None:
    """A meter on the shoe's port: named once for each connection, however often it greets."""
    subject = Framed("shoe")
    subject.opened(0.0)
    assert subject.feed(hello("meter"), 0.0) == [Received(WrongDevice("shoe", "meter"))]
    assert subject.feed(hello("meter"), 1.0) == []
    assert heard(subject, Frame(1, "M", "idle;")) == []
    subject.opened(2.0)
    assert subject.feed(hello("meter"), 2.0) == [Received(WrongDevice("shoe", "meter"))]


# --- the button -------------------------------------------------------------------------------------------------


def presses(subject: Framed, *edges: tuple[float, str]) -> int:
    """How many presses these edges and levels make."""
    events = [
        event
        for number, (at, payload) in enumerate(edges, start=1)
        for event, _ in heard(subject, Frame(number, "B", payload), at=at)
    ]
    return events.count(ButtonPressed())


def test_press_is_down_after_up() -> None:
    """One press for each release and press; levels press nothing."""
    edges = ((1.0, "=U"), (2.0, "D"), (2.1, "U"), (3.0, "D"), (3.1, "U"), (4.0, "=D"), (5.0, "=U"))
    assert presses(host("button"), *edges) == 2


def test_held_button_never_presses() -> None:
    """Down before anybody waited: repeated levels and edges press nothing until it was up."""
    assert presses(host("button"), (1.0, "=D"), (2.0, "D"), (3.0, "=D"), (4.0, "D"), (5.0, "U")) == 0


def test_edges_before_the_level_are_old() -> None:
    """What a button still says from before the greeting, without its present level, presses nothing."""
    assert presses(host("button"), (1.0, "U"), (2.0, "D"), (3.0, "U"), (4.0, "=U"), (5.0, "D")) == 1


def test_edges_after_a_new_greeting_are_old_until_the_level() -> None:
    """A level known before the line dropped is not known after it."""
    subject = host("button")
    heard(subject, Frame(1, "B", "=U"))
    subject.opened(1.0)
    subject.feed(hello("button", number=2), 1.0)
    edges = (Frame(2, "B", "U"), Frame(3, "B", "D"))
    assert ButtonPressed() not in [event for frame in edges for event, _ in heard(subject, frame, at=frame.number)]


def test_bouncing_contact_presses_once() -> None:
    """Edges within 30 ms of the release are the bouncing of the contact."""
    edges = ((1.0, "=U"), (2.0, "D"), (2.001, "U"), (2.003, "D"), (2.1, "U"), (2.104, "D"), (2.2, "U"), (3.0, "D"))
    assert presses(host("button"), *edges) == 2


def test_edges_thrown_away_by_the_button_are_no_loss() -> None:
    """On a greeting the button skips the numbers of old edges; that is its duty, not a gap."""
    subject = host("button")
    heard(subject, Frame(1, "B", "=U"))
    subject.opened(1.0)
    subject.feed(hello("button", number=6), 1.0)
    assert heard(subject, Frame(6, "B", "=U"), at=1.0) == [Received(ButtonState(False), "3F0A-06")]


@pytest.mark.parametrize("thrown_away", [0, 1, 126, 127, 128, 200, 254, 255, 300])
def test_a_button_hammered_while_nobody_listened_is_heard_again(thrown_away: int) -> None:
    """However far its numbers went on meanwhile, also once round: its level is taken, and the next edge presses."""
    subject = host("button")
    heard(subject, Frame(1, "B", "=U"))
    subject.opened(1.0)
    number = 1
    for _ in range(thrown_away + 1):
        number = following(number)
    subject.feed(hello("button", number=number), 1.0)
    level, edge = Frame(number, "B", "=U"), Frame(following(number), "B", "D")
    events = [event for frame, at in ((level, 1.0), (edge, 2.0)) for event, _ in heard(subject, frame, at=at)]
    assert ButtonPressed() in events


# --- the console ------------------------------------------------------------------------------------------------


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
    assert len(subject._message or "") <= 8192


# --- commands ---------------------------------------------------------------------------------------------------


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


# --- any input --------------------------------------------------------------------------------------------------

frames = st.builds(
    lambda number, kind, payload: build(Frame(number, kind, payload)),
    st.integers(0, 20), st.sampled_from("CKSOEBUDMJAHNP"),
    st.sampled_from(["", "AS", "KD", "new", "ready;1;2", "D", "=U", "idle;", '3{"type":"bets.open"}', "!02jam"]),
)  # fmt: skip


@given(st.lists(st.one_of(frames, st.binary(max_size=20)), max_size=15), st.lists(st.integers(0, 400), max_size=15))
def test_any_chunking_gives_the_same_events(pieces: list[bytes], places: list[int]) -> None:
    """Through the whole protocol: events, marks, counters and answers do not depend on the cuts."""
    data = b"".join(pieces)
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    whole, parted = host(), host()
    expected = whole.feed(data, 1.0)
    found = [r for first, last in pairwise(edges) for r in parted.feed(data[first:last], 1.0)]
    assert found == expected
    assert parted.counters == whole.counters
    assert parted.data_to_send() == whole.data_to_send()


@given(st.sampled_from(["shoe", "shuffler", "button", "meter", "console"]), st.lists(st.one_of(frames, st.binary())))
def test_nothing_a_peer_sends_raises(role: Role, pieces: list[bytes]) -> None:
    """Whatever comes, the protocol answers with events and reports that print."""
    subject = host(role)
    for piece in pieces:
        for event, _ in subject.feed(piece, 0.0):
            assert isinstance(event, Event) or str(event)
