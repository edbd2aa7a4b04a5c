"""The poker table in the picture: board and pot, seats with stacks, bets and cards; then what everybody won.

Hole Cards are backs until they are shown, as at the table.
"""

from typing import Any, Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from controller.demo.players.poker_dealer import PokerDealer
from controller.demo.words import cards, gain, gain_style, money, words
from controller.games.poker.state import FOLDED, Hand, hole_cards

BACKS: Final = "▒▒ ▒▒"
BUTTON: Final = "◆"


class SeatsPicture:
    """Draws the round in the dealer's head; between rounds the outcome that came from the broker."""

    title = "Poker (RWS), version 7"
    head_title = "Board"
    legend = f"{BUTTON} button  {BACKS} face down"

    def __init__(self, dealer: PokerDealer) -> None:
        self._dealer = dealer

    def head(self, outcome: dict[str, Any] | None) -> Text:
        """The board, and how much is in the pot."""
        hand = self._dealer.state.hand
        if hand is not None:
            put = sum(hand.brought) - sum(hand.betting.stacks)
            return cards(hand.deal.board).append(f"\npot {money(put)}", "bold cyan")
        if outcome is None:
            return Text()
        won = [f"{money(amount)} to {seat}" for pot in outcome["pots"] for seat, amount in pot["winners"].items()]
        return cards(outcome["board"]).append(f"\n{', '.join(won)}", "bold cyan")

    def places(self, outcome: dict[str, Any] | None) -> list[Panel]:
        """A panel for each seat."""
        state = self._dealer.state
        lines = {line["seat"]: line for line in outcome["ledger"]} if outcome is not None else {}
        panels = []
        for number, seat in enumerate(state.seats, start=1):
            rows: list[Text] = []
            acting = False
            if state.hand is not None and number in state.hand.order:
                position = state.hand.order.index(number)
                acting = state.hand.phase == "betting" and state.hand.betting.actor == position
                rows = self._playing(state.hand, position)
            elif seat is not None:
                rows = [Text(money(seat.stack))]
                if state.hand is None and number in lines:
                    rows += _settled(lines[number])
            button = f"{BUTTON} " if number == state.button else ""
            title = f"{button}{number if seat is None else seat.player}"  # P3 sits at seat 3, and nine seats are narrow
            style = "bold yellow" if acting else "green" if rows else "dim"
            panels.append(Panel(Group(*rows), title=title, border_style=style, padding=(0, 0)))
        return panels

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

    def _playing(self, hand: Hand, position: int) -> list[Text]:
        betting = hand.betting
        rows = [Text(money(betting.stacks[position]))]
        if betting.marks[position] == FOLDED:
            return [*rows, Text("folded", "dim")]
        if betting.bets[position]:
            rows.append(Text(f"bet {money(betting.bets[position])}", "yellow"))
        if not betting.stacks[position]:
            rows.append(Text("all in", "bold red"))
        if position in hand.mucked:
            rows.append(Text("mucked", "dim"))
        elif position in hand.shown:
            rows.append(cards(hole_cards(self._dealer.state.settings, hand, position)))
        elif hand.phase != "initial_deal":
            rows.append(Text(BACKS, "blue"))
        return rows


def _settled(line: dict[str, Any]) -> list[Text]:
    rows = [Text(f"{'folds ' if line['result'] == 'fold' else ''}{gain(line['net'])}", gain_style(line["net"]))]
    if "??" not in line["hole"]:
        rows.append(cards(line["hole"]))
    if "hand" in line:
        rows.append(Text(words(line["hand"]["rank"]), "bold cyan"))
    return rows
