"""A twenty-one table in the picture: Dealer and areas while the round is on, what everybody won when it is over."""

from collections.abc import Sequence
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from controller.demo.picture.narrow import Clipped, Flow, words_in
from controller.demo.players.twenty_one_dealer import TwentyOneDealer
from controller.demo.words import cards, gain, gain_style, money, result, wager_name, words
from controller.games import floor_view
from controller.games.twenty_one.floor.records import AreaSeen, MainWager, TwentyOneFloor

STYLES: Final = {"bust": "bold red", "acts": "bold yellow", "draws": "bold yellow"}


class AreasPicture:
    """Draws the round in the dealer's head; between rounds the outcome that came from the broker."""

    head_title = "Dealer"
    legend = "G guest  s17 soft 17"

    def __init__(self, dealer: TwentyOneDealer) -> None:
        self.title = dealer.rules.title
        self._dealer = dealer

    def head(self, outcome: dict[str, Any] | None) -> Text:
        """The Dealer's cards with their total or result."""
        if self._dealer.state.round is not None:
            hand = self._floor().dealer
            text = cards(hand.cards)
            if hand.total is not None:
                text.append(f"   {'soft ' if hand.soft else ''}{hand.total}", "bold cyan")
            return text
        if outcome is None:
            return Text()
        dealer = outcome["dealer"]
        return cards(dealer["cards"]).append(f"   {dealer['total']} {result(dealer['result'])}", "bold cyan")

    def places(self, outcome: dict[str, Any] | None) -> list[Panel]:
        """A panel for each area."""
        panels: list[Panel] = []
        floor, playing = self._floor(), self._dealer.state.round is not None
        for area in floor.areas:
            acting = playing and floor.turn is not None and floor.turn.area == area.area
            if playing:
                rows = _playing(area)
            else:
                rows = _settled(outcome, area.area, area.seated) if outcome is not None else []
            title = f"{area.area} {area.seated or ''}".strip()
            style = "bold yellow" if acting else "green" if rows else "dim"
            panels.append(Panel(Clipped(Group(*rows)), title=title, border_style=style, padding=(0, 0)))
        return panels

    def _floor(self) -> TwentyOneFloor:
        floor = floor_view(self._dealer.state)
        assert isinstance(floor, TwentyOneFloor)  # noqa: S101 - this dealer's games are played by these mechanics
        return floor

    def ledger(self, outcome: dict[str, Any]) -> RenderableType:
        """What became of each wager, with the clauses."""
        rows = Table.grid(padding=(0, 1))
        for justify in ("right", "left", "right", "left"):
            rows.add_column(justify=justify, no_wrap=True)
        rows.add_column()  # gives way where it is narrow
        for line in outcome["ledger"]:
            where = f"{line['area']}" + (f"/{line['hand']}" if line.get("hand", 1) > 1 else "")
            what = f"{line['player']} {wager_name(line['kind'])} {money(line['stake'])}"
            rules = Text(" ".join(line["rules"]), no_wrap=True, overflow="ellipsis")
            how = line.get("odds", result(line["result"]))
            rows.add_row(f"  {where}", what, gain(line["net"]), how, rules, style=gain_style(line["net"]))
        return rows


def _row(what: str, amount: Text | str, style: str = "") -> Flow:
    """What it is at the left, in more lines where the area is narrow; how much at the right of the last."""
    right = Text(amount, style) if isinstance(amount, str) else amount
    return Flow(words_in(what, style), right=right)


def _hand(faces: Sequence[str], *names: str, style: str) -> Flow:
    """Cards without a space, and what they are."""
    return Flow([*(cards([face]) for face in faces), *(Text(f" {name}", style) for name in names if name)], between="")


def _whose(player: str, seated: str | None, what: str) -> str:
    """A wager of the area's own player needs no name, one of a guest does."""
    return " ".join(part for part in ("" if player == seated and what else player, what) if part)


def _playing(area: AreaSeen) -> list[RenderableType]:
    rows: list[RenderableType] = []
    for hand in area.hands:
        if hand.cards:
            name = "" if hand.total is None else f"{'s' if hand.soft else ''}{hand.total}"
            if hand.natural:
                name = hand.status.capitalize()
            rows.append(_hand(hand.cards, name, style=STYLES.get(hand.status, "bold cyan")))
        rows += [_bet(bet, doubled=hand.doubled) for bet in hand.wagers]
    for side in area.sides:
        style = "blue" if side.insured else "magenta"
        rows.append(_row(_whose(side.player, area.seated, wager_name(side.kind)), money(side.amount), style))
        if side.multiplier:
            rows.append(_row("", f"{side.multiplier} to 1", "bold yellow"))
    return rows


def _bet(bet: MainWager, *, doubled: bool) -> RenderableType:
    text = Text(money(bet.stake))
    if doubled and bet.added:
        text.append(f"+{money(bet.added)}", "yellow")
    if bet.markers:
        text.append(" free" * bet.markers, "yellow")
    if bet.fate:
        text.append(f" {words(bet.fate)}", "red")
    return _row(bet.player, text)


def _settled(outcome: dict[str, Any], area: int, seated: str | None) -> list[RenderableType]:
    hands: list[RenderableType] = [
        _hand(hand["cards"], f"{hand['total']}", *result(hand["result"]).split(), style="bold cyan")
        for hand in outcome["hands"]
        if hand["area"] == area
    ]
    lines = [line for line in outcome["ledger"] if line["area"] == area]
    kinds = ["" if line["kind"] == "main" else wager_name(line["kind"]) for line in lines]
    return hands + [
        _row(_whose(line["player"], seated, kind), gain(line["net"]), gain_style(line["net"]))
        for line, kind in zip(lines, kinds, strict=True)
    ]
