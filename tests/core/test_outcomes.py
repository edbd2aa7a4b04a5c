"""The quick way to an outcome's JSON text gives the one that `dumps` gives, to the byte."""

from typing import Any

import pytest

from controller.core.outcomes import Uncalled, dumps, outcome_to_json, outcome_to_text, text_of, to_json_object

CHARACTERS = "".join(map(chr, (*range(0x3000), 0xE000, 0xFEFF, 0xFFFD, 0xFFFF, 0x10000, 0x1F0A1, 0x10FFFF)))


@pytest.mark.parametrize(
    "found",
    [
        CHARACTERS,
        {CHARACTERS: CHARACTERS},
        {"a": [], "b": {}, "c": None, "d": [True, False, 0, -1, 2**53, 2**63 - 1, 2**64, -(10**30)]},
        [{"list": [["deep"] * 3] * 3}, "/", "\\", '"', "\x7f\u2028\u2029"],
        to_json_object(Uncalled(seat=3, amount=100)),
    ],
)
def test_the_same_text(found: Any) -> None:
    """Text, whole numbers, truth values, null, lists and objects."""
    assert text_of(found) == dumps(found)


def test_an_outcome_is_made_once() -> None:
    """What is asked for again is the same object; another outcome, though equal, is another."""
    first: Any = Uncalled(seat=3, amount=100)
    made = outcome_to_json(first)
    assert outcome_to_json(first) is made == {"seat": 3, "amount": 100}
    assert outcome_to_text(first) == dumps(made)
    second: Any = Uncalled(seat=3, amount=100)
    assert outcome_to_json(second) is not made
