"""What everybody can see of that which a legal move is about: cards that lie open, wagers, who sits there."""

from typing import Any

from controller.games.moves import LegalMove
from controller.games.twenty_one.floor.areas import open_cards
from controller.games.twenty_one.state import Round, State


def sight(state: State, move: LegalMove) -> tuple[Any, ...]:
    """By the move's type: its area as it lies, how many cards were drawn, who presses."""
    round_ = state.round
    if round_ is None:
        return (state.shoe.out,)
    match move.type:
        case "card" | "card.read" | "shoe.new":
            return (len(round_.draws), len(state.waiting))
        case "button.pressed" | "multiplier.drawn":
            return (state.button, state.meter)
        case "wager" | "wager.withdrawn":
            return _laid(round_, dict(move.fields))
        case "bets.closed":
            return ()
        case _:
            area = dict(move.fields).get("area")
            return (round_.dealer, _area(state, round_, area - 1) if isinstance(area, int) else None)


def _laid(round_: Round, fields: dict[str, str | int]) -> tuple[Any, ...]:
    """Who has how much of this kind on the area, and where."""
    area = round_.areas[int(fields["area"]) - 1]
    if fields["kind"] == "main":
        return tuple((bet.player, bet.original, bet.position) for bet in area.mains)
    return tuple((side.player, side.amount, side.position) for side in area.sides if side.kind == fields["kind"])


def _area(state: State, round_: Round, index: int) -> tuple[Any, ...]:
    area = round_.areas[index]
    acts = round_.turn[1] if round_.turn is not None and round_.turn[0] == index else 0
    hands = tuple((hand.id, open_cards(hand), hand.pending, hand.bets) for hand in area.hands)
    return (state.seats[index], acts, area.absent, hands)
