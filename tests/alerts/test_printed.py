"""README.md and config/ALERTS.md are what `make docs` would write."""

import pytest

from controller.alerts.catalogue import CATALOGUE
from controller.alerts.printed import ALL, BEGIN, COMMON, END, README, common, everything, renewed
from tests.architecture.tracked import ROOT


def test_the_table_in_the_readme_is_current() -> None:
    """Else: `make docs`."""
    text = (ROOT / README).read_text(encoding="utf-8")
    assert renewed(text) == text


def test_the_full_list_is_current_and_whole() -> None:
    """Else: `make docs`. Each code has its line."""
    text = (ROOT / ALL).read_text(encoding="utf-8")
    assert text == everything()
    assert [code for code in CATALOGUE if f"\n| `{code}` |" not in text] == []


def test_the_common_ones_are_in_the_catalogue() -> None:
    """Each once, with a line of its own."""
    assert len(set(COMMON)) == len(COMMON)
    assert [code for code in COMMON if f"\n| `{code}` |" not in common()] == []


def test_what_is_around_the_table_stays() -> None:
    """Only what is between the two marks is written; a file without them is refused."""
    text = renewed(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    assert text == f"before\n{BEGIN}\n\n{common()}\n\n{END}\nafter\n"
    with pytest.raises(ValueError, match="expected the lines"):
        renewed("no marks")
