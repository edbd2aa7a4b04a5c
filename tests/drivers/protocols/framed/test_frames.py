"""`framed`, the page for integrators held to its word: CRC, examples, frames there and back, numbers in a ring."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.protocols.framed import frames as framed
from drivers.protocols.framed.frames import NUMBERS, Frame, build, crc16, following, measure, parse, preceding, steps

EXAMPLES = re.findall(r"`<STX>(.+?)<ETX>`", framed.__doc__ or "")
ROW = re.compile(r"^\| `(.)`", re.MULTILINE)


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
