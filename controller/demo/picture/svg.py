"""The picture as an SVG file that looks the same in every program that shows it.

Nothing is loaded from elsewhere: the fonts are those that a machine has, widest choice first, and each piece of text
is given its place and its width, so that one that is a little narrower or wider fits as well.
"""

import io
import re
from pathlib import Path
from typing import Final

from rich.console import Console, RenderableType

TITLE: Final = "tabled demo"
FONTS: Final = "'DejaVu Sans Mono', 'Fira Code', Menlo, Consolas, 'Liberation Mono', monospace"
NAME: Final = "table"
"""Before the names inside the file, which are the same each time it is made."""


def save(picture: RenderableType, file: Path, *, width: int, height: int) -> None:
    """Write it, so many columns wide and lines high; raises OSError."""
    console = Console(
        record=True, width=width, height=height, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(picture, height=height)
    text = console.export_svg(title=TITLE, unique_id=NAME)
    text = re.sub(r"\s*@font-face \{.*?\}", "", text, flags=re.DOTALL)
    text = text.replace("Fira Code, monospace", FONTS).replace("font-family: arial", "font-family: sans-serif")
    file.write_text(text, encoding="utf-8")
