"""Lines for people: broken between words where the terminal ends, indented below their beginning, coloured there.

A program that reads them gets every line whole and without colour. `COLUMNS` says how wide the terminal is, also where
there is none.
"""

import shutil
import sys
from collections.abc import Iterable
from textwrap import wrap
from typing import Final, NamedTuple

LEAST: Final = 40
"""A terminal that is narrower breaks the lines itself."""


class Line(NamedTuple):
    """`head`, then `text`, which goes on below itself; `style`, a colour of rich, is the head's, else the text's."""

    text: str = ""
    head: str = ""
    style: str = ""

    def broken(self, width: int | None) -> list[str]:
        """The lines on a terminal of this width; one where it is None."""
        if width is None or len(self.head) + len(self.text) <= width:
            return [(self.head + self.text).rstrip()]
        indent = " " * min(len(self.head), width // 2)
        first = self.head if len(self.head) <= width // 2 else ""
        lines = wrap(
            self.text, max(LEAST, width), initial_indent=first or indent, subsequent_indent=indent,
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip
        return lines if first else [self.head.rstrip(), *lines]


def columns() -> int | None:
    """How wide the terminal is; None where a program reads."""
    return shutil.get_terminal_size((0, 0)).columns or None


def show(lines: Iterable[Line]) -> None:
    """Print them."""
    width = columns()
    if width is None or not sys.stdout.isatty():
        for line in lines:
            print("\n".join(line.broken(width)))
        return
    # Imported here: who reads in a pipe needs no colours.
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    console = Console(file=sys.stdout)
    for line in lines:
        text = Text("\n".join(line.broken(width)))
        if line.style:
            text.stylize(line.style, 0, len(line.head) or None)
        console.print(text, soft_wrap=True)
