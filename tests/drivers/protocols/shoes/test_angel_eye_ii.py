"""`angel_eye_ii` without any I/O.

Vectors: computed from the format in keepcodings/AngelEye (33f4183); no shoe was at hand.
"""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.events import CardDrawn, CutCard, Event, ShoeNew
from drivers.protocols.base.commands import ClearShoeError, LockShoe
from drivers.protocols.base.framing import SPAN_LIMIT
from drivers.protocols.base.protocol import CommandUnknown, Received
from drivers.protocols.base.reports import (
    Acknowledged,
    CardOutsideGame,
    CardReassigned,
    CommandRefused,
    CopiesDiffer,
    DeviceError,
    DeviceErrorCleared,
    DeviceReady,
    FrameRejected,
    FrameRepeated,
    PresetChanged,
    SequenceGap,
    ShoeState,
)
from drivers.protocols.shoes.angel_eye_ii import ETX, LONGEST, AngelEyeII, bcc

EIGHT_OF_SPADES = bytes.fromhex("05 31 44 81 B8 03 34 46")
RESULT = bytes.fromhex("05 32 47 91 03 45 37")
START = bytes.fromhex("05 31 53 03 36 31")
CUT_CARD = bytes.fromhex("05 33 43 03 37 33")
LOCK = bytes.fromhex("02 4F 50 4C 4B 30 32 03 31 42")


def telegram(number: int, letter: str, *data: int) -> bytes:
    """One copy of an event, its data with bit 7 set."""
    body = b"%d%b%b%c" % (number, letter.encode(), bytes(0x80 | value for value in data), ETX)
    return b"\x05" + body + bcc(body)


def card(number: int, suit: int = 3, rank: int = 8, target: int = 0, index: int = 1, letter: str = "D") -> bytes:
    """A card as the shoe tells it; the eight of spades unless said otherwise."""
    return telegram(number, letter, target << 4 | index, suit << 4 | rank)


def events(subject: AngelEyeII, data: bytes, at: float = 0.0) -> list[object]:
    """What the host hears."""
    return [event for event, _ in subject.feed(data, at)]


@pytest.mark.parametrize(
    ("data", "event"),
    [
        (EIGHT_OF_SPADES, CardDrawn(card="8S")),
        (RESULT, ShoeState("result")),
        (CUT_CARD, CutCard()),
        (START, DeviceReady("Angel Eye II", restarted=True)),
    ],
    ids=["8 of spades", "result", "cut card", "start"],
)
def test_vectors(data: bytes, event: object) -> None:
    """The telegrams of the public reader, byte for byte."""
    assert events(AngelEyeII(), data) == [event]


@pytest.mark.parametrize(
    ("suit", "rank", "face"),
    [(1, 1, "AD"), (2, 2, "2C"), (3, 10, "TS"), (4, 11, "JH"), (1, 12, "QD"), (2, 13, "KC")],
)
def test_faces(suit: int, rank: int, face: str) -> None:
    """Ranks 1 to 13 are ace to king, ten among them; suits are diamond, club, spade, heart."""
    assert events(AngelEyeII(), card(1, suit, rank)) == [CardDrawn(card=face)]


@pytest.mark.parametrize("target", [0, 1, 2, 4])
def test_target_means_nothing_here(target: int) -> None:
    """Player, Banker, burned or first card: at these games it is the next card."""
    assert events(AngelEyeII(), card(1, target=target)) == [CardDrawn(card="8S")]


@pytest.mark.parametrize(
    ("data", "event"),
    [
        (card(1, letter="R"), CardReassigned()),
        (card(1, target=5), ShoeState("burn_counted")),
        (card(1, target=0, letter="d"), CardOutsideGame("lock")),
        (card(1, target=1, letter="d"), CardOutsideGame("error")),
        (telegram(1, "P"), ShoeState("standby")),
        (telegram(1, "E", 0x41), DeviceError(1, "a card cannot be read")),
        (telegram(1, "E", 0x47), DeviceError(7, "draw timed out")),
        (telegram(1, "e", 2), DeviceErrorCleared(2)),
        (telegram(1, "L", 1), ShoeState("locked")),
        (telegram(1, "L", 0), ShoeState("unlocked")),
        (telegram(1, "M", *b"010008"), PresetChanged("01", "0008")),
    ],
)
def test_what_is_no_card(data: bytes, event: object) -> None:
    """Everything else that the shoe says is a report; `R` is no new card."""
    assert events(AngelEyeII(), data) == [event]


@pytest.mark.parametrize(
    "data", [card(1, suit=0), card(1, rank=0), card(1, suit=5), card(1, rank=14), card(1, index=0), card(1, index=4)]
)
def test_card_without_face_or_place_is_rejected(data: bytes) -> None:
    """No suit, no rank or an impossible index: not a card; the number counts all the same."""
    subject = AngelEyeII()
    assert [type(event) for event in events(subject, data)] == [FrameRejected]
    assert events(subject, card(2), 1.0) == [CardDrawn(card="8S")]


@pytest.mark.parametrize("position", range(1, 8))
def test_damaged_copy_is_rejected_and_the_next_taken(position: int) -> None:
    """BCC or form refuses a telegram with any byte changed; the second copy is the card."""
    damaged = bytearray(EIGHT_OF_SPADES)
    damaged[position] ^= 0x01
    subject = AngelEyeII()
    found = events(subject, bytes(damaged) + EIGHT_OF_SPADES)
    assert [event for event in found if isinstance(event, Event)] == [CardDrawn(card="8S")]
    assert isinstance(found[0], FrameRejected)
    assert subject.counters.rejected == 1


# --- copies and numbers -----------------------------------------------------------------------------------------


def test_three_copies_are_one_card() -> None:
    """Each event comes three times; a fourth is an injected repetition and is reported."""
    subject = AngelEyeII()
    assert events(subject, EIGHT_OF_SPADES * 3) == [CardDrawn(card="8S")]
    assert events(subject, EIGHT_OF_SPADES) == [FrameRepeated("1")]


def test_equal_cards_in_a_row_are_two_cards() -> None:
    """A copy is told by its number, never by the card alone."""
    assert events(AngelEyeII(), card(1) * 3 + card(2) * 3) == [CardDrawn(card="8S")] * 2


def test_same_number_nine_events_later_is_no_copy() -> None:
    """The window has passed: it is an event, and eight are missing."""
    subject = AngelEyeII()
    events(subject, card(1), 0.0)
    assert events(subject, card(1), 0.5) == [SequenceGap("2", "1", 8), CardDrawn(card="8S")]


def test_copy_within_the_window_only() -> None:
    """Half a second, from the first copy on."""
    subject = AngelEyeII()
    events(subject, card(1), 0.0)
    assert events(subject, card(1), 0.499) == []


def test_copy_that_was_read_late_is_a_copy() -> None:
    """The window runs from when the copy can have come, and the host that stood still says how late it reads."""
    subject = AngelEyeII()
    events(subject, card(1), 0.0)
    subject.late_s = 0.3
    assert events(subject, card(1), 0.7) == []
    assert events(subject, card(1), 0.8) == [SequenceGap("2", "1", 8), CardDrawn(card="8S")]


def test_differing_copy_changes_nothing() -> None:
    """Two good telegrams with one number and two faces: the first stands, the second is evidence."""
    subject = AngelEyeII()
    assert events(subject, card(1, rank=8) + card(1, rank=9)) == [CardDrawn(card="8S"), CopiesDiffer("1")]


def test_numbers_run_from_one_to_nine() -> None:
    """9 is followed by 1; a jump is a loss, reported before the card behind it."""
    subject = AngelEyeII()
    stream = b"".join(card(number) for number in (7, 8, 9, 1, 2, 5))
    assert events(subject, stream) == [*[CardDrawn(card="8S")] * 5, SequenceGap("3", "5", 2), CardDrawn(card="8S")]


def test_start_uses_up_no_number() -> None:
    """The event after a start may carry the same number, and is not swallowed; or the next one."""
    ready = DeviceReady("Angel Eye II", restarted=True)
    assert events(AngelEyeII(), START * 3 + card(1) * 3 + card(2)) == [ready, *[CardDrawn(card="8S")] * 2]
    assert events(AngelEyeII(), card(4) + telegram(1, "S") + card(2)) == [
        CardDrawn(card="8S"), ready, CardDrawn(card="8S"),
    ]  # fmt: skip


def test_start_after_the_cut_card_is_a_new_shoe() -> None:
    """And only then: a restart in the middle of a shoe begins no new one."""
    ready = DeviceReady("Angel Eye II", restarted=True)
    stream = START + card(1) + telegram(2, "S") + card(2) + telegram(3, "C") + card(4) + telegram(5, "S")
    played, cut = CardDrawn(card="8S"), CutCard()
    assert events(AngelEyeII(), stream) == [ready, played, ready, played, cut, played, ready, ShoeNew()]


def test_mark_survives_the_host() -> None:
    """Resumed, a copy that still comes is one, a loss in between is a loss, and the cut card is remembered."""
    subject = AngelEyeII()
    (received,) = subject.feed(telegram(3, "C"), 0.0)
    assert received == Received(CutCard(), "3C:C")
    for follow_up, expected in (
        (telegram(3, "C"), []),
        (card(4), [CardDrawn(card="8S")]),
        (card(6), [SequenceGap("4", "6", 2), CardDrawn(card="8S")]),
        (telegram(4, "S"), [DeviceReady("Angel Eye II", restarted=True), ShoeNew()]),
    ):
        resumed = AngelEyeII()
        resumed.resume("3C:C")
        resumed.opened(100.0)
        assert events(resumed, follow_up, 100.1) == expected


def test_foreign_mark_is_an_error() -> None:
    """A mark that this protocol never gave is a sentence, not a guess."""
    with pytest.raises(ValueError, match="expected a mark"):
        AngelEyeII().resume("3F0A-01")


# --- commands ---------------------------------------------------------------------------------------------------


def test_lock_with_either_check() -> None:
    """The public example counts STX into the BCC; its prose does not. Both can be made."""
    assert [frame.data for frame in AngelEyeII(commands=True).encode(LockShoe(locked=True))] == [LOCK]
    (other,) = AngelEyeII(commands=True, stx_in_bcc=False).encode(LockShoe(locked=True))
    assert other.data == LOCK[:-2] + b"19"


def test_refused_check_is_tried_the_other_way() -> None:
    """NAK 02 turns the way the BCC is made; other refusals are final and named."""
    subject = AngelEyeII(commands=True)
    (frame,) = subject.encode(LockShoe(locked=True))
    assert events(subject, b"\x1502") == [CommandRefused("BCC", again=True)]
    again = subject.again(frame)
    assert again.data == LOCK[:-2] + b"19"
    assert events(subject, b"\x06") == [Acknowledged()]
    subject.encode(ClearShoeError(2))
    assert events(subject, b"\x1521") == [CommandRefused("busy")]


def test_answer_without_a_command_is_noise() -> None:
    """06 and 15 among noise acknowledge nothing."""
    subject = AngelEyeII(commands=True)
    assert [type(event) for event in events(subject, b"\x06" + EIGHT_OF_SPADES)] == [FrameRejected, CardDrawn]


def test_commands_are_off_unless_allowed() -> None:
    """Listening only is the default."""
    with pytest.raises(CommandUnknown, match="switched off"):
        AngelEyeII().encode(LockShoe(locked=True))


# --- any input --------------------------------------------------------------------------------------------------

pieces = st.one_of(
    st.builds(card, st.integers(1, 9), st.integers(0, 5), st.integers(0, 14), st.integers(0, 7), st.integers(0, 4)),
    st.builds(telegram, st.integers(0, 9), st.sampled_from("SPCGELMXd")),
    st.sampled_from([START, CUT_CARD, RESULT, LOCK, EIGHT_OF_SPADES[:5], b"AT\r", b"\x05", b"\x06", b"\x15\x30"]),
    st.binary(max_size=20),
)


@given(st.lists(pieces, max_size=15), st.lists(st.integers(0, 300), max_size=15))
def test_any_chunking_gives_the_same_events(parts: list[bytes], places: list[int]) -> None:
    """Events, marks and counters do not depend on the cuts; what is held is bounded."""
    data = b"".join(parts)
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    whole, parted = AngelEyeII(), AngelEyeII()
    found = []
    for first, last in pairwise(edges):
        found += parted.feed(data[first:last], 0.0)
        assert len(parted._framer) <= LONGEST + SPAN_LIMIT
    assert found == whole.feed(data, 0.0)
    assert parted.counters == whole.counters


def test_rejected_telegram_shows_no_card() -> None:
    """Data bytes of a damaged telegram are only counted, also one that lost bit 7, and no BCC is told."""
    for damaged in (EIGHT_OF_SPADES[:-1] + b"0", EIGHT_OF_SPADES[:4] + b"8" + EIGHT_OF_SPADES[5:]):
        received = AngelEyeII().feed(damaged + CUT_CARD, 0.0)
        told = [item.event for item in received if isinstance(item.event, FrameRejected)]
        assert told
        assert "".join(report.shown for report in told) == "<05>1D<..><..><03>**"
        assert not [report for report in told if "4F" in str(report) or "40" in str(report)]
