"""Whose turn it is at a poker table and why: what the table waits for in one sentence, and what binds the seat."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from controller.core.cards import UNKNOWN
from controller.games.floor.records import LastRound, Sentence, Turn, sentence
from controller.games.poker.betting.out_of_turn import bond
from controller.games.poker.betting.rounds import is_covered, may_raise, round_clause
from controller.games.poker.floor.words import WORDS
from controller.games.poker.showdown.showing import first_to_show, was_bet
from controller.games.poker.state import ACTED, BOARD_SIZE, FOLDED, RIVER, Hand, State

say = partial(sentence, WORDS)

STREETS: Final = ("preflop", "flop", "turn", "river")

_BURNT: Final = ("3.9.1", "3.9.3", "3.9.5", "3.9.6")
_TURNED: Final = ("3.10.4", "3.10.4", "3.10.6", "3.10.7")

_BONDS: Final = {
    "check": ("must_check", "5.12.1"),
    "no_raise": ("no_raise", "5.12.2"),
    "forfeit": ("forfeit", "5.12.3"),
}


def turn_seen(state: State, ended: LastRound | None) -> Turn:
    """The sentence that stands largest on a console, and those below it."""
    hand = state.hand
    if hand is None:
        return Turn(now=_between(state, ended))
    if hand.phase == "betting":
        return _betting(state, hand)
    notes = (*_early(hand),)
    if hand.phase == "showdown":
        return _showdown(hand)
    if hand.betting.closed:
        notes = (say("closed", "1.17"), *notes)
    return Turn(now=_cards(state, hand), notes=notes)


def to_show(hand: Hand) -> tuple[int, ...]:
    """The positions that still show or give up once betting is closed: the first of 3.11.2, then clockwise."""
    if not hand.betting.closed:
        return ()
    first, count = first_to_show(hand), len(hand.order)
    clockwise = [(first + step) % count for step in range(count)]
    decided = {*hand.shown, *hand.mucked}
    return tuple(one for one in clockwise if hand.betting.marks[one] != FOLDED and one not in decided)


def _between(state: State, ended: LastRound | None) -> Sentence:
    if ended is not None:
        outcome = ended.outcome
        if outcome.status == "void":
            return say("void", outcome.rule, round=outcome.round)
        return say("settled", "1.36", round=outcome.round)
    ready = sum(seat is not None and seat.stack > 0 and not seat.away for seat in state.seats)
    return say("open_blinds", "3.7") if ready >= 2 else say("few_seats", "3.6")


def _cards(state: State, hand: Hand) -> Sentence:
    deal, street = hand.deal, hand.betting.street + 1
    if hand.phase == "reveal":
        return say("turn_up", _TURNED[street], street=STREETS[street])
    if hand.phase == "board":
        code = "burn" if len(deal.burns) <= street else "board_card"
        return say(code, _BURNT[street], street=STREETS[street])
    if state.settings.shuffler:
        if not deal.community:
            return say("community_set", "3.10.1")
        return say("hole_set", "3.10.2", seat=hand.order[len(deal.holes) // 2])
    if not deal.burns:
        return say("first_burn", "3.9.1")
    at = deal.holes.index("") if "" in deal.holes else len(deal.holes)
    return say("hole_card", "3.9.1", seat=hand.order[at % len(hand.order)])


def _betting(state: State, hand: Hand) -> Turn:
    betting = hand.betting
    position = betting.actor
    seat = hand.order[position]
    owed = min(betting.high - betting.bets[position], betting.stacks[position])
    clause = round_clause(state.settings, betting.street)
    now = say("call", "1.9", seat=seat, owed=owed) if owed > 0 else say("check", clause, seat=seat)
    return Turn(now=now, notes=(*_binding(hand), *_early(hand)), seat=seat, player=_player(state, seat))


def _binding(hand: Hand) -> Iterator[Sentence]:
    betting = hand.betting
    position = betting.actor
    bound = _BONDS.get(bond(betting, position))
    if bound is not None:
        yield say(*bound)
    elif betting.marks[position] == ACTED and not may_raise(betting, position):
        yield say("short_all_in", "3.12.3")
    if is_covered(betting):
        yield say("covered", "4.3")
    for one in betting.pending:
        if one.position != position:
            yield say("waits", "5.12", seat=hand.order[one.position])


def _showdown(hand: Hand) -> Turn:
    board, waiting = hand.deal.board, to_show(hand)
    if len(board) < BOARD_SIZE[RIVER] or UNKNOWN in board:
        return Turn(now=say("faces", "3.9"))
    first = waiting[0]
    if first == first_to_show(hand):
        return Turn(now=say("show_first", "3.11.2(a)" if was_bet(hand) else "3.11.2(c)", seat=hand.order[first]),
                    seat=hand.order[first])  # fmt: skip
    return Turn(now=say("show_or_muck", "3.11.2", seat=hand.order[first]), seat=hand.order[first])


def _player(state: State, seat: int) -> str | None:
    found = state.seats[seat - 1]
    return None if found is None else found.player


def _early(hand: Hand) -> Iterator[Sentence]:
    count = len(hand.deal.early)
    if count == 1:
        yield say("early_one", "5.3")
    elif count:
        yield say("early", "5.3", count=count)
