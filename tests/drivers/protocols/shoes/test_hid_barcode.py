"""Barcodes on cards: the public codes, codes of one's own, codes that are none, lost input."""

import pytest

from controller.core.events import CardDrawn, CutCard
from drivers.protocols.base.input_events import EVENT
from drivers.protocols.base.reports import FrameRejected
from drivers.protocols.base.suspicions import InputLost
from drivers.protocols.shoes.hid_barcode import BETWEEN_KEYS_S, PUBLIC_CODES, HidBarcode
from tests.drivers.protocols.readings import DROPPED, key, said, typed


def test_public_codes() -> None:
    """Four suits of thirteen ranks; the documented example 1010 is the ace of spades."""
    assert len(set(PUBLIC_CODES.values())) == len(PUBLIC_CODES) == 52
    assert (PUBLIC_CODES["1010"], PUBLIC_CODES["2100"], PUBLIC_CODES["3020"], PUBLIC_CODES["4130"]) == (
        "AS", "TH", "2C", "KD",
    )  # fmt: skip


def test_equal_cards_in_a_row_are_two() -> None:
    """Nothing is left out for being the same as before."""
    subject = HidBarcode()
    assert said(subject, typed("1010") + typed("1010")) == [CardDrawn(card="AS")] * 2


def test_codes_of_ones_own() -> None:
    """A table replaces the public one, with a code for the cutting card; what is no card is refused by the option."""
    subject = HidBarcode(codes={"77": "KD", "99": "cut_card"})
    assert said(subject, typed("77") + typed("99")) == [CardDrawn(card="KD"), CutCard()]
    assert said(subject, typed("1010")) == [FrameRejected("expected the code of a card, got another", "")]
    for codes in ({"7-": "KD"}, {"77": "1D"}, {"1" * 17: "KD"}):
        with pytest.raises(ValueError, match="expected"):
            HidBarcode(codes=codes)


def shifted(code: str, shift: str = "KEY_LEFTSHIFT") -> bytes:
    """What a reader types that holds Shift for each digit and each capital letter."""
    found = b""
    for sign in code:
        stroke = key(f"KEY_{sign.upper()}") + key(f"KEY_{sign.upper()}", 0)
        found += stroke if sign.islower() else key(shift) + stroke + key(shift, 0)
    return found + key("KEY_ENTER") + key("KEY_ENTER", 0)


@pytest.mark.parametrize("shift", ["KEY_LEFTSHIFT", "KEY_RIGHTSHIFT"])
def test_digits_with_shift_are_digits(shift: str) -> None:
    """As a reader for a French layout types them; one Shift for all is the same, one held over a loss is forgotten."""
    subject = HidBarcode()
    assert said(subject, shifted("1010", shift)) == [CardDrawn(card="AS")]
    assert said(subject, key(shift) + typed("4130") + key(shift, 0)) == [CardDrawn(card="KD")]
    assert said(subject, key(shift) + DROPPED + typed("2020")) == [InputLost(), CardDrawn(card="2H")]


def test_shift_makes_letters_capital() -> None:
    """Codes of letters are told apart by it; a letter that is in no code is another key still."""
    subject = HidBarcode(codes={"AS": "AS", "as": "2S", "Kd7": "KD"})
    assert said(subject, shifted("AS") + shifted("as") + shifted("Kd7")) == [
        CardDrawn(card="AS"), CardDrawn(card="2S"), CardDrawn(card="KD"),
    ]  # fmt: skip
    assert said(subject, key("KEY_LEFTSHIFT") + typed("AS") + key("KEY_LEFTSHIFT", 0)) == [CardDrawn(card="AS")]
    assert said(subject, key("KEY_LEFTSHIFT", seconds=0) + typed("AS")) == [CardDrawn(card="AS")]
    assert said(subject, key("KEY_LEFTSHIFT", 0) + typed("AS")) == [CardDrawn(card="2S")]
    assert [type(one) for one in said(subject, key("KEY_Q"))] == [FrameRejected]


def test_code_that_stops_or_holds_another_key() -> None:
    """It is given up after a quarter of a second; the code after it is whole. No face stands in the report."""
    subject = HidBarcode()
    assert said(subject, typed("1010")[: 3 * EVENT.size], 1.0) == []
    assert subject.next_tick() == 1.0 + BETWEEN_KEYS_S
    assert said(subject, typed("4130"), 1.3) == [FrameRejected("a code stopped before Enter", ""), CardDrawn(card="KD")]
    assert [type(one) for one in said(subject, key("KEY_1") + key("KEY_X"), 2.0)] == [FrameRejected]
    assert said(subject, typed("4130"), 2.1) == [CardDrawn(card="KD")]
    assert said(subject, key("KEY_1") + DROPPED + typed("2020"), 3.0) == [InputLost(), CardDrawn(card="2H")]
    assert [frame.masked for frame in subject.traced()] == ["****"] * 3
