"""What everybody can see of that which a legal move is about: the seat's chips, the bets, how many cards came."""

from typing import Any

from controller.games.moves import LegalMove
from controller.games.poker.showdown.settlement import open_board
from controller.games.poker.state import State


def sight(state: State, move: LegalMove) -> tuple[Any, ...]:
    """A seat as it sits there between rounds; in one its chips and the bet to match, and the board."""
    hand, seat = state.hand, dict(move.fields).get("seat")
    if hand is None:
        return (len(state.kept), state.seats[seat - 1] if isinstance(seat, int) else None)
    deal, betting = hand.deal, hand.betting
    counts = (len(some) for some in (deal.burns, deal.holes, deal.board, deal.community, deal.early))
    came = (*counts, open_board(hand))
    if not isinstance(seat, int):
        return came
    position = hand.order.index(seat)
    return (*came, betting.street, betting.high, betting.bets[position], betting.stacks[position], hand.marker)
