"""config/ALERTS.md is what `make docs` would write."""

from controller.alerts.catalogue import CATALOGUE
from controller.alerts.printed import ALL, COMMON, everything
from tests.architecture.tracked import ROOT


def test_the_full_list_is_current_and_whole() -> None:
    """Else: `make docs`. Each code has its line."""
    text = (ROOT / ALL).read_text(encoding="utf-8")
    assert text == everything()
    assert [code for code in CATALOGUE if f"\n| `{code}` |" not in text] == []


def test_the_common_ones_are_at_the_top() -> None:
    """Each once, before the first subject."""
    top = everything().partition("\n## ")[0]
    assert [code for code in COMMON if top.count(f"`{code}`") != 1] == []
    assert len(set(COMMON)) == len(COMMON)
