"""The file of a capture: what is written is read, and what is none is told with its line."""

import io
import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.diagnosis.capture_file import LONGEST, CaptureError, CaptureWriter, Chunk, Header, read_capture

HEADER = '{"capture":1,"port":"/dev/x","line":"4800 8N1","started":"2026-01-31T12:00:00+00:00"}'
GOOD = '{"t":1.5,"dir":"<","hex":"05 31"}'


def read(*lines: str) -> tuple[Header, list[Chunk]]:
    """The capture of these lines."""
    return read_capture([f"{line}\n".encode() for line in lines], file="f")


@given(
    st.lists(
        st.tuples(st.floats(0, 9, allow_nan=False), st.sampled_from(["<", ">"]), st.none() | st.binary(max_size=40))
    )
)
def test_what_is_written_is_read(made: list[tuple[float, str, bytes | None]]) -> None:
    """Times to the microsecond, directions, bytes, and what was masked."""
    out, t, chunks = io.StringIO(), 0.0, []
    for number, (step, direction, data) in enumerate(made, start=2):
        t = round(t + step, 6)
        shown = "" if data is not None else "<02>01C*"
        chunks.append(Chunk(t, direction, data, shown, "", number))  # type: ignore[arg-type]
    header = Header(capture=1, port="/dev/x", line="9600 7E1", started="now", masked=True, device="shoe")
    writer = CaptureWriter(out, header)
    for chunk in chunks:
        writer.write(chunk)
    assert read_capture(out.getvalue().encode().splitlines(keepends=True), file="f") == (header, chunks)
    assert (writer.chunks, writer.bytes) == (len(chunks), sum(len(chunk.data or b"") for chunk in chunks))


@given(st.lists(st.binary(max_size=80) | st.sampled_from([HEADER.encode(), GOOD.encode(), b"[" * 60, b"1e999"])))
def test_any_bytes_are_a_capture_or_a_sentence(lines: list[bytes]) -> None:
    """No file ends it in any other way."""
    with suppress(CaptureError):
        read_capture(lines, file="f")


def test_people_may_write_it() -> None:
    """Hex with or without blanks, empty lines between."""
    _, chunks = read(HEADER, "", GOOD, '{"t":2,"dir":">","hex":"0506"}', '{"t":2,"dir":"<","shown":"x","means":"y"}')
    assert [(chunk.data, chunk.line) for chunk in chunks] == [(b"\x051", 3), (b"\x05\x06", 4), (None, 5)]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((), "f, line 1: expected the header of a capture, got an empty file."),
        (("no json",), "f, line 1: expected a JSON object, got 'no json'."),
        ((GOOD,), "f, line 1: key `capture`: "),
        ((HEADER.replace("1,", "2,", 1), GOOD), "f, line 1: key `capture`: expected 1, got 2"),
        ((HEADER.replace("4800 8N1", "fast"),), "f, line 1: key `line`: "),
        ((HEADER, GOOD, '{"t":1.4,"dir":"<","hex":"05"}'), "f, line 3: expected `t` not before 1.5"),
        ((HEADER, '{"t":-1,"dir":"<","hex":"05"}'), "f, line 2: key `t`: "),
        ((HEADER, '{"t":1,"dir":"x","hex":"05"}'), "f, line 2: key `dir`: "),
        ((HEADER, '{"t":1,"dir":"<","hex":"5"}'), "f, line 2: key `hex`: expected bytes as two hex digits each."),
        ((HEADER, '{"t":1,"dir":"<"}'), "f, line 2: expected either `hex` or `shown`."),
        ((HEADER, '{"t":1,"dir":"<","hex":"05","shown":"x"}'), "f, line 2: expected either `hex` or `shown`."),
        ((HEADER, '{"t":1,"dir":"<","hex":"05","more":1}'), "f, line 2: key `more`: "),
        ((HEADER, "x" * LONGEST), f"f, line 2: expected a line of up to {LONGEST} characters"),
    ],
)
def test_what_is_none_is_told_with_its_line(lines: tuple[str, ...], said: str) -> None:
    """File, line and key, and what was expected."""
    with pytest.raises(CaptureError) as error:
        read(*lines)
    assert str(error.value).startswith(said)


def test_a_line_cut_off_is_told_as_such() -> None:
    """A power cut leaves half a line: what is before it is good."""
    with pytest.raises(CaptureError, match=r"line 2: .* cut off: take it out"):
        read_capture([f"{HEADER}\n".encode(), GOOD[:20].encode()], file="f")
    with pytest.raises(CaptureError, match="expected UTF-8, got the byte 0xff"):
        read_capture([b"\xff\n"], file="f")


def test_no_line_has_more_keys_than_it_needs() -> None:
    """One line a chunk, `means` only where something is."""
    out = io.StringIO()
    writer = CaptureWriter(out, Header(capture=1, port="p", started="s"))
    writer.write(Chunk(0.1234567, "<", b"\x02A"))
    writer.write(Chunk(1.0, "<", None, "x"))
    assert [json.loads(line) for line in out.getvalue().splitlines()[1:]] == [
        {"t": 0.123457, "dir": "<", "hex": "02 41"}, {"t": 1.0, "dir": "<", "shown": "x"},
    ]  # fmt: skip
