"""Limits where wagers lie as they are: what doubling adds (I21), another customer (I24), who comes first (I25)."""

import pytest

from controller.core.events import BetsClosed, BetsOpen, Seat, SeatLeft
from tests.games.pontoon.pontoons import both
from tests.games.twenty_one.rounds import (
    OFFERS_CLOSED,
    Step,
    alarmed,
    bets,
    by,
    double,
    follow,
    hit,
    irregularity,
    play,
    refused,
    ruled,
    stand,
    wager,
)

LIMITS = {"main": (1000, 5000)}


@both
def test_5_27_what_doubling_adds_counts_at_most_the_maximum(game: str) -> None:
    """The wager and what was added each, won or lost; within the maximum nothing is cut."""
    start = play(game, bets({1: 6000}), "6H 9D 4S", limits=LIMITS, limits_policy="settle")
    assert start.then(double(1), "KS", "8D").line(1).net == 10000
    assert start.then(double(1), "2S", "8D").line(1).net == -10000
    assert start.then(double(1, 4000), "KS", "8D").line(1).net == 9000


def test_5_28_free_bet_what_doubling_adds_counts_at_most_the_maximum() -> None:
    """A double for money; a marker pays the value of the original wager, as it counts."""
    start = play("free-bet-blackjack", bets({1: 6000}), "5H 9D 4S", limits=LIMITS, limits_policy="settle")
    assert start.then(double(1), "KS", "8D").line(1).net == 10000
    hard_10 = play("free-bet-blackjack", bets({1: 6000}), "6H 9D 4S", limits=LIMITS, limits_policy="settle")
    assert hard_10.then(by("dealer", double(1)), "KS", "8D").line(1).net == 10000


@pytest.mark.parametrize(
    ("mains", "maximum", "followed", "nets"),
    [
        ({"A": 6000, "B": 4000}, 5000, None, [6000, 4000]),
        ({"A": 12000, "B": 8000}, 10000, 4000, [12000, 6000]),
    ],
)
def test_5_1_1_what_doubling_adds_on_a_box_over_its_maximum_is_pro_rata(
    mains: dict[str, int], maximum: int, followed: int | None, nets: list[int]
) -> None:
    """It is cut in the ratio of the bets it was added to."""
    laid = bets({1: mains})
    limits = {"main": (1000, maximum)}
    start = play("blackjack", laid, "6H 9D 4S", limits=limits, limits_policy="settle")
    end = start.then(double(1), follow(1, "B", followed), "KS", "8D")
    assert [line.net for line in end.outcome.ledger] == nets


def test_5_1_2_what_doubling_adds_to_a_bet_under_the_minimum_is_not_cut() -> None:
    """As the bet itself is not."""
    start = play("blackjack", bets({1: {"A": 8000, "B": 600}}), "6H 9D 4S", limits=LIMITS, limits_policy="settle")
    end = start.then(double(1), follow(1, "B"), "KS", "8D")
    assert [line.net for line in end.outcome.ledger] == [10000, 1200]


UNDER: list[Step] = [bets({1: 500}), "KH 9D 9S", stand(1), "KS"]
"""A wager under the minimum, settled as it lies."""


def _twice(game: str, *between: Step) -> str:
    start = play(game, Seat(area=1, player="Old"), limits=LIMITS, limits_policy="settle")
    return start.then(*UNDER, *between, *UNDER).line(1).result


@both
def test_5_26_another_customer_is_another_player(game: str) -> None:
    """Who sits down at the area, or leaves it, ends the default name; who sits there already does not."""
    assert _twice(game) == "returned"
    assert _twice(game, Seat(area=1, player="Old")) == "returned"
    assert _twice(game, SeatLeft(area=2)) == "returned"
    assert _twice(game, SeatLeft(area=1)) == "stand_off"
    assert _twice(game, Seat(area=1, player="New")) == "stand_off"


@both
def test_5_26_the_customer_of_the_round_being_played_is_who_placed_the_wager(game: str) -> None:
    """A seat that changes hands while cards are played counts from the next round on."""
    start = play(game, Seat(area=1, player="Old"), *UNDER, limits=LIMITS, limits_policy="settle")
    mid = start.then(bets({1: 500}), "KH 9D", Seat(area=1, player="New"), "9S", stand(1), "KS")
    assert mid.line(1).result == "returned"
    assert mid.then(*UNDER).line(1).result == "stand_off"


def test_5_1_seated_player_comes_first_on_a_full_box() -> None:
    """What is over is cut from the standing bets, the last one first, until bets close."""
    seat = Seat(area=1, player="S")
    standing: list[Step] = [wager(1, "main", 2000, "A"), wager(1, "main", 2000, "B")]
    start = play("blackjack", seat, BetsOpen(), *standing, limits=LIMITS)
    cut = start.then(alarmed(wager(1, "main", 2000, "S"), "bet_cut", "5.1"))
    end = cut.then(BetsClosed(), "KH 6D 9S", stand(1, "S"), "KD 2C")
    assert [(line.player, line.net) for line in end.outcome.ledger] == [("A", 2000), ("B", 1000), ("S", 2000)]
    gone = start.then(alarmed(alarmed(wager(1, "main", 4000, "S"), "bet_cut", "5.1"), "bet_cut", "5.1"), BetsClosed())
    assert [line.player for line in gone.then("KH 6D 9S", stand(1), "KD 2C").outcome.ledger] == ["A", "S"]


def test_5_1_seated_player_has_no_more_than_the_maximum_either() -> None:
    """Where his own bet does not fit nothing is cut; a standing one is refused as ever."""
    start = play("blackjack", Seat(area=1, player="S"), BetsOpen(), wager(1, "main", 2000, "A"), limits=LIMITS)
    start.then(refused(wager(1, "main", 5100, "S"), "5.1"), wager(1, "main", 3000, "S"))
    start.then(refused(wager(1, "main", 3100, "B"), "5.1"))
    unbounded = play("blackjack", Seat(area=1, player="S"), BetsOpen(), limits=LIMITS, limits_policy="settle")
    unbounded.then(wager(1, "main", 4000, "A"), wager(1, "main", 3000, "S"))


def test_5_26_late_insurance_is_for_an_offer_that_was_not_made() -> None:
    """Once the Dealer has closed the offer a declined insurance is not placed late."""
    late = irregularity("late_insurance", "pit_supervisor", area=1, amount=500)
    start = play("free-bet-blackjack", bets({1: 1000}), "KH AD 6S")
    start.then(OFFERS_CLOSED, hit(1), "2C", refused(late, "5.26"))
    taken = start.then(hit(1), "2C", ruled(late, "continue", "5.26"), stand(1), "KD")
    assert taken.line(1, "insurance").net == 1000
