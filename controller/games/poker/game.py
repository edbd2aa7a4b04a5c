"""Poker as a record."""

from collections.abc import Iterator
from typing import Final, get_args

from controller.core.cards import ALL_CARDS
from controller.core.events import ActionPoker, AnyEvent, Away, CardDrawn, Join, Leave
from controller.core.families import POKER
from controller.games.game import Game
from controller.games.poker.clauses import CLAUSES
from controller.games.poker.engine import new_table, renew, step, view
from controller.games.poker.floor.seen import floor_seen
from controller.games.poker.floor.sight import sight
from controller.games.poker.legal_moves import legal_moves
from controller.games.poker.played_again import ROUND_OF_PLAY
from controller.games.poker.state import NAME, State


class PokerGame(Game):
    """A game that is played by these mechanics."""

    __slots__ = ()


def between(was: State, now: State) -> Iterator[AnyEvent]:
    """The events by which a table that `was` so comes to be as it is `now`, between rounds: cards, who sits."""
    if now.kept != was.kept:
        yield from (CardDrawn(card=card) for card in now.kept)
    for number, (before, seat) in enumerate(zip(was.seats, now.seats, strict=True), start=1):
        if seat == before:
            continue
        if before is not None:
            yield Leave(seat=number)
        if seat is not None and seat.stack:
            yield Join(seat=number, player=seat.player, stack=seat.stack)
            if seat.away:
                yield Away(seat=number)


GAME: Final = PokerGame(
    name=NAME,
    document="Poker (RWS), version 7",
    family=POKER,
    new_table=new_table,
    renew=renew,
    step=step,
    view=view,
    legal_moves=legal_moves,
    floor=floor_seen,
    sight=sight,
    between=between,
    clauses=CLAUSES,
    power_failure="5.1",
    round_of_play=ROUND_OF_PLAY,
    words={"action": get_args(ActionPoker)},
    deck=ALL_CARDS,
    deck_a_round=True,
)
