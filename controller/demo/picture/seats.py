"""The poker table in the picture: board and pot, seats with stacks, bets and cards; then what everybody won.

Hole Cards are backs until they are shown, as at the table.
"""

from typing import Any, Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from controller.demo.picture.narrow import Clipped, Flow, words_in
from controller.demo.players.poker_dealer import PokerDealer
from controller.demo.words import cards, gain, gain_style, money, words
from controller.games import floor_view
from controller.games.poker.floor.records import PokerFloor, SeatSeen

BACKS: Final = "▒▒ ▒▒"
BUTTON: Final = "◆"
WHOLE: Final = 2
"""Hole cards of a seat."""


class SeatsPicture:
    """Draws the round in the dealer's head; between rounds the outcome that came from the broker."""

    title = "Poker (RWS), version 7"
    head_title = "Board"
    legend = f"{BUTTON} button  {BACKS} face down"

    def __init__(self, dealer: PokerDealer) -> None:
        self._dealer = dealer

    def head(self, outcome: dict[str, Any] | None) -> Text:
        """The board, and how much is in the pot."""
        if self._dealer.state.hand is not None:
            floor = self._floor()
            return cards(floor.board).append(f"\npot {money(sum(seat.put for seat in floor.seats))}", "bold cyan")
        if outcome is None:
            return Text()
        won = [f"{money(amount)} to {seat}" for pot in outcome["pots"] for seat, amount in pot["winners"].items()]
        return cards(outcome["board"]).append(f"\n{', '.join(won)}", "bold cyan")

    def places(self, outcome: dict[str, Any] | None) -> list[Panel]:
        """A panel for each seat."""
        lines = {line["seat"]: line for line in outcome["ledger"]} if outcome is not None else {}
        playing = self._dealer.state.hand is not None
        panels: list[Panel] = []
        for seat in self._floor().seats:
            rows: list[RenderableType] = []
            if seat.player is not None:
                rows = [Text(money(seat.stack)), *(_playing(seat) if playing else ())]
                if not playing and seat.seat in lines:
                    rows += _settled(lines[seat.seat])
            button = f"{BUTTON} " if seat.button else ""
            title = f"{button}{seat.player or seat.seat}"  # P3 sits at seat 3, and nine seats are narrow
            style = "bold yellow" if seat.status == "acts" else "green" if rows else "dim"
            panels.append(Panel(Clipped(Group(*rows)), title=title, border_style=style, padding=(0, 0)))
        return panels

    def _floor(self) -> PokerFloor:
        floor = floor_view(self._dealer.state)
        assert isinstance(floor, PokerFloor)  # noqa: S101 - this dealer's game is poker
        return floor

    def ledger(self, outcome: dict[str, Any]) -> RenderableType:
        """What each seat put in and won, then the clauses of the round."""
        rows = Table.grid(padding=(0, 1))
        for justify in ("right", "left", "left", "left", "right"):
            rows.add_column(justify=justify, no_wrap=True)
        rows.add_column()  # gives way where it is narrow
        for line in outcome["ledger"]:
            if line["result"] != "fold":
                put, won = f"put {money(line['put'])}", f"won {money(line['won'])}" if line["won"] else ""
                hand = Text(words(line["hand"]["rank"]) if "hand" in line else "not shown")
                hand.no_wrap, hand.overflow = True, "ellipsis"
                place = f"  {line['seat']}"
                rows.add_row(place, line["player"], put, won, gain(line["net"]), hand, style=gain_style(line["net"]))
        clauses = Text(f"    clauses {' '.join(outcome['rules'])}", "dim", no_wrap=True, overflow="ellipsis")
        return Group(rows, clauses)


def _playing(seat: SeatSeen) -> list[RenderableType]:
    if seat.folded:
        return [Text("folded", "dim")]
    rows: list[RenderableType] = [Flow(words_in(f"bet {money(seat.bet)}", "yellow"))] if seat.bet else []
    if seat.all_in:
        rows.append(Text("all in", "bold red"))
    if seat.status == "mucked":
        rows.append(Text("mucked", "dim"))
    elif seat.status == "shown":
        rows.append(cards(seat.hole))
    elif len(seat.hole) == WHOLE:
        rows.append(Text(BACKS, "blue"))
    return rows


def _settled(line: dict[str, Any]) -> list[RenderableType]:
    said = f"{'folds ' if line['result'] == 'fold' else ''}{gain(line['net'])}"
    rows: list[RenderableType] = [Flow(words_in(said, gain_style(line["net"])))]
    if "??" not in line["hole"]:
        rows.append(cards(line["hole"]))
    if "hand" in line:
        rows.append(Flow(words_in(words(line["hand"]["rank"]), "bold cyan")))
    return rows
