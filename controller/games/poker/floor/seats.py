"""The seats as everybody sees them: stacks, bets, who is in, Hole Cards as `??` until they are shown."""

from collections.abc import Mapping

from controller.core.cards import UNKNOWN
from controller.core.outcomes import SeatLine, ShownHand
from controller.games.poker.floor.records import SeatSeen, SeatStatus
from controller.games.poker.showdown.ranks import played, strength
from controller.games.poker.showdown.settlement import open_board
from controller.games.poker.state import BOARD_SIZE, FOLDED, RIVER, Hand, Seat, State, hole_cards


def seats_seen(state: State, hand: Hand | None, lines: Mapping[int, SeatLine]) -> tuple[SeatSeen, ...]:
    """Every seat of the layout; `hand` is the round, open or as it lay at its end, `lines` what came of it then."""
    return tuple(
        _seat(state, hand, number, seat, lines.get(number)) for number, seat in enumerate(state.seats, start=1)
    )


def bets_lie_in_front(hand: Hand) -> bool:
    """They go into the pots when the Betting Round is over."""
    return hand.phase in {"initial_deal", "betting"}


def _seat(state: State, hand: Hand | None, number: int, seat: Seat | None, line: SeatLine | None) -> SeatSeen:
    button = number == state.button
    if seat is None:
        return SeatSeen(seat=number, status="free", button=button)
    owes = (*(("small",) if seat.missed_small else ()), *(("big",) if seat.missed_big else ()))
    if hand is None or number not in hand.order:
        status: SeatStatus = "away" if seat.away else "out" if hand is not None else ""
        return SeatSeen(
            seat=number, status=status, player=seat.player, stack=seat.stack, button=button,
            owes=owes,
        )  # fmt: skip
    position = hand.order.index(number)
    betting, over = hand.betting, line is not None
    stack = seat.stack if over else betting.stacks[position]
    put = line.put if line is not None else hand.brought[position] - betting.stacks[position]
    all_in = not betting.stacks[position] and betting.marks[position] != FOLDED
    return SeatSeen(
        seat=number,
        status=_status(hand, position, all_in=all_in, over=over),
        player=seat.player,
        stack=stack,
        bet=betting.bets[position] if bets_lie_in_front(hand) and not over else 0,
        put=put,
        button=button,
        folded=betting.marks[position] == FOLDED,
        all_in=all_in,
        hole=_hole(state, hand, position),
        hand=_shown_hand(state, hand, position),
        owes=owes,
    )


def _status(hand: Hand, position: int, *, all_in: bool, over: bool) -> SeatStatus:
    if hand.betting.marks[position] == FOLDED:
        return "folded"
    if position in hand.shown:
        return "shown"
    if position in hand.mucked:
        return "mucked"
    if not over and hand.phase == "betting" and hand.betting.actor == position:
        return "acts"
    return "all_in" if all_in else ""


def _hole(state: State, hand: Hand, position: int) -> tuple[str, ...]:
    """Both cards once they are shown; before, as many backs as were dealt to the seat."""
    if position in hand.shown:
        return hole_cards(state.settings, hand, position)
    holes, count = hand.deal.holes, len(hand.order)
    places = (2 * position, 2 * position + 1) if state.settings.shuffler else (position, count + position)
    return tuple(UNKNOWN for place in places if place < len(holes) and holes[place])


def _shown_hand(state: State, hand: Hand, position: int) -> ShownHand | None:
    board = open_board(hand)
    if position not in hand.shown or len(board) < BOARD_SIZE[RIVER] or UNKNOWN in board:
        return None
    hole = hole_cards(state.settings, hand, position)
    return played(hole, board, strength(hole, board))
