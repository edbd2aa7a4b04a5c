"""The areas of the picture: hands with totals and wagers while the round is on, what everybody won when it is over."""

from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from controller.cli.demo.words import cards, gain, money
from controller.games import RULEBOOKS
from controller.games.twenty_one.hands import is_natural, total_of
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import Area, Bet, Hand, State

SHORT = {
    "pandemonium": "jackpot", "pot_of_gold": "gold", "insurance": "insur.", "super_bonus": "bonus",
    "under13": "<13", "over13": ">13",
}  # fmt: skip
"""Kinds of wager whose names are too long for an area."""


def area_panels(state: State, outcome: dict[str, Any] | None) -> list[RenderableType]:
    """A panel for each area: of the round that is on, else of the outcome."""
    panels: list[RenderableType] = []
    rules = RULEBOOKS[state.table.game]
    for index, player in enumerate(state.seats):
        acting = False
        if state.round is not None:
            turn = state.round.turn
            acting = turn is not None and turn[0] == index
            rows = _playing(rules, state.round.areas[index], turn[1] if turn is not None and acting else 0)
        else:
            rows = _settled(outcome, index + 1) if outcome is not None else []
        title = f"{index + 1} {player or ''}".strip()
        style = "bold yellow" if acting else "dim" if not rows else "green"
        panels.append(Panel(Group(*rows), title=title, border_style=style, padding=(0, 0)))
    return panels


def dealer_text(state: State, outcome: dict[str, Any] | None) -> Text:
    """The Dealer's cards with their total or result."""
    if state.round is not None:
        text = cards(state.round.dealer)
        if state.round.dealer:
            total, soft = total_of(RULEBOOKS[state.table.game], Hand(0, state.round.dealer, ()))
            text.append(f"   {'soft ' if soft else ''}{total}", "bold cyan")
        return text
    if outcome is None:
        return Text()
    dealer = outcome["dealer"]
    return cards(dealer["cards"]).append(f"   {dealer['total']} {dealer['result'].replace('_', ' ')}", "bold cyan")


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
