"""Any text is TOML or a TomlError with a line that the text has; soon, and nothing else."""

import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.toml_lines import lines_of_keys
from controller.core.toml_text import TomlError, read_toml

PIECES = st.sampled_from(
    [
        *("a", "b.c", '"q"', "'l'", ".", "=", " = ", "1", "9" * 50, "9" * 5000, "1e9", "1e999", "0xff", "inf", "nan"),
        *("[", "]", "[[", "]]", "{", "}", ",", '"', "'", '"""', "'''", "\\", "\\u0000", "\\ud800", "\0", "#", "\n"),
        *("\r", "\u0663", "\u2028", "\x85", "1979-05-27T07:32:00Z", "true", "[a]\n", "[[a]]\n", "a = 1\n"),
        "a.b = {c = [1, 2]}\n",
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join)))
def test_any_text_is_toml_or_told(text: str) -> None:
    """Whatever is in it."""
    lines_of_keys(text)
    try:
        assert isinstance(read_toml(text), dict)
    except TomlError as error:
        told = error
    else:
        return
    assert 1 <= told.line <= max(1, len(text.splitlines()))
    assert len(str(told)) < 500


@pytest.mark.parametrize(
    "text", ["[ " + " " * 200_000, "a" * 200_000, '"' * 200_001, "a = '" + "\\" * 200_000, "[" * 99]
)
def test_lines_take_no_longer_than_they_are(text: str) -> None:
    """No pattern goes through a line again and again."""
    began = time.monotonic()
    with pytest.raises(TomlError):
        read_toml(text)
    lines_of_keys(text)
    assert time.monotonic() - began < 1


def test_numbers_are_exact_and_have_a_bound() -> None:
    """A fraction is a Decimal; no number is longer than any amount."""
    assert read_toml("a = 0.1") == {"a": Decimal("0.1")}
    assert read_toml("a = 1_0.5") == {"a": Decimal("10.5")}
    assert read_toml("a = 0.1", number=float) == {"a": 0.1}
    assert read_toml("a = 9223372036854775807") == {"a": 2**63 - 1}
    for wrong in ("9223372036854775808", "1e31", "1e-31", "0." + "1" * 40):
        with pytest.raises(TomlError) as told:
            read_toml(f"\na = {wrong}")
        assert told.value.line == 2
