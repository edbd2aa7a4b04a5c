"""The name of a legal move: the same while what it is about looks the same, another when it does not."""

from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from typing import Any, cast

import pytest
from pydantic import TypeAdapter

from controller.core.effects import Rejected
from controller.core.events import BetsOpen, CardDrawn, Change, Correction, Seat
from controller.core.writer import event_to_json
from controller.games import State, legal_moves, move_for, step
from controller.games.floor.moves import event_of
from controller.games.poker.state import State as PokerState
from controller.games.registry import find
from controller.games.twenty_one.state import State as TwentyOneState
from tests.games.floor.tables import TWENTY_ONE, poker, unruly
from tests.games.poker.script import Script
from tests.games.twenty_one.rounds import bets, deal, hit, play, stand, wager

SNAPSHOTS: dict[str, TypeAdapter[Any]] = {
    "poker": TypeAdapter(PokerState),
    **{game: TypeAdapter(TwentyOneState) for game in TWENTY_ONE},
}


def name(state: State, type: str, **fields: Any) -> str | None:
    """The name of the first move of this type with these fields."""
    found = (
        move.id for move in legal_moves(state) if move.type == type and fields.items() <= dict(move.fields).items()
    )
    return next(found, None)


def _names(state: State) -> list[str]:
    return [move.id for move in legal_moves(state)]


def _everywhere(game: str) -> Any:
    if game == "poker":
        return chain(poker("shoe", 1, 12), poker("shuffler", 2, 12))
    return chain(unruly(game, 1), unruly(game, 2))


@pytest.mark.parametrize("game", [*TWENTY_ONE, "poker"])
def test_each_move_has_a_name_of_its_own_that_a_restart_keeps(game: str) -> None:
    """The state read from its snapshot names them alike, and a name leads to its move."""
    for _, state, _ in _everywhere(game):
        names = _names(state)
        assert len({*names}) == len(names)
        again = SNAPSHOTS[game].validate_json(SNAPSHOTS[game].dump_json(state, by_alias=True))
        assert _names(again) == names
        move = legal_moves(state)[-1]
        assert move_for(state, move.id) == move
        assert move_for(state, "0" * 12) is None


@pytest.mark.parametrize("game", [*TWENTY_ONE, "poker"])
def test_a_move_that_was_taken_has_its_name_no_more(game: str) -> None:
    """So a double tap does nothing: also where the same move is legal again, its hand having one card more."""
    taken = 0
    for (_, before, _), (event, after, effects) in pairwise(_everywhere(game)):
        if any(isinstance(effect, Rejected) for effect in effects):
            continue
        said = event_to_json(event).items()
        moves = [move for move in legal_moves(before) if {("type", move.type), *move.fields} <= {*_plain(said)}]
        taken += len(moves)
        assert not {move.id for move in moves if move.type not in STAYS} & {*_names(after)}
    assert taken > 50


STAYS = {"offers.closed"}
"""Kept cards may wait on after it; to say it again changes nothing."""


def _plain(fields: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    return ((name, value) for name, value in fields if isinstance(value, str | int))


def test_a_wager_keeps_its_name_while_others_lay_theirs() -> None:
    """Its own area's bounds give it another."""
    opened = play("pontoon", BetsOpen())
    other = opened.then(wager(2, "main", 1000), Seat(area=4, player="Kim"))
    assert name(other.state, "wager", area=1, kind="main") == name(opened.state, "wager", area=1, kind="main")
    own = other.then(wager(1, "main", 1000))
    assert name(own.state, "wager", area=1, kind="main") != name(other.state, "wager", area=1, kind="main")


def test_taking_a_wager_back_is_about_its_amount() -> None:
    """Who saw ten chips does not take back twenty."""
    laid = play("pontoon", BetsOpen(), wager(1, "main", 1000))
    more = laid.then(wager(1, "main", 1000))
    assert None is not name(laid.state, "wager.withdrawn", area=1) != name(more.state, "wager.withdrawn", area=1)


def test_a_hit_is_about_the_cards_that_lie_there() -> None:
    """A card more, another card by a correction, another hand: each gives it another name."""
    dealt = play("pontoon", bets({1: 1000, 2: 1000}), deal("5H 4D", "9H 8D", dealer="7C"))
    names = [name(dealt.state, "decision", area=1, action="hit")]
    n = dealt.state.said[-2].n  # the second card of area 1
    changes = (Change(of=n, event=CardDrawn(card="5D")),)
    corrected, effects = step(dealt.state, Correction(changes=changes, reason="misread", authority="pit_supervisor"))
    assert not any(isinstance(effect, Rejected) for effect in effects)
    names.append(name(corrected, "decision", area=1, action="hit"))
    names.append(name(dealt.then(hit(1), "2C").state, "decision", area=1, action="hit"))
    names.append(name(dealt.then(stand(1)).state, "decision", area=2, action="hit"))
    assert None not in names
    assert len({*names}) == 4


def test_who_sits_down_and_takes_control_gives_the_hand_another_name() -> None:
    """The dealer saw another player's hand."""
    dealt = play("pontoon", bets({1: {"A": 1000, "B": 1000}}), deal("5H 4D", dealer="7C"))
    taken = dealt.then(Seat(area=1, player="B"))
    assert name(dealt.state, "decision", action="hit") != name(taken.state, "decision", action="hit")


def test_a_check_of_the_next_street_has_another_name() -> None:
    """The same seat, the same word, the same bounds: but three cards lie there."""
    script = Script({1: 50000, 2: 50000})
    script.start(1)
    script.acts("1 call, 2 check")
    script.cards("?? 2C 3D 4H")
    flop = name(script.state, "action", seat=2, action="check")
    script.check_around("2 1")
    script.cards("?? 9S")
    assert None is not flop != name(script.state, "action", seat=2, action="check")


def test_a_move_becomes_its_event_with_what_a_person_says_of_it() -> None:
    """The amount, and who wagers."""
    opened = play("pontoon", BetsOpen())
    found = name(opened.state, "wager", area=3, kind="main")
    move = move_for(opened.state, cast(str, found))
    assert move is not None
    assert event_of(find("pontoon"), move, 2500, player="Ann") == wager(3, "main", 2500, "Ann")
