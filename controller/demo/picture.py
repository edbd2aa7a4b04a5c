"""The live picture of the table in the terminal, and the same picture as an SVG file.

    title, round, phase, the dealer's words
    dealer or board | meter | button | shoe, devices, journal
    the areas or seats
    last outcomes, with clauses | messages of the broker

Hands and wagers are drawn from the round in the dealer's head; meter and button as the virtual devices show them;
phase, outcomes and messages as the broker's listener heard them; the journal's head from the file beside the journal.
"""

import asyncio
import io
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, NoReturn, Protocol

from rich.console import Console, Group, RenderableType
from rich.layout import Layout
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from controller.audit.explain.wording import counted
from controller.demo.broker import HOST
from controller.demo.house import House, devices
from controller.demo.words import gist, outcome_gist
from controller.games.registry import find
from controller.journal.files.head_file import HeadFile

REFRESH_S: Final = 0.125
TOP_LINES: Final = 5
TITLE_LINES: Final = 2
AREA_LINES: Final = (9, 11)
"""Least and most lines of an area: two hands with three wagers fit, in a large one three."""
SVG_SIZE: Final = (132, 38)
"""Columns and lines of the SVG file."""
TITLE: Final = "tabled demo"
METER_STYLE: Final = {"idle": "dim", "armed": "bold yellow", "rolling": "bold magenta", "showing": "bold green"}


class TablePicture(Protocol):
    """What differs from game to game; `outcome` is the last one, None before the first."""

    title: str
    head_title: str

    def head(self, outcome: dict[str, Any] | None) -> Text: ...

    def places(self, outcome: dict[str, Any] | None) -> list[Panel]: ...

    def lines(self, outcome: dict[str, Any]) -> list[Text]: ...


class Picture:
    """Draws one table; `said` gives the dealer's last words."""

    def __init__(self, house: House, table: TablePicture, said: Callable[[], str], seed: int) -> None:
        self._house = house
        self._table = table
        self._said = said
        self._seed = seed
        self._head = HeadFile(house.journal.with_name(house.journal.name + ".head"))

    @asynccontextmanager
    async def live(self, console: Console) -> AsyncIterator[None]:
        """Show the picture, and give the terminal back as it was."""
        with Live(console=console, screen=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False) as at:
            async with asyncio.TaskGroup() as group:
                drawing = group.create_task(self._refresh(at, console), name="picture")
                try:
                    yield
                finally:
                    drawing.cancel()

    async def _refresh(self, at: Live, console: Console) -> NoReturn:
        while True:
            at.update(self.draw(console.height), refresh=True)
            await asyncio.sleep(REFRESH_S)

    def save(self, file: Path) -> None:
        """Write the picture of this moment as SVG; raises OSError."""
        width, height = SVG_SIZE
        console = Console(
            record=True, width=width, height=height, file=io.StringIO(), force_terminal=True, color_system="truecolor"
        )
        console.print(self.draw(height), height=height)
        text = console.export_svg(title=TITLE)
        file.write_text(re.sub(r"\s*@font-face \{.*?\}", "", text, flags=re.DOTALL), encoding="utf-8")

    # --- the parts ------------------------------------------------------------------------------------------------

    def draw(self, height: int) -> Layout:
        """The picture for a terminal of so many lines."""
        least, most = AREA_LINES
        areas = max(least, min(most, height // 3))
        layout = Layout()
        layout.split_column(
            Layout(self._title(), size=TITLE_LINES),
            Layout(self._top(), size=TOP_LINES),
            Layout(self._areas(), size=areas),
            Layout(name="bottom"),
        )
        lines = height - TITLE_LINES - TOP_LINES - areas - 2
        layout["bottom"].split_row(
            Layout(self._outcomes(lines), ratio=5),
            Layout(self._messages(lines), ratio=3),
        )
        return layout

    @property
    def _last(self) -> dict[str, Any] | None:
        outcomes = self._house.listener.outcomes
        return outcomes[-1] if outcomes else None

    def _title(self) -> RenderableType:
        listener = self._house.listener
        left = Text().append(f" {self._table.title} ", "bold reverse")
        right = Text(f"demonstration shoe, stacked; seed {self._seed} ", "yellow")
        first = Table.grid(expand=True)
        first.add_column(no_wrap=True)
        first.add_column(justify="right", no_wrap=True)
        first.add_row(left, right)
        phase = f" {listener.availability}, round {listener.state.get('round', 0)}, {listener.state.get('phase', '')}"
        return Group(first, Text(f"{phase}   ", "cyan").append(self._said(), "bold"))

    def _top(self) -> RenderableType:
        house = self._house
        parts = [Panel(self._table.head(self._last), title=self._table.head_title, border_style="green")]
        ratios = [5]
        if find(house.table.game).multipliers:
            meter, style = house.meter, METER_STYLE[house.meter.state]
            shown = f"{meter.multiplier} to 1" if meter.multiplier else "* * *" if meter.state == "rolling" else ""
            meter_text = Text(f"{meter.state}\n{shown}", style, justify="center")
            parts.append(Panel(meter_text, title="Meter", border_style=style))
            lamp = "bold red" if house.button.lit else "dim"
            lit = Text("●\nlit" if house.button.lit else "○\ndark", lamp, justify="center")
            parts.append(Panel(lit, title="Button", border_style=lamp))
            ratios += [4, 2]
        parts.append(Panel(self._record(), title="Shoe, devices, journal", border_style="blue"))
        return _side_by_side(parts, [*ratios, 7])

    def _record(self) -> Text:
        listener = self._house.listener
        shoe = listener.state.get("shoe", {"cards_out": 0, "decks": 0})
        text = Text(f"{counted(shoe['cards_out'], 'card')} out of {counted(shoe['decks'], 'deck')}\n", no_wrap=True)
        lost = [twin.role for twin in devices(self._house) if not listener.devices.get(twin.role, False)]
        connected = f"{len(devices(self._house)) - len(lost)} devices connected"
        text.append(connected, "green").append(f", not {' '.join(lost)}" if lost else "", "red")
        head = self._head.read()
        if head is not None:
            text.append(f"\nrecord {head.n}, head {head.link.hex()[:16]}…", "bold")
        return text

    def _areas(self) -> RenderableType:
        panels = self._table.places(self._last)
        return _side_by_side(panels, [1] * len(panels))

    def _outcomes(self, lines: int) -> RenderableType:
        rows: list[Text] = []
        for outcome in reversed(self._house.listener.outcomes):
            rows.append(Text(outcome_gist(outcome), "bold"))
            rows += self._table.lines(outcome)
        return Panel(Group(*rows[:lines]), title="Outcomes, with the clauses that decided", border_style="green")

    def _messages(self, lines: int) -> RenderableType:
        listener = self._house.listener
        text = Text(no_wrap=True, overflow="ellipsis")
        for heard in list(listener.recent)[-max(lines, 1) :]:
            style = "bold red" if heard.topic == "alert" else "bold" if heard.topic.startswith("outcome") else ""
            text.append(f"{heard.body.get('seq', ''):>5} ", "dim")
            text.append(f"{heard.topic} ", "cyan").append(f"{gist(heard)}\n", style)
        loss = f", {listener.tally.missing} missing" if listener.tally.missing else ""
        title = f"MQTT {HOST}:{self._house.port}{loss}"
        return Panel(text, title=title, subtitle=f"{listener.prefix}/#", border_style="cyan")


def _side_by_side(parts: list[Any], ratios: list[int]) -> Layout:
    row = Layout()
    row.split_row(*(Layout(part, ratio=ratio) for part, ratio in zip(parts, ratios, strict=True)))
    return row
