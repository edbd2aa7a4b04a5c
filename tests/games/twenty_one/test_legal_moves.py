"""The legal moves are those that `step` would not refuse, whatever has happened at the table.

They are compared with the list that plays each candidate to its end (`moves_by_trial`), on the way of unruly tables.
"""

from dataclasses import replace
from typing import Any, cast

import pytest

from controller.core.events import BetsOpen
from controller.core.tables import TwentyOneTable
from controller.games import legal_moves as moves_of
from controller.games import step
from controller.games.twenty_one.legal_moves import legal_moves
from controller.games.twenty_one.state import State
from tests.games.rulebooks import RULEBOOKS
from tests.games.twenty_one import moves_by_trial
from tests.games.twenty_one.rounds import (
    bets,
    deal,
    decision,
    double,
    follow,
    irregularity,
    play,
    ruled,
    split,
    wager,
)
from tests.games.twenty_one.unruly import Unruly


@pytest.mark.parametrize("decisions", ["called", "drawn"])
@pytest.mark.parametrize("policy", ["reject", "settle"])
@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_list_is_that_of_trying_each_to_its_end(game: str, policy: Any, decisions: Any) -> None:
    """The same moves with the same amounts, clauses and takers, in the same order."""
    rules = RULEBOOKS[game]
    table = TwentyOneTable(game=game, areas=5, decisions=decisions, limits_policy=policy, limits={"main": (500, 5000)})
    for seed in range(3):
        player = Unruly(table, seed)
        for _ in range(6):
            for event in player.round():
                player.state, _ = step(player.state, event)
                state = cast(State, player.state)
                assert legal_moves(rules, state) == moves_by_trial.legal_moves(rules, state)


def rows(state: Any, *actions: str) -> list[tuple[Any, ...]]:
    """Player, and what may be said between which amounts."""
    found = ((move.fields, dict(move.fields), move) for move in moves_of(state))
    named = ((fields.get("action", move.type), fields, move) for _, fields, move in found)
    return [(name, fields.get("player"), move.amounts) for name, fields, move in named if name in actions]


def test_who_may_join_or_take_back_has_one_row() -> None:
    """Though he has a wager on each hand of the split; what is joined for money says between which amounts."""
    dealt = play("pontoon", bets({1: {"A": 1000, "B": 500}}), deal("5H 5D", dealer="7C")).then(split(1))
    assert rows(dealt.state, "follow") == [("follow", "B", (500, 500))]
    doubled = dealt.then(follow(1, "B"), "6D", double(1, 1000))
    assert rows(doubled.state, "follow") == [("follow", "B", (100, 500))]
    joined = doubled.then(follow(1, "B"), "2C")
    assert rows(joined.state, "rescue") == [("rescue", "A", None), ("rescue", "B", None)]


def test_a_free_double_is_joined_free_or_for_money() -> None:
    """Two rows that do two things (Free Bet 3.26)."""
    dealt = play("free-bet-blackjack", bets({1: {"A": 1000, "B": 500}}), deal("5H 4D", dealer="7C"))
    free = dealt.then(decision(1, "free_double"))
    assert rows(free.state, "follow") == [("follow", "B", None), ("follow", "B", (100, 500))]


def test_who_may_withdraw_is_listed_until_the_next_card() -> None:
    """After a power failure with no outcome established (5.29), player by player, by the clause that offers it."""
    failure = ruled(irregularity("power_failure"), "offer", "5.29.1")
    dealt = play("pontoon", bets({1: {"A": 1000, "B": 500}, 2: {"A": 1000}}), "5H")
    assert rows(dealt.state, "irregularity") == []
    offered = dealt.then(failure)
    assert rows(offered.state, "irregularity") == [("irregularity", "A", None), ("irregularity", "B", None)]
    gone = offered.then(ruled(irregularity("withdraw", player="A"), "return", "5.29.1"))
    assert rows(gone.state, "irregularity") == [("irregularity", "B", None)]
    assert rows(gone.then("9C").state, "irregularity") == []
    laid = play("pontoon", BetsOpen(), wager(1, "main", 1000), failure)
    assert rows(laid.state, "irregularity") == [("irregularity", "P1", None)]


@pytest.mark.parametrize(("game", "free", "behind"), [("pontoon", (1, 2, 3), (1, 3)), ("blackjack", (1, 2), (1, 3, 4))])
def test_where_a_wager_may_lie(game: str, free: tuple[int, ...], behind: tuple[int, ...]) -> None:
    """Three positions from front to back (3.10); in Blackjack, where they go on, some behind the last one."""

    def positions(state: Any) -> tuple[int, ...]:
        main = (("area", 1), ("kind", "main"))
        return next((move.positions for move in moves_of(state) if move.type == "wager" and move.fields == main), ())

    opened = play(game, BetsOpen())
    assert positions(opened.state) == free
    second = replace(wager(1, "main", 1000, "B"), position=2)
    laid = opened.then(second)
    assert positions(laid.state) == behind
    full = laid.then(wager(1, "main", 1000, "C"), wager(1, "main", 1000, "D"))
    assert positions(full.state) == (() if game == "pontoon" else (4, 5))
