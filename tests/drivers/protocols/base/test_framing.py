"""The framer: any cut gives the same, one stray byte costs one byte, nothing grows."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from drivers.protocols.base.framing import INTER_BYTE_TIMEOUT_S, SPAN_LIMIT, Framer, Rejection, printable
from drivers.protocols.framed.frames import ETX, LONGEST, STX, Frame, build, measure

FRAMES = [build(Frame(1, "C", "AS")), build(Frame(2, "K")), build(Frame(255, "E", "!02jam at exit"))]

pieces = st.one_of(
    st.sampled_from(FRAMES),
    st.sampled_from([frame[:cut] for frame in FRAMES for cut in (1, 4, 8)]),
    st.sampled_from([frame[:2] + b"9" + frame[3:] for frame in FRAMES]),
    st.sampled_from([b"\x02", b"\x03", b"AT\r", b"\xff"]),
    st.binary(max_size=40),
)
streams = st.lists(pieces, max_size=12).map(b"".join)


def framer() -> Framer:
    """A framer for `framed`."""
    return Framer(starts=bytes((STX,)), ends=bytes((ETX,)), measure=measure, longest=LONGEST)


def cut(data: bytes, places: list[int]) -> list[bytes]:
    """The bytes in pieces."""
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[first:last] for first, last in pairwise(edges)]


@given(streams, st.lists(st.integers(min_value=0, max_value=2000), max_size=30))
def test_any_chunking_gives_the_same(data: bytes, places: list[int]) -> None:
    """Frames and rejected spans depend on the bytes, not on how they were cut."""
    whole, parts = framer(), framer()
    expected = [*whole.feed(data, 0.0), *whole.expire(10.0)]
    found = [item for chunk in cut(data, places) for item in parts.feed(chunk, 0.0)]
    assert [*found, *parts.expire(10.0)] == expected


@given(streams)
def test_every_byte_is_accounted_for_and_none_is_kept(data: bytes) -> None:
    """What goes in comes out as frame or rejection; what is held between is bounded by one frame and one span."""
    subject = framer()
    found: list[bytes | Rejection] = []
    for byte in data:
        found += subject.feed(bytes((byte,)), 0.0)
        assert len(subject) <= LONGEST + SPAN_LIMIT
    found += subject.expire(INTER_BYTE_TIMEOUT_S)
    assert b"".join(item.data if isinstance(item, Rejection) else item for item in found) == data
    assert len(subject) == 0


@given(st.binary(max_size=200).filter(lambda noise: STX not in noise), st.sampled_from(FRAMES))
def test_noise_before_a_frame_costs_no_frame(noise: bytes, frame: bytes) -> None:
    """Whatever stands before it, the next good frame is found."""
    assert [*framer().feed(noise + frame, 0.0)][-1] == frame


@given(st.sampled_from(FRAMES), st.sampled_from(FRAMES), st.data())
def test_a_frame_inside_a_rejected_span_is_found(first: bytes, second: bytes, data: st.DataObject) -> None:
    """A frame that was cut off takes nothing of the one behind it along."""
    start = first[: data.draw(st.integers(min_value=1, max_value=len(first) - 1))]
    assert [*framer().feed(start + second, 0.0)][-1] == second


def test_garbage_without_end_is_reported_in_spans() -> None:
    """A thousand bytes of garbage are some spans of bounded length, and the frame after them is found."""
    found = [*framer().feed(b"\x02" + b"x" * 1000 + FRAMES[0], 0.0)]
    assert found[-1] == FRAMES[0]
    assert all(isinstance(item, Rejection) and len(item.data) <= SPAN_LIMIT for item in found[:-1])


def test_a_pause_ends_a_frame() -> None:
    """A frame is given up after the inter-byte time-out, which exceeds 16 ms and ten characters at 4800 baud."""
    assert INTER_BYTE_TIMEOUT_S > 0.016 + 10 * 10 / 4800
    subject = framer()
    assert [*subject.feed(FRAMES[0][:5], 1.0)] == []
    expiry = subject.next_expiry()
    assert expiry == 1.0 + INTER_BYTE_TIMEOUT_S
    assert [*subject.expire(expiry - 0.001)] == []
    assert [*subject.expire(expiry)] == [Rejection("a frame stopped for more than 0.25 s", FRAMES[0][:5])]
    assert subject.next_expiry() is None


def test_what_is_shown_hides_faces() -> None:
    """A rejected span is made printable, and what reads as a card is masked."""
    assert printable(b"\x02AS7H\x03AT\r\xff") == "<02>****<03>AT<0D><FF>"
