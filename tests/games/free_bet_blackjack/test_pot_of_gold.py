"""The Pot of Gold wager: when it is won or lost whatever follows, and whose markers a bystander's counts (I16)."""

import pytest

from tests.games.twenty_one.rounds import (
    Played,
    Step,
    alarmed,
    bets,
    deal,
    decision,
    follow,
    hit,
    irregularity,
    play,
    ruled,
    stand,
    wager,
)

GAME = "free-bet-blackjack"
POWER_FAILURE = irregularity("power_failure")


def _laid(cards: str, *steps: Step) -> Played:
    return play(GAME, bets({1: 1000}, wager(1, "pot_of_gold", 100)), cards, *steps)


FREE_SPLIT = decision(1, "free_split")
FREE_DOUBLE = decision(1, "free_double")


@pytest.mark.parametrize(
    ("cards", "steps"),
    [
        ("8H 6D 8S", [FREE_SPLIT, "KC"]),
        ("5H 6D 5S", [FREE_DOUBLE]),
        ("8H 6D 3S", [hit(1), "2C"]),
        ("8H 6D 3S", [hit(1)]),
        ("KH 6D 4S", []),
        ("KH 6D KS", []),
    ],
)
def test_5_30_2_a_pot_of_gold_wager_is_decided(cards: str, steps: list[Step]) -> None:
    """Won with the first marker, lost when none is possible any more: an outcome is established."""
    _laid(cards, *steps).then(ruled(POWER_FAILURE, "continue", "5.30.2"))


@pytest.mark.parametrize(("cards", "steps"), [("8H 6D 8S", []), ("8H 6D 3S", []), ("4H 6D 5S", []), ("AH 6D AS", [])])
def test_5_30_1_a_pot_of_gold_wager_is_open_while_a_marker_is_possible(cards: str, steps: list[Step]) -> None:
    """A free split or a free double may still be called."""
    _laid(cards, *steps).then(ruled(POWER_FAILURE, "offer", "5.30.1"))


def test_5_30_2_a_marker_is_possible_for_who_may_follow() -> None:
    """By the player's own wager: who has not joined may, until the card; who is not on the new hand had none."""
    laid = bets({1: {"A": 1000, "B": 1000}}, wager(1, "pot_of_gold", 100, "B"))
    aces = play(GAME, laid, "AH 6D AS", FREE_SPLIT)
    aces.then(ruled(POWER_FAILURE, "offer", "5.30.1"))
    aces.then(follow(1, "B"), ruled(POWER_FAILURE, "continue", "5.30.2"))
    aces.then("KC", ruled(POWER_FAILURE, "continue", "5.30.2"))
    double = play(GAME, laid, "5H 6D 5S", FREE_DOUBLE)
    double.then(ruled(POWER_FAILURE, "offer", "5.30.1"))
    double.then(follow(1, "B"), ruled(POWER_FAILURE, "continue", "5.30.2"))
    fours = play(GAME, laid, "4H 6D 4S", FREE_SPLIT, "KC")
    fours.then(ruled(POWER_FAILURE, "continue", "5.30.2"))  # on the first hand alone: KC 4H, and no other
    play(GAME, laid, "4H 6D 4S", FREE_SPLIT).then(ruled(POWER_FAILURE, "offer", "5.30.1"))


def test_5_22_an_absent_player_gets_no_marker() -> None:
    """He neither splits nor doubles: his wager is lost."""
    gone = _laid("5H 6D 4S", ruled(irregularity("player_absent", area=1), "continue", "5.22"))
    gone.then(ruled(POWER_FAILURE, "continue", "5.30.2"))


def _at_once(cards: str, chosen: str) -> Step:
    return ruled(irregularity("simultaneous_draw", cards=cards, disclosed="", chosen=chosen), "continue", "5.23.1")


HELD = alarmed("3C", "card_held", "5.8")
WITHDRAWS = ruled(irregularity("withdraw", player="A"), "return", "5.25")


def test_3_15_4_1_a_bystander_counts_the_markers_of_who_withdrew() -> None:
    """The player in control used one, then withdrew (5.25)."""
    laid = bets({1: {"A": 1000}, 2: 1000}, wager(1, "pot_of_gold", 100, "D"))
    start = play(GAME, laid, deal("8H 8S", "KH 9S", dealer="6D"), FREE_SPLIT, "2C", HELD, _at_once("2C 3C", "3C"))
    end = start.then(WITHDRAWS, hit(2), "KD 9C")
    assert (end.fate(1), end.line(1, "pot_of_gold").net) == ("returned 0 by 5.25", 300)


def test_3_15_4_1_a_bystander_counts_the_markers_of_who_left() -> None:
    """The player in control used one, then was absent (5.22)."""
    laid = bets({1: {"A": 1000}}, wager(1, "pot_of_gold", 100, "D"))
    absent = ruled(irregularity("player_absent", area=1), "continue", "5.22")
    end = play(GAME, laid, "8H 6D 8S", FREE_SPLIT, "KC", absent, "KS KD 2C")
    assert end.line(1, "pot_of_gold").net == 300


def test_3_15_4_1_a_bystander_counts_the_markers_of_who_last_controlled() -> None:
    """Not of another on the area who followed."""
    laid = bets({1: {"A": 1000, "B": 1000}}, wager(1, "pot_of_gold", 100, "D"))
    end = play(GAME, laid, "8H 6D 8S", FREE_SPLIT, follow(1, "B"), "KC", stand(1), "KS", stand(1), "TD 2C")
    assert end.line(1, "pot_of_gold").net == 300


def test_5_25_a_lost_pot_of_gold_wager_is_not_returned() -> None:
    """No marker was possible any more after the hit."""
    laid = bets({1: {"A": 1000}, 2: 1000}, wager(1, "pot_of_gold", 100, "A"))
    cards = deal("8H 2S", "KH 9S", dealer="6D")
    start = play(GAME, laid, cards, hit(1), "2D", hit(1), "2C", HELD, _at_once("2C 3C", "3C"), WITHDRAWS)
    end = start.then(hit(2), "9C KD")
    assert (end.line(1).net, end.line(1, "pot_of_gold").net) == (0, -100)
