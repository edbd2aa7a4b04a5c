"""Section 5 of Pontoon and Pontoon Pandemonium, 5.26 to 5.29: limits, earlier rounds, power failure."""

from typing import Any, Final

from controller.core.events import BetsClosed, BetsOpen
from tests.games.pontoon.pontoons import both, clause
from tests.games.twenty_one.rounds import (
    bets,
    deal,
    double,
    hit,
    irregularity,
    play,
    refused,
    ruled,
    stand,
    wager,
)  # fmt: skip

LIMITS: Final[dict[str, Any]] = {"limits": {"main": (1000, 5000), "pair": (500, 1000)}, "limits_policy": "settle"}


@both
def test_5_26_a_wager_under_the_minimum_is_settled_once(game: str) -> None:
    """The first is paid or taken, later ones of the same player come back whatever the outcome."""
    table = play(game, **LIMITS)
    won = table.then(bets({1: 500}), deal("KH 9C", dealer="9S"), stand(1), "8D")
    assert won.fate(1) == f"win +500 at 1:1 by {clause(game, '4.2.2')} 4.1 5.26"
    lost = won.then(bets({1: 500, 2: 600}), deal("KH 8C", "KC 8H", dealer="9S"), stand(1), stand(2), "KD")
    assert (lost.fate(1), lost.line(2).net) == ("returned 0 by 5.26", -600)
    enough = lost.then(bets({1: 1000}), deal("KH 8C", dealer="9S"), stand(1), "KD")
    assert enough.line(1).net == -1000
    side = won.then(bets({1: 1000}, wager(1, "pair", 100)), deal("9H 9C", dealer="9S"), stand(1), "KD")
    assert side.fate(1, "pair") == "returned 0 by 5.26"
    returned = table.then(bets({1: 1000}, wager(2, "pair", 100)), deal("9H 9C", dealer="9S"), stand(1), "KD")
    again = returned.then(bets({1: 1000, 2: 500}), deal("KH 8C", "KC 8H", dealer="9S"), stand(1), stand(2), "KD")
    assert again.line(2).net == -500


@both
def test_5_27_a_wager_over_the_maximum_counts_to_the_maximum(game: str) -> None:
    """Won and lost to the maximum, the stake as it lay; what a double adds is not bounded."""
    table = play(game, **LIMITS)
    stood = table.then(bets({1: 8000}, wager(1, "pair", 3000)), deal("9H 9C", dealer="9S"), stand(1))
    won = stood.then("6D", "KD")
    assert won.fate(1) == f"win +5000 at 1:1 by {clause(game, '4.2.3')} 4.1 5.27"
    assert (won.line(1).stake, won.fate(1, "pair")) == (8000, "win +11000 at 11:1 by 3.15.1 4.1 5.27")
    assert stood.then("KD").fate(1) == f"lose -5000 by {clause(game, '4.3.1')} 5.27"
    doubled = table.then(bets({1: 8000}), deal("6H 5C", dealer="9S"), double(1, 2000), "9D", "9H")
    assert doubled.line(1).net == 7000


@both
def test_5_28_what_earlier_rounds_paid_or_took_stands(game: str) -> None:
    """The wager over the maximum and the one under the minimum of the round before are not looked at again."""
    before = play(
        game, bets({1: 8000, 2: 500}), deal("KH 9C", "KC 8H", dealer="9S"), stand(1), stand(2), "9D", **LIMITS
    )
    after = before.then(bets({1: 1000}), deal("KH 9C", dealer="9S"), stand(1), "8D")
    assert after.outcomes[0] == before.outcomes[0]
    assert [line.net for line in before.outcome.ledger] == [5000, 0]
    assert after.ledger == [f"1.1 P1 main: win +1000 at 1:1 by {clause(game, '4.2.2')} 4.1"]


@both
def test_5_29_a_power_failure_in_either_state(game: str) -> None:
    """Without an outcome players choose, with one the round goes on; between rounds there is nothing to do."""
    failure = irregularity("power_failure")
    table = play(game, ruled(failure, "record", "5.29"))
    table.then(bets({1: 1000}), ruled(failure, "offer", "5.29.1"))
    table.then(bets({1: 1000}), "KH", ruled(failure, "offer", "5.29.1"))
    table.then(bets({1: 1000, 2: 1000}), deal("AH KS", "KC 5S", dealer="9D"), ruled(failure, "continue", "5.29.2"))


@both
def test_5_29_1_without_an_outcome_players_may_withdraw_all_their_wagers(game: str) -> None:
    """All of a player's, or none; the others play on, and the next card ends the choice."""
    laid = bets({1: {"A": 1000, "B": 500}, 2: {"A": 1000}}, seats={1: "A"})
    failed = play(game, laid, "KH 8C", ruled(irregularity("power_failure"), "offer", "5.29.1"))
    left = failed.then(ruled(irregularity("withdraw", player="A"), "return", "5.29.1"), "9D 5S")
    assert (left.acting, left.cards(2)) == ((1, 1), ["8C"])
    round_ = left.then(stand(1, "B"), "KD")
    assert round_.ledger == [
        "1.1 A main: returned 0 by 5.29.1",
        f"1.1 B main: lose -500 by {clause(game, '4.3.1')}",
        "2.1 A main: returned 0 by 5.29.1",
    ]
    failed.then("9D", refused(irregularity("withdraw", player="A"), "5.25"))
    everybody = failed.then(
        ruled(irregularity("withdraw", player="A"), "return", "5.29.1"),
        ruled(irregularity("withdraw", player="B"), "return", "5.29.1"),
    )
    assert (everybody.outcome.status, everybody.net, {line.result for line in everybody.outcome.ledger}) == (
        "settled",
        0,
        {"returned"},
    )


@both
def test_5_29_1_while_bets_are_open_who_has_withdrawn_is_out(game: str) -> None:
    """He lays no new wager in the round; when everybody has gone the round is over."""
    opened = play(game, BetsOpen(), wager(1, "main", 1000), wager(2, "main", 1000))
    failed = opened.then(ruled(irregularity("power_failure"), "offer", "5.29.1"))
    left = failed.then(ruled(irregularity("withdraw", player="P1"), "return", "5.29.1"))
    left.then(refused(wager(1, "main", 500), "5.29.1"), refused(wager(3, "main", 500, "P1"), "5.29.1"))
    round_ = left.then(BetsClosed(), deal("KC 8H", dealer="9S"), stand(2), "KD")
    assert (round_.fate(1), round_.line(2).net) == ("returned 0 by 5.29.1", -1000)
    assert left.then(ruled(irregularity("withdraw", player="P2"), "return", "5.29.1")).outcome.status == "settled"


@both
def test_5_29_2_with_an_outcome_the_round_is_concluded(game: str) -> None:
    """A paid Pontoon, a settled pair or a bust hand: nobody withdraws."""
    failure = ruled(irregularity("power_failure"), "continue", "5.29.2")
    leave = refused(irregularity("withdraw", player="P2"), "5.25")
    bust = play(game, bets({1: 1000, 2: 1000}), deal("KH 6C", "KC 8H", dealer="9S"), hit(1), "9C", failure, leave)
    assert bust.then(stand(2), "KD").outcome.status == "settled"
    play(game, bets({1: 1000, 2: 1000}, wager(1, "pair", 500)), deal("KH 6C", "KC 8H", dealer="9S"), failure, leave)
    play(game, bets({1: 1000, 2: 1000}), deal("AH KS", "KC 8H", dealer="9S"), failure, leave)
