"""The dealer's keypad: meanings that are none are refused with key and field."""

from typing import Any

import pytest

from drivers.protocols.consoles.keypad import Keypad


@pytest.mark.parametrize(
    ("meaning", "sentence"),
    [
        ({"type": "card", "card": "AS"}, "an event that a dealer may make for K, got 'card'"),
        ({"type": "no.such"}, "in `type` for K"),
        ({"type": "decision"}, "expected a value in `action` for K, got nothing"),
        ({"type": "decision", "action": "stand", "area": "x"}, 'expected a whole number in `area` for K, got "x"'),
        ({"place": 0}, "in `type` for K"),
        ({}, "in `type` for K"),
    ],
)
def test_meaning_that_is_none(meaning: dict[str, Any], sentence: str) -> None:
    """The configuration is refused with key and field; no key can be a card."""
    with pytest.raises(ValueError) as refused:
        Keypad({"K": meaning})
    assert sentence in str(refused.value)
