"""A site on a terminal, drawn anew each second: the tables with something wrong first, as many as there is room for."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from controller.cli.table.floor_lines import MIB, STYLES, note, summary, where
from controller.mqtt.site import Seen
from controller.terminal.console import PrintableConsole

HEAD_LINES: Final = 6
"""Title, heading, its line, a blank, what was left out, and the last line, which stays empty."""

Draw = Callable[[str, Sequence[Seen], str | None], None]


@contextmanager
def live() -> Iterator[Draw]:
    """Gives what draws the site's name, its tables, and why nothing can be seen of them now."""
    console = PrintableConsole()
    with Live(console=console, screen=True, auto_refresh=False) as at:
        yield lambda name, tables, lost: at.update(picture(name, tables, lost, console.height), refresh=True)


def picture(name: str, tables: Sequence[Seen], lost: str | None, height: int) -> RenderableType:
    """For a terminal of so many lines."""
    room = max(1, height - HEAD_LINES)
    head = Text(f" {name} ", "bold reverse").append(f"  {summary(tables).text}", "not reverse")
    if lost is not None:
        head.append(f"  {lost}", "bold red not reverse")
    drawn = Table(box=None, expand=True, pad_edge=False)
    for title in ("table", "", "game", "round", "waits", "commit", "disk", "release"):
        drawn.add_column(title, no_wrap=True, justify="right" if title in ("waits", "commit", "disk") else "left")
    drawn.add_column("to look at", ratio=1, no_wrap=True, overflow="ellipsis")
    for one in tables[:room]:
        drawn.add_row(
            one.table, Text(one.status, STYLES[one.status]), one.game, where(one), _or_blank(one.waiting),
            _or_blank(one.commit_p99_ms, " ms"),
            "" if one.disk_free_bytes is None else f"{one.disk_free_bytes // MIB} MiB",
            Text(one.version or "", "yellow" if one.other_release else ""), note(one),
        )  # fmt: skip
    left = len(tables) - room
    return Group(head, Text(), drawn, Text(f"and {left} more" if left > 0 else "", "dim"))


def _or_blank(value: float | None, unit: str = "") -> str:
    return "" if value is None else f"{value:g}{unit}"
