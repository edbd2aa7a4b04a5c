"""What is drawn in little room: no word and no card is broken, and what does not fit is counted."""

from collections.abc import Sequence
from typing import Any, Final

from rich.console import ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.text import Text

CUT: Final = "."
"""Behind a word that is wider than its place."""


class Flow:
    """Pieces in lines that break between them alone; `right` ends the last line, or one more where it does not fit."""

    def __init__(self, pieces: Sequence[Text], *, between: str = " ", right: Text | None = None) -> None:
        self._pieces = pieces
        self._between = between
        self._right = right

    def __rich_console__(self, console: Any, options: ConsoleOptions) -> RenderResult:
        del console
        width = options.max_width
        lines = [Text()]
        for piece in self._pieces:
            between = self._between if lines[-1] else ""
            if lines[-1] and lines[-1].cell_len + len(between) + piece.cell_len > width:
                lines.append(_fitting(_without_space(piece), width))
            else:
                lines[-1].append(between).append_text(_fitting(piece, width))
        if self._right is not None:
            right = _fitting(self._right, width, cut="…")
            if lines[-1] and lines[-1].cell_len + 1 + right.cell_len > width:
                lines.append(Text())
            lines[-1].append(" " * (width - lines[-1].cell_len - right.cell_len)).append_text(right)
        yield from lines


def words_in(text: str, style: str = "") -> list[Text]:
    """The words of a text as pieces."""
    return [Text(word, style) for word in text.split()]


class Clipped:
    """The first of these whole or, where it does not fit, with how many lines more it has; then what fits of `rest`."""

    def __init__(self, first: RenderableType, *rest: RenderableType) -> None:
        self._first = first
        self._rest = Group(*rest)

    def __rich_console__(self, console: Any, options: ConsoleOptions) -> RenderResult:
        height = options.height
        free = options.reset_height()
        lines = console.render_lines(self._first, free, pad=False)
        if height is not None and len(lines) > height:
            shown = lines[: max(height - 1, 0)]
            more = console.render_lines(Text(f"… {len(lines) - len(shown)} more", "dim"), free, pad=False)
            lines = [*shown, *more]
        else:
            lines += console.render_lines(self._rest, free, pad=False)[
                : None if height is None else height - len(lines)
            ]
        for line in lines:
            yield from line
            yield Segment.line()


def _without_space(piece: Text) -> Text:
    return piece[len(piece.plain) - len(piece.plain.lstrip()) :]


def _fitting(piece: Text, width: int, *, cut: str = CUT) -> Text:
    if piece.cell_len <= width:
        return piece
    short = piece.copy()
    short.truncate(max(width - len(cut), 0))
    return short.append(cut)
