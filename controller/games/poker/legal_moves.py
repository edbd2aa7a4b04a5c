"""What may be done now: the events that `step` would not refuse, with the amounts between which it would not.

Facts and reports of section 5 are always allowed and stand here only where the round waits for them.
"""

from itertools import pairwise
from typing import Final

from controller.core.cards import UNKNOWN
from controller.core.money import Cents
from controller.games.moves import LegalMove
from controller.games.poker.betting.out_of_turn import bond
from controller.games.poker.betting.rounds import least_raise, may_raise, round_clause
from controller.games.poker.showdown.showing import first_to_show, must_show
from controller.games.poker.state import BOARD_SIZE, FOLDED, RIVER, Hand, State, hole_cards

_AWAITED: Final = ("3.9.1", "3.9.3", "3.9.5", "3.9.6")
_TURNED: Final = ("3.10.4", "3.10.4", "3.10.6", "3.10.7")


def legal_moves(state: State) -> tuple[LegalMove, ...]:
    """All moves, in the order: cards, actions, showdown, seats."""
    hand = state.hand
    if hand is None:
        return tuple(_between_rounds(state))
    moves: list[LegalMove] = []
    street = hand.betting.street + (hand.phase != "initial_deal")
    if hand.phase == "initial_deal" and state.settings.shuffler:
        moves.append(LegalMove(type="set", clause="3.10.2" if hand.deal.community else "3.10.1"))
    elif hand.phase in {"initial_deal", "board"}:
        moves.append(LegalMove(type="card", clause=_AWAITED[street]))
    elif hand.phase == "reveal":
        lying = hand.deal.community[BOARD_SIZE[street - 1] : BOARD_SIZE[street]]
        moves.append(LegalMove(type="reveal", clause=_TURNED[street], faces=_unknown(lying)))
    elif hand.phase == "betting":
        moves += _actions(state, hand)
    if hand.betting.closed:
        moves += _showdown(state, hand)
    return tuple(moves)


def _actions(state: State, hand: Hand) -> list[LegalMove]:
    betting, settings = hand.betting, state.settings
    position = betting.actor
    seat = hand.order[position]
    bound = bond(betting, position)
    bet, most = betting.bets[position], betting.bets[position] + betting.stacks[position]
    clause = round_clause(settings, betting.street)
    owed = betting.high > bet

    def move(action: str, least: Cents | None = None, greatest: Cents | None = None, rule: str = clause) -> LegalMove:
        amounts = None if least is None or greatest is None else (least, greatest)
        return LegalMove(type="action", fields=(("seat", seat), ("action", action)), amounts=amounts, clause=rule)

    if bound == "check":
        return [move("check", rule="5.12.1")]
    moves = [move("fold")]
    if not owed:
        moves.append(move("check"))
    else:
        call = min(betting.high, most)
        moves.append(move("call", call, call, "1.9"))
    if bound != "no_raise" and may_raise(betting, position):
        least = least_raise(betting)
        if most > least:
            moves.append(move("raise" if betting.high else "bet", least, most, "3.13" if owed else "3.5"))
        moves.append(move("all_in", most, most, "3.12"))
    elif most <= betting.high:
        moves.append(move("all_in", most, most, "3.12.1"))
    return moves


def _showdown(state: State, hand: Hand) -> list[LegalMove]:
    moves = [] if hand.marker else [LegalMove(type="showdown", clause="3.11")]
    board = hand.deal.board
    complete = len(board) == BOARD_SIZE[RIVER] and UNKNOWN not in board
    first = first_to_show(hand)
    for position, seat in enumerate(hand.order):
        if hand.betting.marks[position] == FOLDED or position in hand.shown or position in hand.mucked:
            continue
        faces = _unknown(hole_cards(state.settings, hand, position))
        moves.append(LegalMove(type="show", fields=(("seat", seat),), clause="3.11.2", faces=faces))
        if complete and hand.contending and position != first and not must_show(state, hand, position):
            moves.append(LegalMove(type="muck", fields=(("seat", seat),), clause="3.11.2(d)"))
    if not state.settings.shuffler:
        streets = (board[start:end] for start, end in pairwise(BOARD_SIZE) if end <= len(board))
        faces = next((len(street) for street in streets if UNKNOWN in street), 0)
        if faces:
            moves.append(LegalMove(type="reveal", clause="3.9", faces=faces))
    return moves


def _unknown(cards: tuple[str, ...]) -> int:
    """How many faces are said of these cards: of all, where one is not known."""
    return len(cards) if UNKNOWN in cards else 0


def _between_rounds(state: State) -> list[LegalMove]:
    settings = state.settings
    moves = []
    if sum(seat is not None and seat.stack > 0 and not seat.away for seat in state.seats) >= 2:
        moves.append(LegalMove(type="blinds.open", clause="3.7"))
    for number, seat in enumerate(state.seats, start=1):
        fields = (("seat", number),)
        if seat is None or not seat.stack:  # a busted seat may be taken
            stake = None
            if settings.least_stake is not None and settings.most_stake is not None:
                stake = (settings.least_stake, settings.most_stake)
            moves.append(LegalMove(type="join", fields=fields, amounts=stake, clause="3.6"))
        if seat is None:
            continue
        moves.append(LegalMove(type="leave", fields=fields, clause="3.6"))
        moves.append(LegalMove(type="back" if seat.away else "away", fields=fields, clause="5.4.2"))
        if settings.most_stake is None:
            moves.append(LegalMove(type="stack.add", fields=fields, clause="3.6.1"))
        elif seat.stack < settings.most_stake:
            least = settings.chip if seat.stack else settings.least_stake or settings.chip
            moves.append(
                LegalMove(
                    type="stack.add", fields=fields, amounts=(least, settings.most_stake - seat.stack), clause="3.6.1"
                )
            )
    return moves
