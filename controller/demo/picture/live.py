"""The live picture of the table in the terminal.

    title, seed
    phase, the dealer's words, or what is wrong
    the devices, with the keys of their plugs
    dealer or board | meter | button | shoe and journal
    the areas or seats
    last outcomes, with clauses | messages of the broker
    what signs and colours mean

Hands and wagers are drawn from the round in the dealer's head; meter and button as the virtual devices show them;
phase, outcomes and messages as the subscriber received them; the journal's head from the file beside the journal.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, NoReturn, Protocol

from rich.console import Group, RenderableType
from rich.layout import Layout
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from controller.audit.explain.wording import counted
from controller.demo.picture.messages import messages
from controller.demo.picture.narrow import Clipped
from controller.demo.virtual_table import VirtualTable
from controller.demo.words import outcome_gist, words
from controller.games.registry import find
from controller.journal.files.head_file import HeadFile
from controller.terminal.console import PrintableConsole
from drivers.devices.outage import CAP_S

REFRESH_S: Final = 0.125
HEAD_LINES: Final = 3
TOP_LINES: Final = 4
LEGEND_LINES: Final = 1
AREA_LINES: Final = (9, 11)
"""Least and most lines of an area: two hands with three wagers fit, in a large one three."""
METER_STYLE: Final = {"idle": "dim", "armed": "bold yellow", "rolling": "bold magenta", "showing": "bold green"}


class TablePicture(Protocol):
    """What differs from game to game; `outcome` is the last one, None before the first."""

    title: str
    head_title: str
    legend: str
    """What the signs in `places` mean."""

    def head(self, outcome: dict[str, Any] | None) -> Text: ...

    def places(self, outcome: dict[str, Any] | None) -> list[Panel]: ...

    def ledger(self, outcome: dict[str, Any]) -> RenderableType: ...


class Picture:
    """Draws one table; `said` gives the dealer's last words. `has_keys`: the keyboard pulls plugs, and is named."""

    def __init__(self, virtual: VirtualTable, table: TablePicture, said: Callable[[], str], seed: int) -> None:
        self._virtual = virtual
        self._table = table
        self._said = said
        self.has_keys = False
        self._seen: set[str] = set()
        """The devices that the table has had."""
        self._seed = seed
        self._head = HeadFile(virtual.journal.with_name(virtual.journal.name + ".head"))

    @asynccontextmanager
    async def live(self, console: PrintableConsole) -> AsyncIterator[None]:
        """Show the picture, and give the terminal back as it was."""
        with Live(console=console, screen=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False) as at:
            async with asyncio.TaskGroup() as group:
                drawing = group.create_task(self._refresh(at, console), name="picture")
                try:
                    yield
                finally:
                    drawing.cancel()

    async def _refresh(self, at: Live, console: PrintableConsole) -> NoReturn:
        while True:
            at.update(self.draw(console.height), refresh=True)
            await asyncio.sleep(REFRESH_S)

    # --- the parts ------------------------------------------------------------------------------------------------

    def draw(self, height: int) -> Layout:
        """The picture for a terminal of so many lines."""
        least, most = AREA_LINES
        areas = max(least, min(most, height // 3))
        layout = Layout()
        layout.split_column(
            Layout(Group(self._title(), self._phase(), self._devices()), size=HEAD_LINES),
            Layout(self._top(), size=TOP_LINES),
            Layout(self._areas(), size=areas),
            Layout(name="bottom"),
            Layout(self._legend(), size=LEGEND_LINES),
        )
        lines = height - HEAD_LINES - TOP_LINES - areas - LEGEND_LINES - 2
        layout["bottom"].split_row(
            Layout(self._outcomes(), ratio=5), Layout(messages(self._virtual, max(lines, 1)), ratio=3)
        )
        return layout

    @property
    def _last(self) -> dict[str, Any] | None:
        outcomes = self._virtual.subscriber.outcomes
        return outcomes[-1] if outcomes else None

    def _title(self) -> RenderableType:
        left = Text().append(f" {self._table.title} ", "bold reverse")
        return _ends(left, Text(f"demonstration shoe, stacked; seed {self._seed} ", "yellow"))

    def _phase(self) -> RenderableType:
        subscriber, out = self._virtual.subscriber, self._virtual.plugs.out
        if out:
            names = " and the ".join(out.values())
            text = f" The plug of the {names} is out: an alert, and the table waits. Put it back: {' '.join(out)}"
            return Text(text, "bold red", no_wrap=True, overflow="ellipsis")
        if not subscriber.state:
            return Text(" starting", "cyan")
        if self._back():
            text = f" The plug of the {' and the '.join(self._back())} is in: the table reconnects within {CAP_S:g} s"
            return Text(text, "bold yellow", no_wrap=True, overflow="ellipsis")
        phase = f" {subscriber.availability}, round {subscriber.state['round']}, {words(subscriber.state['phase'])}   "
        return Text(phase, "cyan", no_wrap=True, overflow="ellipsis").append(self._said(), "bold")

    def _back(self) -> list[str]:
        """The devices that are plugged in and that the table had and has not yet again."""
        connected = self._virtual.subscriber.devices
        return [role for role in sorted(self._seen) if not connected.get(role, False)]

    def _devices(self) -> RenderableType:
        row = Text(" ", no_wrap=True, overflow="ellipsis")
        connected = self._virtual.subscriber.devices
        for key, twin in self._virtual.plugs.by_key.items():
            if is_there := connected.get(twin.role, False):
                self._seen.add(twin.role)
            lost = "bold red" if twin.role in self._seen else "dim"
            sign, style = ("●", "green") if is_there else ("○", lost)
            row.append(f"{key} ", "bold").append(f"{sign} {twin.role}  ", style)
        ends = f"1-{len(self._virtual.devices)}: plugs  q: end " if self.has_keys else "Ctrl-C: end "
        return _ends(row, Text(ends, "dim"))

    def _top(self) -> RenderableType:
        virtual = self._virtual
        parts = [Panel(self._table.head(self._last), title=self._table.head_title, border_style="green")]
        ratios = [5]
        if find(virtual.table.game).multipliers:
            meter, style = virtual.meter, METER_STYLE[virtual.meter.state]
            shown = f"{meter.multiplier} to 1" if meter.multiplier else "* * *" if meter.state == "rolling" else ""
            meter_text = Text(f"{meter.state}\n{shown}", style, justify="center")
            parts.append(Panel(meter_text, title="Meter", border_style=style))
            lamp = "bold red" if virtual.button.lit else "dim"
            lit = Text("●\nlit" if virtual.button.lit else "○\ndark", lamp, justify="center")
            parts.append(Panel(lit, title="Button", border_style=lamp))
            ratios += [4, 3]
        parts.append(Panel(self._record(), title="Shoe, journal", border_style="blue"))
        return side_by_side(parts, [*ratios, 7])

    def _record(self) -> Text:
        shoe = self._virtual.subscriber.state.get("shoe")
        text = Text("starting", no_wrap=True)
        if shoe is not None:
            text = Text(f"{counted(shoe['cards_out'], 'card')} out of {counted(shoe['decks'], 'deck')}", no_wrap=True)
        head = self._head.read()
        if head is not None:
            text.append(f"\nrecord {head.n}, head {head.link.hex()[:16]}…", "bold")
        text.overflow = "ellipsis"
        return text

    def _areas(self) -> RenderableType:
        panels = self._table.places(self._last)
        return side_by_side(panels, [1] * len(panels))

    def _outcomes(self) -> RenderableType:
        newest, *older = [self._outcome(one) for one in reversed(self._virtual.subscriber.outcomes)] or [Text()]
        return Panel(Clipped(newest, *older), title="Outcomes, with the clauses that decided", border_style="green")

    def _outcome(self, outcome: dict[str, Any]) -> RenderableType:
        gist = Text(outcome_gist(outcome), "bold", no_wrap=True, overflow="ellipsis")
        return Group(gist, self._table.ledger(outcome))

    def _legend(self) -> RenderableType:
        row = Text(" ● connected  ○ out  ", "dim", no_wrap=True, overflow="ellipsis")
        row.append("yellow acts  ", "yellow").append(f"{self._table.legend}  repeats folded ", "dim")
        page = f"http://{self._virtual.page}/dealer#demo"
        return _ends(row, Text(f"deal yourself: {page} ", f"cyan link {page}"))


def side_by_side(parts: list[Any], ratios: list[int]) -> Layout:
    """Parts in a row, their widths as the ratios."""
    row = Layout()
    row.split_row(*(Layout(part, ratio=ratio) for part, ratio in zip(parts, ratios, strict=True)))
    return row


def _ends(left: Text, right: Text) -> Table:
    """One text at the left, one at the right, which gives way."""
    row = Table.grid(expand=True)
    row.add_column(no_wrap=True)
    row.add_column(justify="right")
    right.no_wrap, right.overflow = True, "ellipsis"
    row.add_row(left, right)
    return row
