"""A twenty-one table in the picture: Dealer and areas while the round is on, what everybody won when it is over."""

from typing import Any

from rich.console import Group
from rich.panel import Panel
from rich.text import Text

from controller.demo.twenty_one_dealer import TwentyOneDealer
from controller.demo.words import cards, gain, money
from controller.games.twenty_one.hands import count, is_natural, total_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Area, Bet

SHORT = {
    "pandemonium": "jackpot", "pot_of_gold": "gold", "insurance": "insur.", "super_bonus": "bonus",
    "under13": "<13", "over13": ">13",
}  # fmt: skip
"""Kinds of wager whose names are too long for an area."""


LINE_STYLE = {"win": "green", "lose": "red", "surrendered": "red"}


class AreasPicture:
    """Draws the round in the dealer's head; between rounds the outcome that came from the broker."""

    head_title = "Dealer"

    def __init__(self, dealer: TwentyOneDealer) -> None:
        self.title = dealer.rules.title
        self._dealer = dealer

    def head(self, outcome: dict[str, Any] | None) -> Text:
        """The Dealer's cards with their total or result."""
        round_ = self._dealer.state.round
        if round_ is not None:
            text = cards(round_.dealer)
            if round_.dealer:
                total, soft = count(round_.dealer)
                text.append(f"   {'soft ' if soft else ''}{total}", "bold cyan")
            return text
        if outcome is None:
            return Text()
        dealer = outcome["dealer"]
        return cards(dealer["cards"]).append(f"   {dealer['total']} {dealer['result'].replace('_', ' ')}", "bold cyan")

    def places(self, outcome: dict[str, Any] | None) -> list[Panel]:
        """A panel for each area."""
        panels: list[Panel] = []
        state = self._dealer.state
        for index, player in enumerate(state.seats):
            acting = 0
            if state.round is not None:
                if state.round.turn is not None and state.round.turn[0] == index:
                    acting = state.round.turn[1]
                rows = _playing(self._dealer.rules, state.round.areas[index], acting)
            else:
                rows = _settled(outcome, index + 1) if outcome is not None else []
            title = f"{index + 1} {player or ''}".strip()
            style = "bold yellow" if acting else "green" if rows else "dim"
            panels.append(Panel(Group(*rows), title=title, border_style=style, padding=(0, 0)))
        return panels

    def lines(self, outcome: dict[str, Any]) -> list[Text]:
        """The ledger, with the clauses."""
        return [_ledger_row(line) for line in outcome["ledger"]]


def _ledger_row(line: dict[str, Any]) -> Text:
    where = f"{line['area']}" + (f"/{line['hand']}" if line.get("hand", 1) > 1 else "")
    who = f"{line['player']} {SHORT.get(line['kind'], line['kind'])} {money(line['stake'])}"
    how = line.get("odds", line["result"].replace("_", " "))
    text = f"{where:>4} {who:<14}{gain(line['net']):>8} {how:<8} {' '.join(line['rules'])}"
    return Text(text, LINE_STYLE.get(line["result"], "dim"), no_wrap=True, overflow="ellipsis")


def _playing(rules: Rulebook, area: Area, turn: int) -> list[Text]:
    rows: list[Text] = []
    for hand in area.hands:
        if hand.cards:
            row = cards(hand.cards, "")
            total, soft = total_of(rules, hand)
            name = rules.natural.capitalize() if is_natural(hand) else f"{'s' if soft else ''}{total}"
            style = "bold red" if total > 21 else "bold yellow" if hand.id == turn else "bold cyan"
            rows.append(row.append(" ").append(name, style))
        rows += [_bet(bet, doubled=hand.doubled) for bet in hand.bets]
    if not area.hands:
        rows += [_bet(bet, doubled=False) for bet in area.mains]
    for side in area.sides:
        row = Text(f"{side.player} {SHORT.get(side.kind, side.kind)} {money(side.amount)}", "magenta")
        rows.append(row.append(f" x{side.multiplier}", "bold yellow") if side.multiplier else row)
    rows += [Text(f"{one.player} {SHORT['insurance']} {money(one.amount)}", "blue") for one in area.insurances]
    return rows


def _bet(bet: Bet, *, doubled: bool) -> Text:
    text = Text(f"{bet.player} {money(bet.stake)}")
    if doubled and bet.added:
        text.append(f"+{money(bet.added)}", "yellow")
    if bet.markers:
        text.append(" free" * bet.markers, "yellow")
    if bet.fate:
        text.append(f" {bet.fate.replace('_', ' ')}", "red")
    return text


def _settled(outcome: dict[str, Any], area: int) -> list[Text]:
    rows: list[Text] = []
    for hand in outcome["hands"]:
        if hand["area"] == area:
            result = "" if hand["result"] in ("stand", "21") else f" {hand['result']}"
            rows.append(cards(hand["cards"], "").append(f" {hand['total']}{result}", "bold cyan"))
    for line in outcome["ledger"]:
        if line["area"] == area:
            kind = "" if line["kind"] == "main" else f"{SHORT.get(line['kind'], line['kind'])} "
            style = "green" if line["net"] > 0 else "red" if line["net"] < 0 else "dim"
            rows.append(Text(f"{line['player']} {kind}{gain(line['net'])}", style))
    return rows
