"""A twenty-one game as a record: the mechanics under the game's rulebook, and its clause table."""

from collections.abc import Iterator
from functools import partial
from typing import get_args

from controller.core.cards import ALL_CARDS
from controller.core.dataclass import dataclass
from controller.core.events import Action21, AnyEvent, CardDrawn, Seat, SeatLeft, ShoeNew
from controller.core.families import TWENTY_ONE
from controller.games.clauses import Clause
from controller.games.game import Game
from controller.games.twenty_one.engine import step
from controller.games.twenty_one.floor.seen import floor_seen
from controller.games.twenty_one.floor.sight import sight
from controller.games.twenty_one.legal_moves import legal_moves
from controller.games.twenty_one.opening import open_table, renew
from controller.games.twenty_one.played_again import round_of_play
from controller.games.twenty_one.rulebook import Rulebook
from controller.games.twenty_one.state import State
from controller.games.twenty_one.viewing import view
from controller.games.twenty_one.wagers.pandemonium import MULTIPLIERS


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TwentyOneGame(Game):
    """A game that is played by these mechanics."""

    rules: Rulebook


def twenty_one_game(rules: Rulebook, clauses: tuple[Clause, ...]) -> TwentyOneGame:
    """The record of the game that this rulebook and this clause table make."""
    return TwentyOneGame(
        name=rules.game,
        document=rules.title,
        family=TWENTY_ONE,
        new_table=partial(open_table, rules),
        renew=renew,
        step=partial(step, rules),
        view=view,
        legal_moves=partial(legal_moves, rules),
        floor=partial(floor_seen, rules),
        sight=sight,
        between=between,
        clauses=clauses,
        power_failure=rules.irregularities.power_failure,
        deck=tuple(card for card in ALL_CARDS if rules.tens or card[0] != "T"),
        round_of_play=round_of_play(rules),
        words={"kind": rules.wager_kinds, "action": tuple(one for one in get_args(Action21) if one in rules.actions)},
        face_down=rules.clauses.reveal is not None,
        multipliers=MULTIPLIERS if rules.jackpot else (),
        rules=rules,
    )


def between(was: State, now: State) -> Iterator[AnyEvent]:
    """The events by which a table that `was` so comes to be as it is `now`, between rounds: shoe, cards, who sits."""
    kept, waiting = was.kept, was.waiting
    if now.shoe.out < was.shoe.out or now.shoe.decks != was.shoe.decks:
        yield ShoeNew(decks=None if now.shoe.decks == now.table.decks else now.shoe.decks)
        kept, waiting = (), ()
    if now.kept != kept:
        yield from (CardDrawn(card=one.card) for one in now.kept)
    if now.waiting != waiting:
        yield from (CardDrawn(card=one.card) for one in now.waiting)
    for area, (before, player) in enumerate(zip(was.seats, now.seats, strict=True), start=1):
        if player is not None and player != before:
            yield Seat(area=area, player=player)
        elif before is not None and player is None:
            yield SeatLeft(area=area)
