"""Any ASCII shoe from a description: checks, numbers, copies, maps; and no bytes that make it raise or grow.

The vectors stand in the example descriptions; the checks of the two made-up shoes were computed by hand (XOR and sum),
the CRC against the published check value of CRC-16/MODBUS for "123456789", 4B37.
"""

from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.events import CardDrawn, CutCard, SetDispensed, ShoeNew
from drivers.protocols.base.protocol import Received
from drivers.protocols.base.reports import (
    CopiesDiffer,
    DeviceError,
    DeviceErrorCleared,
    FrameRejected,
    FrameRepeated,
    SequenceGap,
    ShoeCount,
    ShoeState,
    ShufflerState,
    UndealtDropped,
)
from drivers.protocols.line.check import check_of, crc16
from drivers.protocols.line.host import Line
from drivers.protocols.line.shape import LONGEST, LineShape, ShapeError, read_shape

FOLDER: Final = Path(__file__).parents[4] / "config" / "shoes"


def shape(name: str) -> LineShape:
    """One of the examples."""
    file = FOLDER / f"{name}.toml"
    return read_shape(file.read_text(), file=file.name)


def events(subject: Line, data: bytes, at: float = 0.0) -> list[object]:
    """What some bytes give, without marks."""
    return [event for event, _ in subject.feed(data, at)]


def two_letter(text: str) -> bytes:
    """A line of the two-letter shoe."""
    return f"${text}*{check_of(text.encode(), shape('two-letter').check)}\r\n".encode()


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("two-letter", b"$07,C,TD,131*4B\r\n", [CardDrawn(card="TD"), ShoeCount(131)]),
        ("two-letter", two_letter("08,C,ASF,132"), [CardDrawn(card="AS", face_down=True), ShoeCount(132)]),
        ("two-letter", two_letter("08,C,--,132"), [CardDrawn(card="??"), ShoeCount(132)]),
        ("two-letter", two_letter("09,K"), [CutCard()]),
        ("two-letter", two_letter("10,N,8"), [ShoeNew(decks=8)]),
        ("two-letter", two_letter("11,S,OPN"), [ShoeState("door_open")]),
        ("two-letter", two_letter("12,E,07,card jam"), [DeviceError(7, "card jam")]),
        ("two-letter", two_letter("13,e,07"), [DeviceErrorCleared(7)]),
        ("two-letter", two_letter("OK"), []),
        ("numeric", b"C310D7\r", [CardDrawn(card="TC")]),
        ("numeric", b"C310D7\rC310D7\r", [CardDrawn(card="TC")]),
        ("numeric", b"C310D7\rC310D7\rC310D7\r", [CardDrawn(card="TC"), FrameRepeated("line")]),
        ("numeric", b"X58\rR52\r", [CutCard(), ShoeNew()]),
        ("poker-shuffler", b"U;READY;12;52;7212\n", [ShufflerState("ready", 12, 52)]),
        (
            "poker-shuffler",
            b"G;AS KD 7H 2C TC;44C6\n",
            [SetDispensed(cards=("AS", "KD", "7H", "2C", "TC"))],
        ),
        ("poker-shuffler", b"O;AS;5017\n", [UndealtDropped()]),
    ],
)
def test_vectors(name: str, data: bytes, expected: list[object]) -> None:
    """Each kind of line of the examples."""
    assert events(Line(shape(name)), data) == expected


def test_crc_parameters() -> None:
    """Three catalogued CRCs and the plain checks, by their published check values."""
    check = shape("poker-shuffler").check
    assert crc16(b"123456789", check) == 0x4B37
    assert crc16(b"123456789", check.model_copy(update={"polynomial": 0x1021, "initial": 0})) == 0x2189
    ccitt = {"polynomial": 0x1021, "reflected": False}
    assert crc16(b"123456789", check.model_copy(update=ccitt)) == 0x29B1
    assert check_of(b"123456789", check.model_copy(update={"kind": "sum"})) == "DD"
    assert check_of(b"123456789", check.model_copy(update={"kind": "xor"})) == "31"
    assert check_of(b"123456789", check.model_copy(update={"kind": "none"})) == ""


def test_numbers_tell_repetition_loss_and_contradiction() -> None:
    """The same again, another under the same number, a jump, and 99 followed by 01."""
    subject = Line(shape("two-letter"))
    assert events(subject, two_letter("98,K")) == [CutCard()]
    subject.data_to_send()
    assert events(subject, two_letter("98,K")) == [FrameRepeated("98")]
    assert subject.data_to_send() == b"\x0698"
    assert events(subject, two_letter("98,N,8")) == [CopiesDiffer("98")]
    assert events(subject, two_letter("99,N,8")) == [ShoeNew(decks=8)]
    assert events(subject, two_letter("01,K")) == [CutCard()]
    assert events(subject, two_letter("05,N,8")) == [SequenceGap("2", "5", 3), ShoeNew(decks=8)]
    assert (subject.counters.repeated, subject.counters.gaps, subject.counters.frames) == (1, 1, 6)


def test_line_is_answered_when_it_is_committed() -> None:
    """Not before: what was not on the disk is said again; a damaged line is asked for."""
    subject = Line(shape("two-letter"))
    received = subject.feed(b"$07,C,TD,131*4B\r\n", 0.0)
    assert {sequence for _, sequence in received} == {"07"}
    assert subject.data_to_send() == b""
    subject.acknowledge(received)
    assert subject.data_to_send() == b"\x0607"
    assert events(subject, b"$08,C,TD,131*4B\r\n") == [
        FrameRejected("expected a check that fits the line, got another", "")
    ]
    assert subject.data_to_send() == b"\x15"


def test_mark_survives_the_host() -> None:
    """After a restart the number kept is a repetition, the next is not, one further on is a loss."""
    for text, expected in (
        ("07,K", []),
        ("08,K", [CutCard()]),
        ("09,K", [SequenceGap("8", "9", 1), CutCard()]),
    ):
        subject = Line(shape("two-letter"))
        subject.resume("07")
        subject.opened(0.0)
        assert events(subject, two_letter(text)) == expected
    with pytest.raises(ValueError, match="expected a line's number"):
        Line(shape("two-letter")).resume("3F0A-01")


def test_equal_cards_in_a_row_are_two() -> None:
    """By number, and by time once the copies are past."""
    subject = Line(shape("two-letter"))
    found = events(subject, two_letter("07,C,AS,1") + two_letter("08,C,AS,2"))
    assert found.count(CardDrawn(card="AS")) == 2
    timed = Line(shape("numeric"))
    assert events(timed, b"C310D7\rC310D7\r", 0.0) + events(timed, b"C310D7\r", 0.5) == [CardDrawn(card="TC")] * 2


@pytest.mark.parametrize(
    "data",
    [
        b"$07,C,TD,131*4C\r\n", b"$07,C,TD,131*4b\n", b"$07,C,TD,1314B\r\n", b"$*00\r\n", b"$\r\n",
        b"07,C,TD,131*4B\r\n", two_letter("00,K"), two_letter("07,S,XXX"), two_letter("07,Q"),
        b"$07,\xff,TD,131*4B\r\n",
    ],
)  # fmt: skip
def test_what_is_no_line(data: bytes) -> None:
    """A wrong check, end, number, state or byte gives no event; and the good line behind it is read."""
    subject = Line(shape("two-letter"))
    good = two_letter("20,K")
    found = events(subject, data + good) + [event for event, _ in subject.tick(10.0)]
    assert found.count(CutCard()) == 1
    assert {type(event) for event in found} == {FrameRejected, CutCard}


def test_card_that_is_not_in_the_maps_is_refused_without_its_face() -> None:
    """What the description does not know is no card, and is not repeated to anybody."""
    (received,) = Line(shape("numeric")).feed(f"C314{check_of(b'C314', shape('numeric').check)}\r".encode(), 0.0)
    assert received == Received(FrameRejected("expected a rank and a suit of the description", ""))


def test_recorder_sees_no_face() -> None:
    """Rank, suit and the check that would give them away are blotted out; cards not dealt are not kept at all."""
    subject = Line(shape("two-letter"))
    subject.feed(b"$07,C,TD,131*4B\r\n", 0.0)
    assert [frame.masked for frame in subject.traced()] == ["$07,C,**,131"]
    shuffler = Line(shape("poker-shuffler"))
    shuffler.feed(b"G;AS KD 7H 2C TC;44C6\nO;AS;5017\n", 0.0)
    assert [(frame.masked, bool(frame.frame)) for frame in shuffler.traced()] == [
        ("G;**************", True),
        ("", False),
    ]


def wrong(old: str, new: str) -> str:
    """The sentence for the two-letter shoe with one change."""
    text = (FOLDER / "two-letter.toml").read_text()
    assert old in text
    with pytest.raises(ShapeError) as refused:
        read_shape(text.replace(old, new, 1), file="acme.toml")
    return str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('kind = "xor" ', 'kind = "md5" ', "acme.toml, line 14, key `check.kind`: expected 'none', 'xor'"),
        ("longest = 40", "longest = 4000", "line 11, key `line.longest`: expected less than or equal to 400, got 4000"),
        ("longest = 40", "long = 40", "line 11, key `line.long`: expected no such field, got 40"),
        ('means = "cut_card"', 'means = "cut"', "key `lines.2.means`: expected 'card'"),
        ("(?P<rank>[A2-9TJQK])", "[A2-9TJQK]", "line 28, key `lines.0.pattern`: expected a field `rank`"),
        (r"(?P<sequence>\d\d),K", "K", "key `lines.2.pattern`: expected a field `sequence`, which the rule"),
        (r"(?P<sequence>\d\d),K", r"(?P<sequence>\d\d),(K", "expected a regular expression, got one with missing )"),
        (r"(?P<sequence>\d\d),K", r"(?P<sequence>\d\d),(?P<x>K)", "expected no field `x` where a line means"),
        ('JAM = "jam"', 'JAM = "jammed"', "key `states.JAM`: expected one of door_closed"),
        ("first = 1", "first = 99", "key `duplicates.last`: expected a number above `first`, got 99"),
        ('rule = "sequence"', 'rule = "none"', "key `answer.ack`: expected a rule for duplicates with it"),
        ("[check]", "[check", "line 13: expected TOML"),
    ],
)  # fmt: skip
def test_description_that_does_not_hold(old: str, new: str, sentence: str) -> None:
    """The sentence names file, line and key."""
    assert sentence in wrong(old, new)


pieces = st.one_of(
    st.binary(max_size=20),
    st.sampled_from([
        b"$07,C,TD,131*4B\r\n", two_letter("08,K"), two_letter("OK"), b"$07,C,", b"AT\r", b"C310D7\r", b"\r\n",
        b"U;READY;12;52;7212\n", b"G;AS KD 7H 2C TC;44C6\n",
    ]),
)  # fmt: skip


@given(st.sampled_from(["two-letter", "numeric", "poker-shuffler"]), st.lists(pieces), st.data())
def test_any_chunking_gives_the_same(name: str, parts: list[bytes], data: st.DataObject) -> None:
    """Events and marks do not depend on how the bytes were cut, and what is held is bounded."""
    stream = b"".join(parts)
    whole, cut = Line(shape(name)), Line(shape(name))
    expected = whole.feed(stream, 0.0)
    found: list[Received] = []
    at = 0
    while at < len(stream):
        size = data.draw(st.integers(1, 7))
        found += cut.feed(stream[at : at + size], 0.0)
        at += size
        assert len(cut._framer) <= LONGEST
    assert found == expected
    assert cut.tick(10.0) == whole.tick(10.0)
