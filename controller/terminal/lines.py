"""Lines for people: broken between words where the terminal ends, indented below their beginning, coloured there.

A program that reads them gets every line whole and without colour. `COLUMNS` says how wide the terminal is, also where
there is none.
"""

import shutil
import sys
from collections.abc import Iterable
from textwrap import wrap
from typing import Final, NamedTuple

from controller.terminal.printable import printable, say

LEAST: Final = 40
"""A terminal that is narrower breaks the lines itself."""


class Line(NamedTuple):
    """`head`, then `text`, which goes on below itself; `style`, a colour of rich, is the head's, else the text's."""

    text: str = ""
    head: str = ""
    style: str = ""

    def broken(self, width: int | None) -> list[str]:
        """The lines on a terminal of this width; one where it is None."""
        text, head = printable(self.text), printable(self.head)
        if width is None or len(head) + len(text) <= width:
            return [(head + text).rstrip()]
        indent = " " * min(len(head), width // 2)
        first = head if len(head) <= width // 2 else ""
        lines = wrap(
            text, max(LEAST, width), initial_indent=first or indent, subsequent_indent=indent,
            break_long_words=False, break_on_hyphens=False,
        )  # fmt: skip
        return lines if first else [head.rstrip(), *lines]


def columns() -> int | None:
    """How wide the terminal is; None where a program reads."""
    return shutil.get_terminal_size((0, 0)).columns or None


def show(lines: Iterable[Line]) -> None:
    """Print them."""
    width = columns()
    if width is None or not sys.stdout.isatty():
        for line in lines:
            say(*line.broken(width))
        return
    # Imported here: who reads in a pipe needs no colours.
    from rich.text import Text  # noqa: PLC0415

    from controller.terminal.console import PrintableConsole  # noqa: PLC0415

    console = PrintableConsole()
    for line in lines:
        text = Text("\n".join(line.broken(width)))
        if line.style:
            text.stylize(line.style, 0, len(printable(line.head)) or None)
        console.print(text, soft_wrap=True)
