"""The picture as an SVG file that is whole in every program that shows it.

rich writes lines of text, whose width is the font's and whose spaces are the program's. Here each word has its own
place, signs beyond ASCII too, which may come from another font, and frames are drawn; the size is stated. Nothing is
loaded from elsewhere.
"""

import html
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rich.console import RenderableType

from controller.terminal.console import PrintableConsole

TITLE: Final = "tabled demo"
FONTS: Final = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"
NAME: Final = "table"
"""Before the names inside the file, which are the same each time it is made."""

_CELL: Final = 12.2
_LINE: Final = 24.4
_BASELINE: Final = 18.5
"""rich's width and height of a character's cell, and how far below its top the text stands."""
_STROKE: Final = 1.4
_TEXT: Final = re.compile(
    r'<text class="([\w-]+)" x="([\d.]+)" y="([\d.]+)" textLength="[^"]*" clip-path="[^"]*">(.*?)</text>'
)
_PIECES: Final = re.compile(r"─+|[!-~]+|\S")
_SIDES: Final = {"─": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu"}
"""The frames' signs, and where lines leave them: left, right, up, down."""


def save(picture: RenderableType, file: Path, *, width: int, height: int) -> None:
    """Write it, so many columns wide and lines high; raises OSError."""
    console = PrintableConsole(
        record=True, width=width, height=height, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(picture, height=height)
    text = console.export_svg(title=TITLE, unique_id=NAME)
    text = re.sub(r"\s*@font-face \{.*?\}", "", text, flags=re.DOTALL)
    text = text.replace("Fira Code, monospace", FONTS).replace("font-family: arial", "font-family: sans-serif")
    text = re.sub(r'viewBox="0 0 (\S+) (\S+)"', r'viewBox="0 0 \1 \2" width="\1" height="\2"', text, count=1)
    text = re.sub(rf'<clipPath id="{NAME}-line-\d+">.*?</clipPath>\s*', "", text, flags=re.DOTALL)
    file.write_text(_TEXT.sub(lambda found: "".join(_placed(*found.groups())), text), encoding="utf-8")


def _placed(style: str, x: str, y: str, escaped: str) -> Iterator[str]:
    """The pieces of one line of text, each at its place."""
    for piece in _PIECES.finditer(html.unescape(escaped)):
        left, width, word = float(x) + piece.start() * _CELL, len(piece[0]) * _CELL, piece[0]
        if word[0] in _SIDES:
            yield from _frame(style, left, float(y) - _BASELINE, width, _SIDES[word[0]])
        else:
            yield f'<text class="{style}" x="{left:g}" y="{y}" textLength="{width:g}">{html.escape(word)}</text>'


def _frame(style: str, left: float, top: float, width: float, sides: str) -> Iterator[str]:
    """A sign of a frame as bars from its middle to its sides; a run of one sign is one bar."""
    middle, centre = top + _LINE / 2, left + width / 2
    if "l" in sides or "r" in sides:
        begin, end = left if "l" in sides else centre, left + width if "r" in sides else centre
        yield _bar(style, begin, middle, end - begin, _STROKE)
    if "u" in sides or "d" in sides:
        begin, end = top if "u" in sides else middle, top + _LINE if "d" in sides else middle
        yield _bar(style, centre, begin, _STROKE, end - begin)


def _bar(style: str, x: float, y: float, width: float, height: float) -> str:
    return f'<rect class="{style}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'
