"""The picture in little room: words and cards stay whole, and what does not fit is counted."""

import io

import pytest
from rich.console import Console
from rich.layout import Layout
from rich.panel import Panel
from rich.text import Text

from controller.demo.picture.areas import _hand, _row
from controller.demo.picture.narrow import Clipped


def shown(what: object, width: int, height: int | None = None) -> list[str]:
    """Its lines."""
    console = Console(width=width, height=height or 25, file=io.StringIO(), record=True)
    console.print(what, height=height)
    return [line.rstrip() for line in console.export_text().splitlines()]


@pytest.mark.parametrize(
    ("width", "what", "amount", "lines"),
    [
        (9, "pandemonium", "2,500", ["pandemon.", "    2,500"]),
        (9, "P3 pair", "25", ["P3 pair", "       25"]),
        (14, "P3 pandemonium", "+2,500", ["P3 pandemonium", "        +2,500"]),
        (15, "under 13", "-5", ["under 13     -5"]),
        (9, "", "25 to 1", ["  25 to 1"]),
        (6, "P3", "1,000.50", ["P3", "1,000…"]),
    ],
)
def test_no_word_is_broken(width: int, what: str, amount: str, lines: list[str]) -> None:
    """The amount is at the right of the last line, or of one more; a word that is too wide is cut."""
    assert shown(_row(what, amount), width) == lines


def test_no_card_is_broken() -> None:
    """A line ends between two cards."""
    faces = ["TS", "TH", "2D", "2C", "AS"]
    assert shown(_hand(faces, "25", "bust", style=""), 9) == ["10♠10♥2♦", "2♣A♠ 25", "bust"]


@pytest.mark.parametrize(
    ("height", "lines"),
    [(5, ["1", "2", "3", "4", "a"]), (4, ["1", "2", "3", "4"]), (3, ["1", "2", "… 2 more"]), (1, ["… 4 more"])],
)
def test_what_does_not_fit_is_counted(height: int, lines: list[str]) -> None:
    """Of the newest; of the others is shown what there is room for."""
    panel = Panel(Clipped(Text("1\n2\n3\n4"), Text("a\nb")), padding=(0, 0))
    inside = shown(Layout(panel), 20, height + 2)[1:-1]
    assert [line.strip("│ ") for line in inside] == lines
