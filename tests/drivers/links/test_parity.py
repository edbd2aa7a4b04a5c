"""Bytes that the terminal marked as damaged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.links.parity import ParityMarks


@pytest.mark.parametrize(
    ("marked", "plain", "errors"),
    [
        (b"AS", b"AS", 0),
        (b"A\xff\xffS", b"A\xffS", 0),
        (b"A\xff\x00xS", b"A\x00S", 1),
        (b"\xff\x00\x00", b"\x00", 1),
        (b"\xff\xff\x00", b"\xff\x00", 0),
        (b"\xff\x00\xff\xff\xff", b"\x00\xff", 1),
    ],
    ids=["none", "a real FF", "damaged", "break", "FF then 00", "a damaged FF, then a real one"],
)
def test_marks_of_termios(marked: bytes, plain: bytes, errors: int) -> None:
    """FF 00 x is a damaged x and becomes 00, FF FF is FF; both as termios(3) says of PARMRK."""
    marks = ParityMarks()
    assert marks.plain(marked) == plain
    assert marks.errors == errors


@given(st.lists(st.one_of(st.integers(0, 255), st.tuples(st.integers(0, 255)))), st.integers(1, 7))
def test_any_chunking_gives_the_same(arrived: list[int | tuple[int]], size: int) -> None:
    """Plain bytes and damaged ones, marked as the kernel does, come out one for one however they are cut."""
    marked = b"".join(
        bytes((0xFF, 0, item[0])) if isinstance(item, tuple) else b"\xff\xff" if item == 0xFF else bytes((item,))
        for item in arrived
    )
    marks = ParityMarks()
    plain = b"".join(marks.plain(marked[start : start + size]) for start in range(0, len(marked), size))
    assert plain == bytes(0 if isinstance(item, tuple) else item for item in arrived)
    assert marks.errors == sum(isinstance(item, tuple) for item in arrived)
